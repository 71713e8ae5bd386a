#pragma once

#include <expected>
#include <utility>
#include <variant>

#include "base/error.h"

namespace ff {

/// A value, or the error that kept it from being made.
template <class T>
using Result = std::expected<T, Error>;

/// Success without a value.
using Done = std::monostate;
/// The outcome of an act that yields nothing.
using Status = Result<Done>;

/// What a function returns to say that it failed.
[[nodiscard]] inline std::unexpected<Error> fail(Error error) {
  return std::unexpected(std::move(error));
}
/// The same from its parts.
[[nodiscard]] inline std::unexpected<Error> fail(ErrorCode code, std::string what, Place where = {}) {
  return std::unexpected(Error{code, std::move(what), std::move(where), {}, {}});
}

}  // namespace ff

#define FF_TRY_JOIN_(a, b) a##b
#define FF_TRY_NAME_(a, b) FF_TRY_JOIN_(a, b)
/// Declares `name` as the value of `expr`, or returns expr's error from the enclosing function.
#define FF_TRY(name, expr)                                                      \
  auto FF_TRY_NAME_(ff_try_, __LINE__) = (expr);                                \
  if (!FF_TRY_NAME_(ff_try_, __LINE__)) {                                       \
    return std::unexpected(std::move(FF_TRY_NAME_(ff_try_, __LINE__)).error()); \
  }                                                                             \
  [[maybe_unused]] auto name = *std::move(FF_TRY_NAME_(ff_try_, __LINE__))
