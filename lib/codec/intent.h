#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "domain/intent.h"

namespace ff::codec {

/// An intent as the file on every machine holds it: readable JSON with its format's number.
[[nodiscard]] std::string intent_json(const domain::Intent& intent);
/// The intent that such a file holds. `bad_input` when it is torn, of a later format, has no run, or has an
/// unknown or wrong member (told by its JSON pointer).
[[nodiscard]] Result<domain::Intent> intent_from(std::string_view text);

}  // namespace ff::codec
