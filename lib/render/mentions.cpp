#include "render/mentions.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

#include "base/address.h"
#include "base/text.h"
#include "render/proxy_config.h"

namespace ff::render {
namespace {

bool in_host(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' || c == '_';
}

bool in_ipv6(char c) {
  return std::isxdigit(static_cast<unsigned char>(c)) != 0 || c == ':' || c == '.';
}

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

/// "ops@box1:2222" is box1.
std::string host_of_ssh(const std::string& ssh) {
  const std::string host = ssh.substr(ssh.find('@') == std::string::npos ? 0 : ssh.find('@') + 1);
  return host.find(':') == host.rfind(':') ? host.substr(0, host.find(':')) : host;
}

/// The digits behind a ':' at `at`; empty when there are none.
std::string port_at(std::string_view line, std::size_t at) {
  if (at >= line.size() || line[at] != ':') return {};
  std::size_t end = at + 1;
  while (end < line.size() && is_digit(line[end])) ++end;
  return std::string(line.substr(at + 1, end - at - 1));
}

bool is_comment(std::string_view line) {
  const std::string_view text = trimmed(line);
  return text.starts_with('#') || text.starts_with(';') || text.starts_with("//");
}

/// Lines that say how to log in, not whom to ask.
bool is_about_ssh(std::string_view line) {
  const std::string text = lower(trimmed(line));
  for (const char* key : {"ssh-ed25519 ", "ssh-rsa ", "ecdsa-sha2-", "sk-ssh-", "sk-ecdsa-"}) {
    if (text.find(key) != std::string::npos) return true;
  }
  for (const char* key : {"hostname ", "host ", "match ", "hostkeyalias ", "proxyjump "}) {
    if (text.starts_with(key)) return true;
  }
  return false;
}

/// Whether a key's name speaks of something that is called.
bool speaks_of_hosts(std::string_view key) {
  const std::string text = lower(key);
  for (const char* word : {"host", "url", "uri", "base", "endpoint", "server", "upstream", "target", "addr",
                           "backend", "node", "api"}) {
    if (text.find(word) != std::string::npos) return true;
  }
  return false;
}

std::string_view without_quotes(std::string_view text) {
  constexpr std::string_view quotes = "\"',;[]{} \t";
  while (!text.empty() && quotes.find(text.front()) != std::string_view::npos) text.remove_prefix(1);
  while (!text.empty() && quotes.find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  return text;
}

/// `host: NAME`, `"host": "NAME"`, `HOST=NAME` and the like.
bool is_value_of_host_key(std::string_view line, std::size_t begin, std::size_t end) {
  const std::string_view before = line.substr(0, begin);
  const std::size_t separator = before.find_last_of("=:");
  if (separator == std::string_view::npos || !without_quotes(line.substr(end)).empty()) return false;
  return without_quotes(before.substr(separator + 1)).empty() && speaks_of_hosts(before.substr(0, separator));
}

bool is_host_of_url(std::string_view line, std::size_t begin) {
  const std::string_view before = line.substr(0, begin);
  if (before.ends_with("://")) return true;
  // http://user:key@box1/
  const std::size_t scheme = before.rfind("://");
  return before.ends_with('@') && scheme != std::string_view::npos &&
         before.find_first_of(" /\"'", scheme + 3) == std::string_view::npos;
}

/// "10.77.0.0/24", but not "http://10.77.0.11/8".
bool is_network(std::string_view line, std::size_t begin, std::size_t end) {
  return end + 1 < line.size() && line[end] == '/' && is_digit(line[end + 1]) && !is_host_of_url(line, begin);
}

/// A run of letters that `part` accepts, from `begin`.
std::size_t run_end(std::string_view line, std::size_t begin, bool (*part)(char)) {
  std::size_t end = begin;
  while (end < line.size() && part(line[end])) ++end;
  return end;
}

}  // namespace

Mentions::Mentions(const domain::Declaration& declaration) {
  const domain::Cluster& cluster = declaration.cluster;
  proxy_port_ = cluster.proxy.listen.port;
  for (const domain::Profile& profile : declaration.profiles) ports_.insert(profile.port);
  const std::string proxy = domain::public_endpoint(cluster).address;
  for (const domain::Machine& machine : cluster.machines) {
    if (!machine.is_box()) continue;
    add(machine, machine.api, false);
    add(machine, machine.fabric, false);
    add(machine, machine.name.text(), true);
    if (!machine.is_local()) add(machine, host_of_ssh(machine.ssh), !address_of(host_of_ssh(machine.ssh)));
  }
  for (Known& known : known_) known.is_proxy = known.text == proxy || known.box == cluster.route_host;
}

void Mentions::add(const domain::Machine& machine, const std::string& text, bool is_name) {
  const std::string compared = is_name ? lower(text) : address_of(text).value_or(text);
  if (find(compared) == nullptr) known_.push_back({compared, machine.name, is_name, false});
}

const Mentions::Known* Mentions::find(const std::string& text) const {
  const auto found = std::ranges::find(known_, text, &Known::text);
  return found == known_.end() ? nullptr : &*found;
}

/// "10.77.0.11 box1": an address and nothing but names of the same box.
bool Mentions::gives_own_names(std::string_view line) const {
  std::vector<std::string> words;
  std::string text(line.substr(0, line.find('#')));
  std::ranges::replace(text, '\t', ' ');
  for (std::string& word : split(text, ' ')) {
    if (!word.empty()) words.push_back(std::move(word));
  }
  if (words.size() < 2) return false;
  const auto address = address_of(words.front());
  const Known* box = address ? find(*address) : nullptr;
  return box != nullptr && std::all_of(words.begin() + 1, words.end(), [&](const std::string& word) {
           const Known* named = find(lower(word));
           return named != nullptr && named->is_name && named->box == box->box;
         });
}

std::vector<Mention> Mentions::in(std::string_view text) const {
  std::vector<Mention> found;
  int number = 0;
  for (const std::string& line : lines(text)) {
    ++number;
    if (is_comment(line) || is_about_ssh(line) || gives_own_names(line)) continue;
    look_at(line, number, found);
  }
  return found;
}

void Mentions::look_at(std::string_view line, int number, std::vector<Mention>& found) const {
  for (std::size_t at = 0; at < line.size();) {
    const bool bracket = line[at] == '[';
    const std::size_t begin = bracket ? at + 1 : at;
    // A word with two colons or more may be an IPv6 address, which a name or IPv4 address never is.
    const std::size_t six = run_end(line, begin, in_ipv6);
    const bool is_six = std::count(line.begin() + static_cast<std::ptrdiff_t>(begin),
                                   line.begin() + static_cast<std::ptrdiff_t>(six), ':') > 1 &&
                        (six == line.size() || !in_host(line[six]));
    const std::size_t end = is_six ? six : run_end(line, begin, in_host);
    if (end == begin) {
      ++at;
      continue;
    }
    const Host host = {begin, end, std::string(line.substr(begin, end - begin))};
    at = end;
    const auto address = address_of(host.text);
    const Known* known = find(address ? *address : lower(host.text));
    std::string port;
    bool to_copy = false;
    if (known == nullptr || !counts(line, host, *known, port, to_copy)) continue;
    found.push_back({number, host.text + (port.empty() ? "" : ":" + port), known->box, to_copy});
  }
}

bool Mentions::counts(std::string_view line, const Host& host, const Known& known, std::string& port,
                      bool& to_copy) const {
  const bool bracketed = host.end < line.size() && line[host.end] == ']';
  port = port_at(line, host.end + (bracketed ? 1 : 0));
  std::uint16_t number = 0;
  std::from_chars(port.data(), port.data() + port.size(), number);
  to_copy = ports_.contains(number) && !(known.is_proxy && number == proxy_port_);
  if (!port.empty()) return to_copy;
  // Without a port an address that is the proxy's too may mean the proxy.
  if (known.is_proxy || is_network(line, host.begin, host.end)) return false;
  return !known.is_name || is_host_of_url(line, host.begin) ||
         is_value_of_host_key(line, host.begin, host.end);
}

bool is_own_text(std::string_view text) {
  const auto has = [&](const char* part) { return text.find(part) != std::string_view::npos; };
  const bool cluster = has("route_host = ") && has("[machines.");
  const bool environment = has("FF_HOST=") && has("FF_MAX_NUM_SEQS=");
  return proxy_config_was_ours(text) || cluster || environment || text.starts_with("{\"format\":");
}

}  // namespace ff::render
