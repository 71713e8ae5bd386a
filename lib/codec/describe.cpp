#include "codec/describe.h"

#include <array>

namespace ff {

const char* json_word(ErrorCode code) {
  return word(code);
}

const char* json_word(Advice::Kind kind) {
  constexpr std::array words = {"none",      "run_again", "switch_to",      "plan_for",
                                "status",    "accept",    "check_host_key", "edit_file",
                                "shell",     "rejoin",    "rejoin_later",   "resume",
                                "take_over", "undrain",   "allow_outage",   "end_maintenance"};
  return words[static_cast<std::size_t>(kind)];
}

}  // namespace ff

namespace ff::domain {

const char* json_word(LoadState state) {
  return word(state);
}
const char* json_word(ActiveState state) {
  return word(state);
}
const char* json_word(Intent::Phase phase) {
  return phase == Intent::Phase::switching ? "switching" : "steady";
}

const char* json_word(Rung rung) {
  constexpr std::array words = {"none", "unit_active", "accepting", "health_ok", "model_named", "token"};
  return words[static_cast<std::size_t>(rung)];
}

const char* json_word(Route::Kind kind) {
  return word(kind);
}
const char* json_word(Record::Kind kind) {
  return word(kind);
}
const char* json_word(Outcome::Kind kind) {
  return word(kind);
}
const char* json_word(Hazard::Class weight) {
  return word(weight);
}

}  // namespace ff::domain
