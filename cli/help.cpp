#include "cli/help.h"

#include <map>

namespace ff::cli::help {

std::string overview() {
  return R"(ff - moves a cluster of model servers from one topology to another

  ff status               what serves now, and whether it is as declared
  ff plan replica         what a switch would do; writes nothing
  ff switch replica       do it: one copy a box, behind the proxy
  ff switch split         the way back
  ff health               a token from every copy, an answer from the proxy
  ff history [RUN]        what was done, when, by whom, and how it ended
  ff version              versions
  ff help VERB            options and examples of one verb

The same command again goes on from wherever a run stopped, or says "already there".
The cluster is described by --cluster FILE, $FF_CLUSTER, or /etc/ff/cluster.toml.

exit  0 done or already there    1 failed, nothing changed     2 changes pending (plan --detailed-exitcode)
      4 serving, not as declared 5 nothing serves              6 refused, nothing touched
      7 a machine did not answer 64 usage                      75 locked by another run
      78 configuration           124 deadline                  130 interrupted, run again to go on
)";
}

std::string examples(const std::string& verb) {
  static const std::map<std::string, std::string> texts = {
      {"status", "  ff status\n  ff status --json | jq .serving\n"},
      {"plan", "  ff plan replica\n  ff plan replica --detailed-exitcode || echo pending\n"},
      {"switch",
       "  ff switch replica\n  ff switch replica --yes          # from a runbook\n"
       "  ff switch replica --dry-run\n"
       "  ff switch replica --accept foreign-proxy-config:edge --reason 'first switch'\n"},
      {"health", "  ff health\n"},
      {"history", "  ff history\n  ff history 7f3a02c1\n"},
  };
  const auto found = texts.find(verb);
  return found == texts.end() ? std::string{} : "\nExamples:\n" + found->second;
}

}  // namespace ff::cli::help
