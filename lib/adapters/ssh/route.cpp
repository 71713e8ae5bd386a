#include "adapters/ssh/route.h"

#include <charconv>
#include <map>

#include "base/text.h"

namespace ff::adapters::ssh {
namespace {

using Tokens = std::map<char, std::string>;
using Dump = std::multimap<std::string, std::string, std::less<>>;

std::string expanded(std::string_view text, const Tokens& tokens) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool token = text[i] == '%' && i + 1 < text.size() && tokens.contains(text[i + 1]);
    if (token) {
      out += tokens.at(text[++i]);
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string path_of(std::string_view text, const Tokens& tokens, const Asker& asker) {
  std::string path = expanded(text, tokens);
  if (path.starts_with("~/")) path = asker.home + path.substr(1);
  return path;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::string& word : split(text, ' ')) {
    if (!word.empty()) words.push_back(std::move(word));
  }
  return words;
}

Dump read_dump(std::string_view text) {
  Dump dump;
  for (const std::string& line : lines(text)) {
    const std::size_t space = line.find(' ');
    if (space != std::string::npos) dump.emplace(line.substr(0, space), line.substr(space + 1));
  }
  return dump;
}

std::string first_of(const Dump& dump, std::string_view key) {
  const auto found = dump.find(key);
  return found == dump.end() || found->second == "none" ? std::string() : found->second;
}

/// What `ssh -J` would run: the last hop is asked to connect on, the ones before it are its own jumps.
std::string jump_command(const std::string& jumps, const Settings& settings) {
  const std::size_t comma = jumps.rfind(',');
  const std::string last = comma == std::string::npos ? jumps : jumps.substr(comma + 1);
  std::string command = "exec ssh -o BatchMode=yes";
  if (!settings.config_file.empty()) command += " -F " + shell_quoted(settings.config_file);
  if (comma != std::string::npos) command += " -J " + shell_quoted(jumps.substr(0, comma));
  return command + " -W '[%h]:%p' " + shell_quoted("ssh://" + last);
}

std::string proxy_of(const Dump& dump, const Settings& settings, const Tokens& tokens) {
  const std::string jumps = first_of(dump, "proxyjump");
  const std::string command = jumps.empty() ? first_of(dump, "proxycommand") : jump_command(jumps, settings);
  return expanded(command, tokens);
}

std::string agent_of(const Dump& dump, const Tokens& tokens, const Asker& asker) {
  const auto found = dump.find("identityagent");
  if (found == dump.end() || found->second == "SSH_AUTH_SOCK") return asker.agent;
  if (found->second == "none") return {};
  if (found->second.starts_with('$')) {
    const char* value = std::getenv(found->second.c_str() + 1);
    return value == nullptr ? std::string() : value;
  }
  return path_of(found->second, tokens, asker);
}

void add_known_hosts(const Dump& dump, std::string_view key, const Tokens& tokens, const Asker& asker,
                     std::vector<std::string>& files) {
  for (const std::string& word : words_of(first_of(dump, key))) files.push_back(path_of(word, tokens, asker));
}

/// The name under which OpenSSH looks a host up: an alias as it is, else the address with an unusual port.
std::string key_name_of(const Dump& dump, const Route& route) {
  const std::string alias = first_of(dump, "hostkeyalias");
  if (!alias.empty()) return alias;
  if (route.port == 22) return route.hostname;
  return "[" + route.hostname + "]:" + std::to_string(route.port);
}

}  // namespace

std::string Route::peer() const {
  if (!proxy_command.empty()) return "`" + proxy_command + "`";
  const bool six = hostname.find(':') != std::string::npos;
  return (six ? "[" + hostname + "]" : hostname) + ":" + std::to_string(port);
}

Result<Route> parse_dump(std::string_view text, const Settings& settings, const Asker& asker) {
  const Dump dump = read_dump(text);
  Route route;
  route.hostname = first_of(dump, "hostname");
  route.user = first_of(dump, "user");
  const std::string port = first_of(dump, "port");
  const auto [end, wrong] = std::from_chars(port.data(), port.data() + port.size(), route.port);
  if (route.hostname.empty() || wrong != std::errc() || end != port.data() + port.size()) {
    return fail(ErrorCode::bad_input, "ssh's configuration gives no address for " + settings.host);
  }
  const Tokens tokens = {{'%', "%"},        {'h', route.hostname}, {'n', settings.host},
                         {'p', port},       {'r', route.user},     {'u', asker.user},
                         {'d', asker.home}, {'l', asker.host},     {'k', first_of(dump, "hostkeyalias")}};
  const auto [first, last] = dump.equal_range("identityfile");
  for (auto each = first; each != last; ++each) {
    route.identity_files.push_back(path_of(each->second, tokens, asker));
  }
  add_known_hosts(dump, "userknownhostsfile", tokens, asker, route.known_hosts_files);
  add_known_hosts(dump, "globalknownhostsfile", tokens, asker, route.known_hosts_files);
  route.identities_only = first_of(dump, "identitiesonly") == "yes";
  route.agent = agent_of(dump, tokens, asker);
  route.key_exchange = first_of(dump, "kexalgorithms");
  route.proxy_command = proxy_of(dump, settings, tokens);
  route.key_name = key_name_of(dump, route);
  return route;
}

}  // namespace ff::adapters::ssh
