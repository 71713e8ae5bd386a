#include "adapters/record/copies.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace ff::adapters::record {
namespace {

constexpr std::size_t text_max_bytes = 1024 * 1024;

}  // namespace

Status put_text(const std::string& path, const std::string& text, bool from_start) {
  std::error_code fault;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), fault);
  if (fault) return fail(ErrorCode::failed, path + ": its folder cannot be made: " + fault.message());
  std::ofstream file(path,
                     from_start ? std::ios::binary | std::ios::trunc : std::ios::binary | std::ios::app);
  file << text;
  file.close();
  if (file) return Done{};
  return fail(ErrorCode::failed, path + " cannot be written");
}

std::optional<std::string> text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string text(text_max_bytes, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code fault;
  for (std::filesystem::directory_iterator entry(folder, fault), end; !fault && entry != end;
       entry.increment(fault)) {
    names.push_back(entry->path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace ff::adapters::record
