#pragma once

#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include "adapters/lease/session_locks.h"
#include "adapters/local/local_dialer.h"
#include "adapters/local/real_clock.h"

namespace ff::tests {

/// A folder of its own that goes with it.
struct Scratch {
  std::string path;
  Scratch() {
    std::string pattern = std::filesystem::temp_directory_path() / "ff-lease-XXXXXX";
    path = mkdtemp(pattern.data());
  }
  ~Scratch() { std::filesystem::remove_all(path); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
};

inline std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline std::string replaced(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) {
    text.replace(at, what.size(), with);
  }
  return text;
}

/// This machine under another identity, with a lock folder and a login shell of its own.
struct Disguise {
  std::string machine_id;        ///< empty: the machine's own
  std::string folder;            ///< in place of the terms' folder
  std::string uid;               ///< empty: the true one
  std::string login_shell_says;  ///< before the command runs
};

class DisguisedDialer : public ports::Dialer {
 public:
  DisguisedDialer(std::string terms_folder, Disguise disguise)
      : terms_folder_(std::move(terms_folder)),
        disguise_(std::move(disguise)),
        inner_(MachineName("local")) {}

  Result<UniqueFd> open(const ports::Target& target, Limit limit) override {
    std::string line = std::get<ports::Command>(target).line;
    if (!disguise_.machine_id.empty()) {
      std::filesystem::create_directories(disguise_.folder);
      std::ofstream(disguise_.folder + "/machine-id") << disguise_.machine_id << "\n";
      line = replaced(line, "/etc/machine-id", disguise_.folder + "/machine-id");
    }
    if (!disguise_.folder.empty()) line = replaced(line, terms_folder_, disguise_.folder);
    if (!disguise_.uid.empty()) line = replaced(line, "$EUID", disguise_.uid);
    if (!disguise_.login_shell_says.empty()) line = "printf %b '" + disguise_.login_shell_says + "'; " + line;
    return inner_.open(ports::Command{line}, std::move(limit));
  }
  std::vector<std::string> last_words() override { return inner_.last_words(); }

 private:
  std::string terms_folder_;
  Disguise disguise_;
  adapters::local::LocalDialer inner_;
};

inline ports::Holder holder_named(const std::string& run) {
  return {RunId(run), "ops@runner", WallTime(std::chrono::milliseconds(1761142922123)), "switch replica"};
}

/// Quick terms over a scratch folder.
inline adapters::lease::Terms terms_in(const std::string& folder,
                                       Milliseconds beat_every = std::chrono::milliseconds(50)) {
  adapters::lease::Terms terms;
  terms.beat_every = beat_every;
  terms.folder = folder;
  return terms;
}

}  // namespace ff::tests
