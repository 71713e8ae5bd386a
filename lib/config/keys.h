#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace ff::config {

enum class FileKind { cluster, profile };

/// What a key's value has to be; `allowed()` says it in words.
enum class KeyType {
  name,           ///< a name of a cluster, machine or box
  names,          ///< a list of names of machines, each once
  ssh_alias,      ///< a host as ssh takes it, or "local"
  address,        ///< an IP address, never a host name
  addresses,      ///< a list of them, each once
  endpoint,       ///< IP:PORT, [IPv6]:PORT
  absolute_path,  ///< a path that begins with '/'
  path,           ///< the same, or relative to the file that it stands in
  service,        ///< a systemd service unit
  unit,           ///< a systemd unit of any kind that can be started
  image,          ///< a container image
  model_path,     ///< a path or hub name of a model
  served_name,    ///< a model's name in the API
  words,          ///< a list of command-line words
  port,           ///< a TCP port
  integer,        ///< a whole number from `minimum` to `maximum`
  share,          ///< a number above 0, up to 1
  boolean,
  duration,  ///< "1m30s", from `minimum` to `maximum` milliseconds
  size,      ///< "8 GiB", from `minimum` to `maximum` bytes
  choice,    ///< one of the words in `choices`
};

/// One key of a file: the only place where its type, default, range and meaning are told.
struct Key {
  FileKind file;
  const char* table;  ///< "", "proxy", "machines.*" ('*' stands for a name), "watchdogs[]" (a list of tables)
  const char* name;
  KeyType type;
  const char* fallback;  ///< value when absent, as it is written in TOML; nullptr: none
  bool required;         ///< whether its absence is a fault
  std::int64_t minimum;  ///< of integers, durations (ms) and sizes (bytes)
  std::int64_t maximum;
  const char* choices;  ///< of a choice: words with '|' between them; nullptr otherwise
  const char* help;     ///< one sentence for the manual

  /// "settings.max_num_seqs", "machines.*.api", "watchdogs[].unit".
  [[nodiscard]] std::string path() const;
};

/// All keys of both kinds of file, in the order of the manual.
[[nodiscard]] std::span<const Key> keys();
/// What the key's value may be, for messages and the manual: "a whole number from 1 to 65535".
[[nodiscard]] std::string allowed(const Key& key);

}  // namespace ff::config
