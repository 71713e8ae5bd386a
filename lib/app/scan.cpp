#include "app/scan.h"

#include <utility>

namespace ff::app {

Result<ScanReport> scan(const domain::Declaration& declaration, ports::Texts& texts,
                        const std::vector<std::string>& paths, const std::stop_token& stop) {
  const render::Mentions mentions(declaration);
  ScanReport report;
  const auto take = [&](const std::string& file, const std::string& text) {
    if (render::is_own_text(text)) {
      ++report.own;
      return;
    }
    for (render::Mention& mention : mentions.in(text)) report.found.push_back({file, std::move(mention)});
  };
  FF_TRY(read, texts.each(paths, take, stop));
  report.read = read;
  return report;
}

}  // namespace ff::app
