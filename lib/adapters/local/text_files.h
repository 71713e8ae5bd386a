#pragma once

#include "ports/texts.h"

namespace ff::adapters::local {

/// The files below some folders, as this process may read them.
class TextFiles : public ports::Texts {
 public:
  Result<ports::TextsRead> each(const std::vector<std::string>& paths, const ports::TakeText& take,
                                std::stop_token stop) override;
};

}  // namespace ff::adapters::local
