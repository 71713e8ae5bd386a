#include "adapters/ssh/host_keys.h"

#include <algorithm>
#include <fstream>
#include <set>

#include "base/text.h"

namespace ff::adapters::ssh {
namespace {

const char* const revoked_marker = "@revoked ";

std::string fingerprint(ssh_key key) {
  unsigned char* hash = nullptr;
  std::size_t size = 0;
  if (ssh_get_publickey_hash(key, SSH_PUBLICKEY_HASH_SHA256, &hash, &size) != 0) return "unknown";
  char* text = ssh_get_fingerprint_hash(SSH_PUBLICKEY_HASH_SHA256, hash, size);
  std::string out = text == nullptr ? "unknown" : text;
  ssh_string_free_char(text);
  ssh_clean_pubkey_hash(&hash);
  return out;
}

std::string type_of(ssh_key key) {
  return ssh_key_type_to_char(ssh_key_type(key));
}

/// "ssh-ed25519" as ssh-keyscan -t wants it: "ed25519".
std::string scan_type(const std::string& type) {
  if (type.starts_with("ecdsa")) return "ecdsa";
  return type.starts_with("ssh-") ? type.substr(4) : type;
}

}  // namespace

HostKeys HostKeys::known(const Route& route) {
  HostKeys keys;
  keys.name_ = route.key_name;
  std::transform(keys.name_.begin(), keys.name_.end(), keys.name_.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  keys.address_ = route.hostname;
  keys.port_ = std::to_string(route.port);
  keys.file_ = route.known_hosts_files.empty() ? "~/.ssh/known_hosts" : route.known_hosts_files.front();
  for (const std::string& file : route.known_hosts_files) keys.read(file);
  return keys;
}

void HostKeys::read(const std::string& file) {
  std::ifstream in(file);
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) read_line(file, number, std::move(line));
}

void HostKeys::read_line(const std::string& file, int number, std::string line) {
  std::replace(line.begin(), line.end(), '\t', ' ');
  std::string_view text = trimmed(line);
  const bool revoked = text.starts_with(revoked_marker);
  if (revoked) text = trimmed(text.substr(std::string_view(revoked_marker).size()));
  if (text.empty() || text.front() == '#' || text.front() == '@') return;
  ssh_knownhosts_entry* entry = nullptr;
  if (ssh_known_hosts_parse_line(name_.c_str(), std::string(text).c_str(), &entry) != SSH_OK) return;
  known_.push_back({KeyHandle(ssh_key_dup(entry->publickey)), file, number, revoked});
  ssh_knownhosts_entry_free(entry);
}

std::string HostKeys::preferred() const {
  std::set<std::string> types;
  for (const Known& each : known_) types.insert(type_of(each.key.get()));
  const std::vector<std::string> algorithms = {"ssh-ed25519",         "ecdsa-sha2-nistp256",
                                               "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521",
                                               "rsa-sha2-512",        "rsa-sha2-256"};
  const auto checkable = [&](const std::string& algorithm) {
    return types.contains(algorithm) || (algorithm.starts_with("rsa") && types.contains("ssh-rsa"));
  };
  std::vector<std::string> order = algorithms;
  std::stable_partition(order.begin(), order.end(), checkable);
  return joined(order, ",");
}

std::string HostKeys::how_to_add(const std::string& type) const {
  return "ssh-keyscan -p " + port_ + " -t " + scan_type(type) + " " + address_ + " | sed " +
         shell_quoted("s/^[^ ]* /" + name_ + " /") + " >> " + file_;
}

Error HostKeys::refusal(ssh_key key, const std::string& type) const {
  Error error{ErrorCode::not_trusted, {}, {}, {}, {Advice::Kind::check_host_key, name_}};
  error.evidence.push_back("the server's key is " + type + " " + fingerprint(key));
  const auto same = std::find_if(known_.begin(), known_.end(), [&](const Known& each) {
    return !each.revoked && type_of(each.key.get()) == type;
  });
  const auto other =
      std::find_if(known_.begin(), known_.end(), [](const Known& each) { return !each.revoked; });
  if (same != known_.end()) {
    error.what = "the host key of " + name_ + " has changed: another machine, or one that was set up anew";
    error.evidence.push_back("known as " + fingerprint(same->key.get()) + " in " + same->file + ":" +
                             std::to_string(same->line));
    error.evidence.push_back("only if it was set up anew, forget the old key: ssh-keygen -R " +
                             shell_quoted(name_) + " -f " + same->file);
  } else if (other != known_.end()) {
    error.what = "the host key of " + name_ + " is known with another type only (" +
                 type_of(other->key.get()) + ", not " + type + ")";
    error.evidence.push_back("known from " + other->file + ":" + std::to_string(other->line));
  } else {
    error.what = "the host key of " + name_ + " is unknown";
    error.evidence.push_back("looked for " + name_ + " in " + file_ + " and the machine's own list");
  }
  error.evidence.push_back("compare on its console: ssh-keygen -l -f /etc/ssh/ssh_host_" + scan_type(type) +
                           "_key.pub");
  error.evidence.push_back("then add it: " + how_to_add(type));
  return error;
}

Status HostKeys::check(ssh_key key) const {
  const auto is_it = [&](const Known& each) {
    return ssh_key_cmp(each.key.get(), key, SSH_KEY_CMP_PUBLIC) == 0;
  };
  for (const Known& each : known_) {
    if (!each.revoked || !is_it(each)) continue;
    Error error{ErrorCode::not_trusted, "the host key of " + name_ + " is marked as revoked", {}, {}, {}};
    error.evidence.push_back(each.file + ":" + std::to_string(each.line) + " revokes " + fingerprint(key));
    error.advice = {Advice::Kind::check_host_key, name_};
    return fail(std::move(error));
  }
  if (std::any_of(known_.begin(), known_.end(), is_it)) return Done{};
  return fail(refusal(key, type_of(key)));
}

}  // namespace ff::adapters::ssh
