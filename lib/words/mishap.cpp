#include "words/mishap.h"

namespace ff::words {

std::string describe(domain::Mishap::Kind kind) {
  using Kind = domain::Mishap::Kind;
  switch (kind) {
    case Kind::cut:
      return "its link is cut for " + human(domain::cut_for);
    case Kind::gone:
      return "its link is cut for good";
    case Kind::reboot:
      return "it loses its power and is back after " + human(domain::boots_in);
    case Kind::start:
      return "the unit dies while it loads, at every start";
    case Kind::never_healthy:
      return "the unit loads for ever";
    case Kind::hang:
      return "the copy hangs right after it was healthy";
    case Kind::job_timeout:
      return "its service manager does not finish the next job in time";
    case Kind::proxy:
      return "the proxy refuses every new configuration";
    case Kind::memory:
      return "what is stopped does not give its memory back";
    case Kind::disk:
      return "its disk is full from then on";
    case Kind::killed:
      return "ff is killed in the middle, and resumed";
  }
  return {};
}

}  // namespace ff::words
