// What ff wrote and reads again: run records, intents, holder files. They may be torn, or another's work.
#include "adapters/record/record_file.h"
#include "codec/holder.h"
#include "codec/intent.h"
#include "codec/record.h"
#include "codec/snapshot.h"
#include "property.hpp"

using namespace ff;

namespace {

/// What was read is written as text that reads back as the same.
template <class Read, class Write>
void there_and_back(std::string_view text, const Read& read, const Write& write) {
  const auto value = read(text);
  if (!value) return;
  const std::string written = write(*value);
  const auto again = read(written);
  fuzz::require(again.has_value(), "what was written can be read");
  fuzz::require(write(*again) == written, "and is the same again");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  there_and_back(text, codec::header_from, codec::header_line);
  there_and_back(text, codec::record_from, codec::record_line);
  there_and_back(text, codec::start_from, codec::start_line);
  there_and_back(text, codec::outage_from, codec::outage_line);
  there_and_back(text, codec::intent_from, codec::intent_json);
  there_and_back(text, codec::holder_from, codec::holder_json);
  there_and_back(text, codec::stop_from, codec::stop_json);
  there_and_back(text, codec::snapshot_from, codec::snapshot_json);

  // A checksum is hard to guess: the lines are sealed, and once more what is drawn as it is.
  std::string file;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    file += adapters::record::sealed(text.substr(at, end - at));
    at = end + 1;
  }
  const bool whole = adapters::record::run_from(file).has_value();
  const bool torn = adapters::record::run_from(file + "{\"torn").has_value();
  fuzz::require(whole == torn, "a torn tail loses nothing before it");
  (void)adapters::record::run_from(text);
  return 0;
}
