#include "render/nginx_lint.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>
#include <set>

#include "base/address.h"
#include "base/text.h"
#include "render/nginx_syntax.h"
#include "render/proxy_config.h"

namespace ff::render {
namespace {

using domain::ProxyFault;
using Kind = ProxyFault::Kind;

/// nginx's own, where a server line says nothing.
constexpr Milliseconds default_fail_timeout = std::chrono::seconds(10);

/// "10000s", "30", "1h30m", "500ms"; nothing when it is none.
std::optional<Milliseconds> duration_in(std::string_view text) {
  static const std::map<std::string, Milliseconds, std::less<>> units = {
      {"ms", Milliseconds(1)},          {"s", std::chrono::seconds(1)}, {"", std::chrono::seconds(1)},
      {"m", std::chrono::minutes(1)},   {"h", std::chrono::hours(1)},   {"d", std::chrono::hours(24)},
      {"w", std::chrono::hours(24 * 7)}};
  if (text.empty()) return std::nullopt;
  Milliseconds sum{0};
  while (!text.empty()) {
    std::int32_t number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc() || number < 0) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    std::size_t length = 0;
    while (length < text.size() && std::isalpha(static_cast<unsigned char>(text[length])) != 0) ++length;
    const auto unit = units.find(text.substr(0, length));
    if (unit == units.end()) return std::nullopt;
    sum += number * unit->second;
    text.remove_prefix(length);
  }
  return sum;
}

struct Target {
  std::string host;  ///< an address in figures without brackets, or a name
  std::uint16_t port = 80;
};

/// "10.0.0.1:8000", "[::1]:8000", "name"; nothing for a socket in the file system.
std::optional<Target> target_in(std::string_view text) {
  if (text.empty() || text.starts_with("unix:")) return std::nullopt;
  const std::size_t bracket = text.rfind(']');
  const std::size_t colon = text.find(':', bracket == std::string_view::npos ? 0 : bracket);
  Target target;
  target.host = std::string(text.substr(0, colon));
  if (target.host.starts_with('[') && target.host.ends_with(']'))
    target.host = target.host.substr(1, target.host.size() - 2);
  if (colon == std::string_view::npos) return target;
  const std::string_view digits = text.substr(colon + 1);
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), target.port);
  return fault == std::errc() && end == digits.data() + digits.size() ? std::optional(target) : std::nullopt;
}

/// The words of a directive as somebody wrote them.
std::string as_said(const Directive& directive) {
  return joined(directive.words, " ");
}

/// The value of NAME=VALUE among the words; nothing when none has it.
std::optional<std::string> parameter(const Directive& directive, const std::string& name) {
  for (const std::string& word : directive.words) {
    if (word.starts_with(name + "=")) return word.substr(name.size() + 1);
  }
  return std::nullopt;
}

bool has_word(const Directive& directive, const char* word) {
  return std::find(directive.words.begin() + 1, directive.words.end(), word) != directive.words.end();
}

/// Knows what leads to a copy.
class Copies {
 public:
  explicit Copies(const domain::Declaration& declaration) {
    const domain::Cluster& cluster = declaration.cluster;
    for (const domain::Profile& profile : declaration.profiles) ports_.insert(profile.port);
    for (const domain::Machine& machine : cluster.machines) {
      if (!machine.is_box()) continue;
      for (const std::string& address : {machine.api, machine.fabric})
        addresses_.insert(address_of(address).value_or(address));
      beside_a_copy_ = beside_a_copy_ || machine.name == cluster.route_host;
    }
  }

  [[nodiscard]] bool include(const Target& target) const {
    if (!ports_.contains(target.port)) return false;
    const auto address = address_of(target.host);
    const bool own = address ? address->starts_with("127.") || *address == "::1" : target.host == "localhost";
    if (own) return beside_a_copy_;
    return !address || addresses_.contains(*address);
  }

 private:
  std::set<std::uint16_t> ports_;
  std::set<std::string> addresses_;
  bool beside_a_copy_ = false;  ///< the proxy runs on a box, whose loopback leads to its copy
};

/// One configuration as nginx reads it, from its first file on.
class Lint {
 public:
  Lint(const domain::Cluster& cluster, const Copies& copies, const std::vector<Directive>& main)
      : cluster_(cluster), copies_(copies), main_(main) {}

  NginxLint result() {
    find_upstreams(main_);
    find_passes(main_, nullptr);
    if (found_.leads_to_copies) look_at_main();
    return std::move(found_);
  }

 private:
  void tell(Kind kind, const Directive& directive, std::string said, Milliseconds time = Milliseconds{0}) {
    found_.faults.push_back({directive.file, directive.line, kind, std::move(said), time});
  }

