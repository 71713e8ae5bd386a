#include "base/text.h"
#include "observe/tools.h"

namespace ff::observe {
namespace {

/// An nginx that may not be asked, or finds its configuration broken, is not needed to read Debian's paths.
constexpr const char* script = R"SCRIPT(
PATH=$PATH:/usr/sbin:/sbin
config=$1 debian=/etc/nginx/nginx.conf
show() {
  for file; do
    [ ! -f "$file" ] || { echo "# configuration file $file:"; cat -- "$file"; echo; }
  done
}
told=''
[ -z "$config" ] || ! nginx -T -q -c "$config" 2>/dev/null || told=$config
[ -n "$told" ] || [ -z "$config" ] || [ "$config" = "$debian" ] || show "$config"
[ "$told" = "$debian" ] || show "$debian" /etc/nginx/conf.d/*.conf /etc/nginx/sites-enabled/*
exit 0
)SCRIPT";

constexpr std::string_view heading = "# configuration file ";

}  // namespace

std::vector<domain::ConfigFile> proxy_files_from(std::string_view answer) {
  std::vector<domain::ConfigFile> files;
  for (const std::string& line : lines(answer)) {
    if (line.starts_with(heading) && line.ends_with(':'))
      files.push_back({line.substr(heading.size(), line.size() - heading.size() - 1), ""});
    else if (!files.empty())
      files.back().content += line + "\n";
  }
  return files;
}

Result<std::vector<domain::ConfigFile>> look_at_proxy_files(ports::HostReader& host,
                                                            const std::string& config, const Limit& limit) {
  FF_TRY(answer, host.output_of({"bash", "-c", script, "ff", config}, limit));
  return proxy_files_from(answer);
}

}  // namespace ff::observe
