#include <libssh/libssh.h>
#include <pwd.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <memory>

#include "adapters/ssh/route.h"
#include "adapters/ssh/session.h"
#include "base/child.h"
#include "base/text.h"

namespace ff::adapters::ssh {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}

Asker this_asker() {
  Asker asker;
  passwd entry = {};
  passwd* found = nullptr;
  std::array<char, 4096> buffer = {};
  if (getpwuid_r(getuid(), &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr) {
    asker.home = found->pw_dir;
    asker.user = found->pw_name;
  }
  std::array<char, 256> name = {};
  gethostname(name.data(), name.size() - 1);
  asker.host = name.data();
  asker.agent = variable("SSH_AUTH_SOCK");
  return asker;
}

std::string option(ssh_session session, ssh_options_e which) {
  char* value = nullptr;
  if (ssh_options_get(session, which, &value) != SSH_OK || value == nullptr) return {};
  std::string text = value;
  ssh_string_free_char(value);
  return text;
}

Result<Route> resolve_without_ssh(const Settings& settings, const Asker& asker) {
  const SessionHandle session(ssh_new());
  ssh_options_set(session.get(), SSH_OPTIONS_HOST, settings.host.c_str());
  const char* file = settings.config_file.empty() ? nullptr : settings.config_file.c_str();
  if (ssh_options_parse_config(session.get(), file) != SSH_OK) {
    return fail(ErrorCode::bad_input, "cannot read the ssh configuration " + settings.config_file);
  }
  unsigned port = 22;
  ssh_options_get_port(session.get(), &port);
  std::string dump = "hostname " + option(session.get(), SSH_OPTIONS_HOST) + "\nport " + std::to_string(port);
  const std::string user = option(session.get(), SSH_OPTIONS_USER);
  const std::string known = option(session.get(), SSH_OPTIONS_KNOWNHOSTS);
  dump += "\nuser " + (user.empty() ? asker.user : user);
  dump += "\nidentityfile " + option(session.get(), SSH_OPTIONS_IDENTITY);
  dump += "\nuserknownhostsfile " + (known.empty() ? "~/.ssh/known_hosts" : known);
  dump += "\nglobalknownhostsfile /etc/ssh/ssh_known_hosts";
  const std::string proxy = option(session.get(), SSH_OPTIONS_PROXYCOMMAND);
  if (!proxy.empty()) dump += "\nproxycommand " + proxy;
  return parse_dump(dump, settings, asker);
}

}  // namespace

Result<Route> resolve(const Settings& settings, Limit limit) {
  std::vector<std::string> command = {"ssh", "-G"};
  if (!settings.config_file.empty()) command.insert(command.end(), {"-F", settings.config_file});
  command.insert(command.end(), {"--", settings.host});
  auto asked = run_child(command, std::move(limit));
  if (!asked && asked.error().code == ErrorCode::not_found)
    return resolve_without_ssh(settings, this_asker());
  if (!asked) return fail(in_context(asked.error(), "reading the ssh configuration"));
  if (asked->status != 0) {
    Error error{
        ErrorCode::bad_input, "ssh does not accept its configuration for " + settings.host, {}, {}, {}};
    error.evidence = lines(asked->error);
    error.advice = {Advice::Kind::edit_file,
                    settings.config_file.empty() ? std::string("~/.ssh/config") : settings.config_file};
    return fail(std::move(error));
  }
  return parse_dump(asked->out, settings, this_asker());
}

}  // namespace ff::adapters::ssh
