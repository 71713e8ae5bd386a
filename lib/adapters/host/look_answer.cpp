#include "adapters/host/look_answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>

#include "base/text.h"

namespace ff::adapters::host {
namespace {

template <class Integer>
std::optional<Integer> number_of(std::string_view text, int base = 10) {
  Integer number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (text.empty() || fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string one_line(std::string_view text) {
  return std::string(trimmed(text));
}

/// Cuts the next record off `rest`.
std::optional<Record> next_record(std::string_view& rest) {
  const std::size_t head_end = rest.find('\n');
  if (head_end == std::string_view::npos) return std::nullopt;
  const std::string_view head = rest.substr(0, head_end);
  const std::size_t blank = head.find(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  const auto length = number_of<std::size_t>(head.substr(blank + 1));
  const std::string_view after = rest.substr(head_end + 1);
  if (!length || *length >= after.size() || after[*length] != '\n') return std::nullopt;
  rest = after.substr(*length + 1);
  return Record{head.substr(0, blank), after.substr(0, *length)};
}

/// The first figure of /proc/uptime, "1234.56 789.00"; 0 when it is none.
Milliseconds uptime_of(std::string_view text) {
  const std::size_t point = text.find('.');
  const auto seconds = number_of<std::int64_t>(text.substr(0, point));
  if (!seconds || point == std::string_view::npos) return Milliseconds{0};
  const auto hundredths = number_of<std::int64_t>(text.substr(point + 1, 2));
  return Milliseconds(*seconds * 1000 + hundredths.value_or(0) * 10);
}

/// Collects the files among records: the record that follows a `path` is that file's content.
class Files {
 public:
  Status take(const Record& record);
  std::map<std::string, std::string> finish() && { return std::move(files_); }

 private:
  Status take_content(const Record& record);

  std::map<std::string, std::string> files_;
  std::string path_;
};

/// Collects records into facts.
class Collector {
 public:
  Status take(const Record& record);
  Result<ports::HostFacts> finish() &&;

 private:
  Status take_listeners(std::string_view addresses);
  Status take_sockets(std::string_view rows);
  Status take_rooms(std::string_view rows);

  ports::HostFacts facts_;
  std::optional<domain::Memory> memory_;
  std::set<std::string> read_only_;
  Files files_;
};

Error damaged(std::string_view what) {
  return {ErrorCode::failed, fmt::format("its answer is damaged: {}", printable(what, 80)), {}, {}, {}};
}

Status Collector::take(const Record& record) {
  const auto& [key, value] = record;
  if (key == "uid") facts_.uid = number_of<int>(value).value_or(-1);
  if (key == "machine-id") facts_.machine_id = MachineId(one_line(value));
  if (key == "boot-id") facts_.boot_id = BootId(one_line(value));
  if (key == "meminfo") memory_ = memory_of(value);
  if (key == "uptime") facts_.uptime = uptime_of(value);
  if (key == "clock-us")
    facts_.clock = WallTime(Milliseconds(number_of<std::int64_t>(value).value_or(0) / 1000));
  if (key == "link") facts_.enabled_links.insert(UnitName(std::string(value)));
  if (key == "mask") facts_.masked_links.insert(UnitName(std::string(value)));
  if (key == "locked") facts_.lock_holder = value.empty() ? "a run that has not said who it is" : value;
  if (key == "listen") return take_listeners(value);
  if (key == "sockets") return take_sockets(value);
  if (key == "read-only") read_only_.emplace(value);
  if (key == "rooms") return take_rooms(value);
  return files_.take(record);
}

Status Files::take(const Record& record) {
  const auto& [key, value] = record;
  if (key == "denied")
    return fail(ErrorCode::not_permitted, fmt::format("{} exists, but the login may not read it", value));
  if (key == "path") path_ = value;
  if (key == "text" || key == "base64") return take_content(record);
  return Done{};
}

Status Files::take_content(const Record& record) {
  if (path_.empty()) return fail(damaged("content without a path"));
  auto content =
      record.key == "text" ? std::optional(std::string(record.value)) : base64_decoded(record.value);
  if (!content) return fail(damaged("content of " + path_));
  files_[std::exchange(path_, {})] = *std::move(content);
  return Done{};
}

Status Collector::take_listeners(std::string_view addresses) {
  for (const std::string& address : split(addresses, ' ')) {
    if (address.empty()) continue;
    const auto port = port_of(address);
    if (!port) return fail(damaged("listening address " + address));
    facts_.listening.insert(*port);
  }
  return Done{};
}

Status Collector::take_sockets(std::string_view rows) {
  for (const std::string& row : lines(rows)) {
    const auto port = port_of_socket(row);
    if (!port) return fail(damaged("listening socket " + row));
    facts_.listening.insert(*port);
  }
  return Done{};
}

Status Collector::take_rooms(std::string_view rows) {
  for (const std::string& row : lines(rows)) {
    auto room = room_of(row);
    if (!room) return fail(damaged("room " + row));
    facts_.folders.push_back(*std::move(room));
  }
  return Done{};
}

Result<ports::HostFacts> Collector::finish() && {
  const auto lacks = [](const char* what) {
    return fail(ErrorCode::failed, fmt::format("it has no readable {}", what));
  };
  if (facts_.machine_id.empty()) return lacks("/etc/machine-id");
  if (facts_.boot_id.empty()) return lacks("/proc/sys/kernel/random/boot_id");
  if (!memory_) return lacks("MemTotal and MemAvailable in /proc/meminfo");
  facts_.memory = *memory_;
  for (domain::Folder& folder : facts_.folders) folder.writable = !read_only_.contains(folder.path);
  facts_.files = std::move(files_).finish();
  return std::move(facts_);
}

}  // namespace

Result<std::vector<Record>> records_of(std::string_view body) {
  std::vector<Record> records;
  for (std::string_view rest = body; !rest.empty();) {
    const auto record = next_record(rest);
    if (!record) return fail(damaged(rest));
    records.push_back(*record);
  }
  return records;
}

Result<ports::HostFacts> facts_of(std::string_view body) {
  FF_TRY(records, records_of(body));
  Collector collector;
  for (const Record& record : records) {
    FF_TRY(taken, collector.take(record));
  }
  return std::move(collector).finish();
}

Result<std::map<std::string, std::string>> files_of(std::string_view body) {
  FF_TRY(records, records_of(body));
  Files files;
  for (const Record& record : records) {
    FF_TRY(taken, files.take(record));
  }
  return std::move(files).finish();
}

std::optional<domain::Memory> memory_of(std::string_view meminfo) {
  std::optional<std::int64_t> total;
  std::optional<std::int64_t> available;
  for (const std::string& line : lines(meminfo)) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos || !line.ends_with(" kB")) continue;
    const auto value = std::string_view(line).substr(colon + 1, line.size() - colon - 4);
    if (line.starts_with("MemTotal:")) total = number_of<std::int64_t>(trimmed(value));
    if (line.starts_with("MemAvailable:")) available = number_of<std::int64_t>(trimmed(value));
  }
  if (!total || !available) return std::nullopt;
  return domain::Memory{kibibytes(*total), kibibytes(*available)};
}

std::optional<std::uint16_t> port_of(std::string_view address) {
  const std::size_t colon = address.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  return number_of<std::uint16_t>(address.substr(colon + 1), 16);
}

std::optional<std::uint16_t> port_of_socket(std::string_view line) {
  // LISTEN 0 4096 127.0.0.53%lo:53 0.0.0.0:*
  std::vector<std::string> columns = split(line, ' ');
  std::erase(columns, std::string());
  if (columns.size() < 4) return std::nullopt;
  const std::size_t colon = columns[3].rfind(':');
  if (colon == std::string::npos) return std::nullopt;
  return number_of<std::uint16_t>(std::string_view(columns[3]).substr(colon + 1));
}

std::optional<domain::Folder> room_of(std::string_view line) {
  std::array<std::int64_t, 4> figures = {};
  for (std::int64_t& figure : figures) {
    const std::size_t blank = line.find(' ');
    const auto number = number_of<std::int64_t>(line.substr(0, blank));
    if (blank == std::string_view::npos || !number) return std::nullopt;
    figure = *number;
    line.remove_prefix(blank + 1);
  }
  const auto [blocks, size, inodes, inodes_free] = figures;
  const bool none_left = inodes > 0 && inodes_free == 0;
  if (line.empty() || size <= 0) return std::nullopt;
  const std::int64_t blocks_max = std::numeric_limits<std::int64_t>::max() / size;
  return domain::Folder{std::string(line), true, Bytes{none_left ? 0 : std::min(blocks, blocks_max) * size}};
}

std::optional<std::string> base64_decoded(std::string_view text) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  if (text.size() % 4 != 0) return std::nullopt;
  for (int padding = 0; padding < 2 && text.ends_with('='); ++padding) text.remove_suffix(1);
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text) {
    const std::size_t digit = digits.find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    bits = bits << 6 | static_cast<unsigned>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xff);
  }
  return bytes;
}

}  // namespace ff::adapters::host
