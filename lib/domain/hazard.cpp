#include "domain/hazard.h"

namespace ff::domain {

const char* word(Hazard::Class weight) {
  switch (weight) {
    case Hazard::Class::block:
      return "block";
    case Hazard::Class::accept:
      return "accept";
    case Hazard::Class::note:
      return "note";
  }
  return "block";
}

}  // namespace ff::domain
