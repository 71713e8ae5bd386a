#include "adapters/local/text_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/text.h"

namespace ff::adapters::local {
namespace {

namespace fs = std::filesystem;

constexpr off_t size_max = 1 << 20;

/// One walk below one path.
class Walk {
 public:
  Walk(const ports::TakeText& take, const std::stop_token& stop) : take_(take), stop_(stop) {}

  void begin(const fs::path& path, dev_t device) {
    device_ = device;
    visit(path);
  }
  ports::TextsRead take_done() { return std::move(done_); }

 private:
  void visit(const fs::path& path) {
    struct stat facts = {};
    if (stop_.stop_requested()) return;
    if (::lstat(path.c_str(), &facts) != 0) {
      done_.unreadable.push_back(path.string());
    } else if (S_ISLNK(facts.st_mode)) {
      ++done_.links;
    } else if (S_ISDIR(facts.st_mode)) {
      if (facts.st_dev == device_)
        visit_folder(path);
      else
        ++done_.other_systems;
    } else if (S_ISREG(facts.st_mode)) {
      read_file(path, facts.st_size);
    }
  }

  void visit_folder(const fs::path& path) {
    std::error_code fault;
    std::vector<fs::path> entries;
    for (auto entry = fs::directory_iterator(path, fault); !fault && entry != fs::directory_iterator();
         entry.increment(fault))
      entries.push_back(entry->path());
    if (fault) done_.unreadable.push_back(path.string());
    std::ranges::sort(entries);
    for (const fs::path& entry : entries) visit(entry);
  }

  void read_file(const fs::path& path, off_t size) {
    if (size > size_max) {
      ++done_.huge;
      return;
    }
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file) {
      done_.unreadable.push_back(path.string());
    } else if (text.find('\0') != std::string::npos) {
      ++done_.binary;
    } else {
      ++done_.files;
      take_(path.string(), text);
    }
  }

  const ports::TakeText& take_;
  const std::stop_token& stop_;
  dev_t device_ = 0;
  ports::TextsRead done_;
};

}  // namespace

Result<ports::TextsRead> TextFiles::each(const std::vector<std::string>& paths, const ports::TakeText& take,
                                         std::stop_token stop) {
  Walk walk(take, stop);
  for (const std::string& path : paths) {
    struct stat facts = {};
    std::error_code fault;
    const fs::path root = fs::canonical(path, fault);
    if (fault || ::stat(root.c_str(), &facts) != 0)
      return fail(ErrorCode::bad_input, printable(path) + ": " + (fault ? fault.message() : "is gone"));
    walk.begin(root, facts.st_dev);
  }
  if (stop.stop_requested()) return fail(ErrorCode::cancelled, "asked to stop before all files were read");
  return walk.take_done();
}

}  // namespace ff::adapters::local
