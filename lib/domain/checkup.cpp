#include "domain/checkup.h"

namespace ff::domain {

const char* word(Check::Verdict verdict) {
  switch (verdict) {
    case Check::Verdict::ok:
      return "ok";
    case Check::Verdict::warn:
      return "warn";
    case Check::Verdict::fail:
      return "fail";
    case Check::Verdict::unseen:
      return "unseen";
  }
  return "unseen";
}

}  // namespace ff::domain
