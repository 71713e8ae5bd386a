#include "base/error.h"

namespace ff {

const char* word(ErrorCode code) {
  switch (code) {
    case ErrorCode::bad_input:
      return "bad_input";
    case ErrorCode::unreachable:
      return "unreachable";
    case ErrorCode::not_trusted:
      return "not_trusted";
    case ErrorCode::not_permitted:
      return "not_permitted";
    case ErrorCode::not_found:
      return "not_found";
    case ErrorCode::refused:
      return "refused";
    case ErrorCode::failed:
      return "failed";
    case ErrorCode::timeout:
      return "timeout";
    case ErrorCode::cancelled:
      return "cancelled";
    case ErrorCode::link_lost:
      return "link_lost";
    case ErrorCode::locked:
      return "locked";
    case ErrorCode::lease_lost:
      return "lease_lost";
  }
  return "failed";
}

Error in_context(Error error, const std::string& context) {
  error.what = context + ": " + error.what;
  return error;
}

Error at(Error error, const MachineName& machine) {
  if (error.where.machine.empty()) error.where.machine = machine;
  return error;
}

}  // namespace ff
