// What machines answer: shells that print what they like, /proc, configuration files.
#include "adapters/host/transcript.h"
#include "observe/sockets.h"
#include "property.hpp"
#include "render/mentions.h"
#include "render/proxy_config.h"

using namespace ff;

namespace {

std::string body_of(std::string_view text, std::size_t piece) {
  adapters::host::Transcript transcript("m", 64);
  for (std::size_t at = 0; at < text.size(); at += piece) transcript.feed(text.substr(at, piece));
  (void)transcript.code();
  (void)transcript.errors();
  return transcript.body();
}

/// One box, so that there is something to mention.
domain::Declaration declaration() {
  domain::Machine box;
  box.name = MachineName("box1");
  box.ssh = "box1";
  box.api = "10.77.0.11";
  box.fabric = "10.78.0.11";
  domain::Declaration one;
  one.cluster.machines = {box};
  one.cluster.route_host = box.name;
  one.cluster.proxy.listen = {"10.77.0.2", 8000};
  return one;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const render::Mentions mentions(declaration());
  const std::string_view text = fuzz::text_of(data, size);
  fuzz::require(body_of(text, 1) == body_of(text, text.size() + 1), "a body is the same whatever the pieces");
  (void)observe::sockets_from(text);
  (void)mentions.in(text);
  const auto config = render::proxy_config_read(text);
  fuzz::require(!config || render::proxy_config_was_ours(text), "what ff owns is what it wrote");
  return 0;
}
