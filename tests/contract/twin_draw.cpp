#include "contract/twin_draw.hpp"

#include "simulation/random.hpp"

namespace ff::tests {
namespace {

using simulation::Random;

UnitName name_of(int index) {
  return UnitName("fft-" + std::string(1, static_cast<char>('a' + index)) + ".service");
}

/// Who needs whom, by index: only earlier ones, so that no order is a circle.
std::string needs(Random& random, int index) {
  static const std::vector<std::string> kinds = {"Requires", "BindsTo", "PartOf", "Wants"};
  std::string lines;
  for (int other = 0; other < index; ++other) {
    if (!random.chance(35)) continue;
    lines += random.of(kinds) + "=" + name_of(other).text() + "\nAfter=" + name_of(other).text() + "\n";
  }
  return lines;
}

std::string rivals(Random& random, int index, int count) {
  std::string lines;
  for (int other = 0; other < count; ++other) {
    if (other == index || !random.chance(20)) continue;
    lines += "Conflicts=" + name_of(other).text() + "\n";
    if (other < index && random.chance(70)) lines += "After=" + name_of(other).text() + "\n";
  }
  return lines;
}

std::string service(Random& random) {
  const int kind = random.between(1, 10);
  if (kind == 1) return "Type=oneshot\nExecStart=/bin/sh -c \"exit 0\"\n";
  if (kind == 2) return "Type=oneshot\nExecStart=/bin/sh -c \"exit 3\"\n";
  std::string lines =
      kind == 3 ? "ExecStart=/bin/sh -c \"exit 3\"\n" : std::string("ExecStart=/bin/sleep 10000\n");
  if (random.chance(30)) lines += "Restart=on-failure\nRestartSec=50ms\n";
  return lines;
}

DrawnDeed deed(Random& random, int count) {
  // A start is what most of the others are about.
  static const std::vector<Deed> deeds = {
      Deed::start, Deed::start,  Deed::start,  Deed::start,  Deed::stop,    Deed::stop,        Deed::crash,
      Deed::mask,  Deed::unmask, Deed::unmask, Deed::enable, Deed::disable, Deed::reset_failed};
  const Deed drawn = random.of(deeds);
  return {drawn, name_of(random.between(0, count - 1))};
}

}  // namespace

Sequence draw_sequence(std::uint64_t seed) {
  Random random(seed);
  const int count = random.between(2, 5);
  Sequence sequence;
  for (int index = 0; index < count; ++index) {
    std::string text = "[Unit]\n" + needs(random, index) + rivals(random, index, count);
    text += "[Service]\n" + service(random);
    if (random.chance(80)) text += "[Install]\nWantedBy=multi-user.target\n";
    sequence.units.push_back({name_of(index), std::move(text)});
  }
  const int deeds = random.between(3, 9);
  for (int i = 0; i < deeds; ++i) sequence.deeds.push_back(deed(random, count));
  return sequence;
}

std::string text(const DrawnDeed& deed) {
  constexpr const char* words[] = {"start",  "stop",   "crash",   "mask",
                                   "unmask", "enable", "disable", "reset-failed"};
  return std::string(words[static_cast<int>(deed.deed)]) + " " + deed.unit.text();
}

}  // namespace ff::tests
