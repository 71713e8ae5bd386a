#include "domain/mishap.h"

namespace ff::domain {

const char* word(Mishap::Kind kind) {
  switch (kind) {
    case Mishap::Kind::cut:
      return "cut";
    case Mishap::Kind::gone:
      return "gone";
    case Mishap::Kind::reboot:
      return "reboot";
    case Mishap::Kind::start:
      return "start";
    case Mishap::Kind::never_healthy:
      return "never-healthy";
    case Mishap::Kind::hang:
      return "hang";
    case Mishap::Kind::job_timeout:
      return "job-timeout";
    case Mishap::Kind::proxy:
      return "proxy";
    case Mishap::Kind::memory:
      return "memory";
    case Mishap::Kind::disk:
      return "disk";
    case Mishap::Kind::killed:
      return "killed";
  }
  return "";
}

std::string text(const Mishap& mishap) {
  return std::string(word(mishap.kind)) + "@" + mishap.machine.text() + ":" + std::to_string(mishap.stage);
}

}  // namespace ff::domain