  void find_upstreams(const std::vector<Directive>& block) {
    for (const Directive& directive : block) {
      if (directive.name() == "upstream" && leads_to_copies(directive)) {
        upstreams_.insert(directive.value());
        found_.leads_to_copies = true;
        look_at_upstream(directive);
      }
      find_upstreams(directive.block);
    }
  }

  [[nodiscard]] bool leads_to_copies(const Directive& upstream) const {
    return std::ranges::any_of(upstream.block, [&](const Directive& line) {
      const auto target = line.name() == "server" ? target_in(line.value()) : std::nullopt;
      return target && copies_.include(*target);
    });
  }

  void look_at_upstream(const Directive& upstream) {
    std::vector<const Directive*> servers;
    const Directive* least_conn = nullptr;
    bool has_zone = false;
    for (const Directive& line : upstream.block) {
      if (line.name() == "server") servers.push_back(&line);
      if (line.name() == "least_conn") least_conn = &line;
      has_zone = has_zone || line.name() == "zone";
    }
    for (const Directive* server : servers) look_at_server(*server, servers.size());
    if (least_conn != nullptr && !has_zone && servers.size() > 1)
      tell(Kind::no_zone, *least_conn, "upstream " + upstream.value());
  }

  void look_at_server(const Directive& server, std::size_t lines) {
    const auto target = target_in(server.value());
    const bool is_name = target && !address_of(target->host);
    for (const char* word : {"down", "backup"}) {
      if (has_word(server, word)) tell(Kind::placeholder, server, as_said(server));
    }
    if (is_name) tell(Kind::name, server, as_said(server));
    // nginx counts no failures of the only one; a name may have several addresses.
    if (lines < 2 && !is_name) return;
    if (parameter(server, "max_fails").value_or("1") == "0" || has_word(server, "down")) return;
    const Milliseconds pause =
        duration_in(parameter(server, "fail_timeout").value_or("")).value_or(default_fail_timeout);
    tell(pause > default_fail_timeout ? Kind::long_fail_timeout : Kind::max_fails, server, as_said(server),
         pause);
  }

  /// `buffering` is the one in force around the block; nullptr for nginx's own, which is on.
  void find_passes(const std::vector<Directive>& block, const Directive* buffering) {
    for (const Directive& directive : block) {
      if (directive.name() == "proxy_buffering") buffering = &directive;
    }
    for (const Directive& directive : block) {
      if (directive.name() == "proxy_pass") look_at_pass(directive, buffering);
      find_passes(directive.block, buffering);
    }
  }

  void look_at_pass(const Directive& pass, const Directive* buffering) {
    const std::string url = pass.value();
    const std::size_t begin = url.find("://") == std::string::npos ? 0 : url.find("://") + 3;
    const std::string host = url.substr(begin, url.find('/', begin) - begin);
    const auto target = target_in(host);
    const bool direct = target && !upstreams_.contains(host) && copies_.include(*target);
    if (!direct && !upstreams_.contains(host)) return;
    found_.leads_to_copies = true;
    if (direct && !address_of(target->host)) tell(Kind::name, pass, as_said(pass));
    if (buffering == nullptr)
      tell(Kind::buffering, pass, as_said(pass));
    else if (buffering->value() != "off")
      tell(Kind::buffering, *buffering, as_said(*buffering));
  }

  void look_at_main() {
    for (const Directive& directive : main_) {
      if (directive.name() != "worker_shutdown_timeout") continue;
      const auto time = duration_in(directive.value());
      if (time && *time < cluster_.proxy.longest_stream)
        tell(Kind::short_shutdown, directive, as_said(directive), cluster_.proxy.longest_stream);
    }
  }

  const domain::Cluster& cluster_;
  const Copies& copies_;
  const std::vector<Directive>& main_;
  std::set<std::string> upstreams_;
  NginxLint found_;
};

std::vector<domain::ConfigFile> foreign(const std::vector<domain::ConfigFile>& files) {
  std::vector<domain::ConfigFile> kept;
  std::ranges::copy_if(files, std::back_inserter(kept),
                       [](const domain::ConfigFile& file) { return !proxy_config_was_ours(file.content); });
  return kept;
}

}  // namespace

NginxLint lint_nginx(const domain::Declaration& declaration, const std::vector<domain::ConfigFile>& files) {
  const Copies copies(declaration);
  NginxLint all;
  for (const std::vector<Directive>& main : nginx_directives(foreign(files))) {
    NginxLint one = Lint(declaration.cluster, copies, main).result();
    all.leads_to_copies = all.leads_to_copies || one.leads_to_copies;
    std::ranges::move(one.faults, std::back_inserter(all.faults));
  }
  // A file that several others include is read once for each.
  std::ranges::sort(all.faults);
  all.faults.erase(std::ranges::unique(all.faults).begin(), all.faults.end());
  return all;
}

}  // namespace ff::render
