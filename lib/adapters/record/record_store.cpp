#include "adapters/record/record_store.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <utility>
#include <vector>

#include "adapters/record/copies.h"
#include "adapters/record/record_file.h"
#include "base/text.h"
#include "codec/record.h"

namespace ff::adapters::record {
namespace {

constexpr const char* folder = "/var/lib/ff/runs";
constexpr std::string_view suffix = ".jsonl";
constexpr std::size_t files_a_look = 64;

std::string path_in(const std::string& where, const RunId& run) {
  return where + "/" + run.text() + std::string(suffix);
}

/// Whether it can be a file's name: what the operator typed becomes part of a path.
bool well_formed(const RunId& run) {
  return !run.empty() &&
         run.text().find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz-_") == std::string::npos;
}

bool silent(const Error& error) {
  return error.code == ErrorCode::unreachable || error.code == ErrorCode::link_lost ||
         error.code == ErrorCode::timeout || error.code == ErrorCode::not_trusted;
}

/// Adds a file's run to the listing, or its name to the damaged ones.
void add(const std::string& path, const std::string& text, ports::RunReader::Listing& listing) {
  auto run = run_from(text);
  if (run) {
    listing.runs.push_back(*std::move(run));
  } else {
    listing.damaged.push_back(path + ": " + run.error().what);
  }
}

void newest_first(std::vector<domain::Run>& runs) {
  std::ranges::sort(runs, [](const domain::Run& a, const domain::Run& b) {
    const auto key = [](const domain::RunHeader& header) {
      // Generations begin anew after a release; among runs of one moment they tell.
      return std::tie(header.started, header.generation, header.run);
    };
    return key(a.header) > key(b.header);
  });
}

std::string without_last_line(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return text.substr(0, text.rfind('\n') + 1);
}

}  // namespace

std::string local_folder(const std::string& cluster) {
  // Set before any thread is started and never changed by ff.
  const char* state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && *state == '/') return std::string(state) + "/ff/runs/" + cluster;
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? std::string(home) + "/.local/state/ff/runs/" + cluster
                                         : std::string();
}

RecordStore::RecordStore(ports::HostReader& route_host, std::string copies)
    : route_host_(route_host), copies_(std::move(copies)) {}

Result<ports::RunReader::Listing> RecordStore::runs(Limit limit) {
  Listing listing;
  auto names = route_host_.list(folder, limit);
  if (!names && !silent(names.error())) return fail(std::move(names).error());
  if (!names) {
    listing.damaged.push_back("all that is on the route host: " + names.error().what);
    for (const std::string& name : names_in(copies_)) {
      const auto text = text_of(copies_ + "/" + name);
      if (name.ends_with(suffix) && text) add(copies_ + "/" + name, *text, listing);
    }
    newest_first(listing.runs);
    return listing;
  }
  std::erase_if(*names,
                [](const std::string& name) { return name.starts_with('.') || !name.ends_with(suffix); });
  for (std::size_t begin = 0; begin < names->size(); begin += files_a_look) {
    std::vector<std::string> paths;
    for (std::size_t i = begin; i < std::min(begin + files_a_look, names->size()); ++i) {
      paths.push_back(std::string(folder) + "/" + (*names)[i]);
    }
    FF_TRY(files, route_host_.read_files(paths, limit));
    for (const auto& [path, text] : files) add(path, text, listing);
  }
  newest_first(listing.runs);
  return listing;
}

Result<domain::Run> RecordStore::read(const RunId& run, Limit limit) {
  const auto none = fail(ErrorCode::not_found, "there is no run " + printable(run.text()));
  if (!well_formed(run)) return none;
  const std::string path = path_in(folder, run);
  const auto files = route_host_.read_files({path}, limit);
  if (!files && !silent(files.error())) return fail(files.error());
  std::optional<std::string> text;
  if (files) {
    const auto found = files->find(path);
    if (found != files->end()) text = found->second;
  } else {
    text = text_of(path_in(copies_, run));
    if (!text) return fail(files.error());
  }
  if (!text) return none;
  auto read = run_from(*text);
  if (!read) return fail(in_context(std::move(read).error(), path));
  return read;
}

std::optional<Error> RecordStore::copy_fault() {
  const std::lock_guard lock(mutex_);
  return copy_fault_;
}

void RecordStore::keep_copy(const RunId& run, const std::string& text, bool from_start) {
  const std::lock_guard lock(mutex_);
  if (copies_.empty() || copy_fault_) return;
  Status kept = put_text(path_in(copies_, run), text, from_start);
  if (!kept) copy_fault_ = std::move(kept).error();
}

/// One run's file. Keeps all of it, so that it can be replaced whole after an append whose fate is unknown.
class RecordStore::Writer : public ports::RunWriter {
 public:
  Writer(RecordStore& store, ports::HostControl& route_host) : store_(store), route_host_(route_host) {}

  Status begin(const domain::RunHeader& header, Limit limit) override {
    if (!well_formed(header.run)) return fail(ErrorCode::bad_input, "a run's id cannot be a file's name");
    const std::lock_guard lock(mutex_);
    run_ = header.run;
    text_ = sealed(codec::header_line(header));
    uncertain_ = true;
    return put(text_, std::move(limit));
  }

  Status go_on(const RunId& run, Limit limit) override {
    if (!well_formed(run)) return fail(ErrorCode::bad_input, "a run's id cannot be a file's name");
    const std::string path = path_in(folder, run);
    FF_TRY(files, store_.route_host_.read_files({path}, std::move(limit)));
    const auto found = files.find(path);
    if (found == files.end()) return fail(ErrorCode::not_found, "its run record is gone from the route host");
    FF_TRY(whole, run_from(found->second));
    const std::lock_guard lock(mutex_);
    run_ = run;
    text_ = whole.torn ? without_last_line(found->second) : found->second;
    // The next line replaces the file, so that a torn one at its end gets no neighbour.
    uncertain_ = true;
    return Done{};
  }

  Status append(const std::vector<domain::Record>& records, Limit limit) override {
    const std::lock_guard lock(mutex_);
    if (run_.empty()) return fail(ErrorCode::bad_input, "a record comes after its header");
    std::string added;
    for (const domain::Record& record : records) added += sealed(codec::record_line(record));
    text_ += added;
    return put(added, std::move(limit));
  }

 private:
  Status put(const std::string& line, Limit limit) {
    store_.keep_copy(run_, line, line.size() == text_.size());
    const std::string path = path_in(folder, run_);
    Status written = uncertain_ ? route_host_.write_file({path, text_}, std::move(limit))
                                : route_host_.append_file({path, line}, std::move(limit));
    uncertain_ = !written;
    if (!written) return fail(in_context(std::move(written).error(), "the run record"));
    return Done{};
  }

  RecordStore& store_;
  ports::HostControl& route_host_;
  std::mutex mutex_;
  RunId run_;
  std::string text_;
  bool uncertain_ = true;
};

std::unique_ptr<ports::RunWriter> RecordStore::writer(ports::HostControl& route_host) {
  return std::make_unique<Writer>(*this, route_host);
}

}  // namespace ff::adapters::record
