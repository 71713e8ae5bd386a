#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "domain/profile.h"
#include "ports/texts.h"
#include "render/mentions.h"

namespace ff::app {

/// A box's address in a file.
struct Found {
  std::string file;
  render::Mention mention;
};

/// What a search through files came to.
struct ScanReport {
  std::vector<Found> found;  ///< by file and line
  int own = 0;               ///< files of ff's own, left out
  ports::TextsRead read;
};

/// Looks for addresses of boxes in text files of the machine that ff runs on. Asks no machine. Fails as
/// ports::Texts does.
[[nodiscard]] Result<ScanReport> scan(const domain::Declaration& declaration, ports::Texts& texts,
                                      const std::vector<std::string>& paths, const std::stop_token& stop);

}  // namespace ff::app
