#include "domain/route.h"

namespace ff::domain {

const char* word(Route::Kind kind) {
  return kind == Route::Kind::serving ? "serving" : "maintenance";
}

}  // namespace ff::domain
