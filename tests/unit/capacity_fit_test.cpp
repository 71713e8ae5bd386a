#include "capacity/capacity.h"
#include "tests/catch.hpp"

namespace ff::capacity {
namespace {

/// A GB10 box: MemTotal 127601452 kB, about 121.7 GiB.
const Bytes total = kibibytes(127'601'452);
const Bytes reserve = gibibytes(8);
/// What the engine holds beside weights and cache, as an assumption.
const Bytes overhead = gibibytes(5);
const Bytes weights = gibibytes(71);

TEST_CASE("vLLM's claim is its share of the whole memory, rounded up", "[capacity]") {
  CHECK(human(need(total, 0.78)) == "94.9 GiB");
  CHECK(human(need(total, 0.74)) == "90.1 GiB");
  CHECK(need(total, 1.0) == total);
  CHECK(need({1000}, 0.0015) == Bytes{2});
  CHECK(need({0}, 0.5) == Bytes{0});
}

TEST_CASE("the box with databases: 0.78 leaves 5 GiB and does not fit, 0.74 leaves 9.9 and does",
          "[capacity]") {
  const domain::Memory memory{total, gibibytes(99.93)};
  const Fit before = fit(memory, need(total, 0.78), reserve);
  CHECK_FALSE(before.fits());
  CHECK(human(before.left) == "5.0 GiB");
  CHECK(human(before.missing) == "3.0 GiB");
  const Fit after = fit(memory, need(total, 0.74), reserve);
  CHECK(after.fits());
  CHECK(human(after.left) == "9.9 GiB");
  CHECK(after.missing == Bytes{0});
}

TEST_CASE("what a retired member gives back counts, up to what the box has", "[capacity]") {
  const domain::Memory serving{total, gibibytes(20)};
  const Bytes wanted = need(total, 0.78);
  CHECK_FALSE(fit(serving, wanted, reserve).fits());
  CHECK(fit(serving, wanted, reserve, wanted).fits());
  CHECK(fit(serving, wanted, reserve, wanted).free == gibibytes(20) + wanted);
  CHECK(fit(serving, wanted, reserve, gibibytes(1000)).free == total);
}

TEST_CASE("the reserve is kept to the byte", "[capacity]") {
  const domain::Memory memory{{100}, {60}};
  CHECK(fit(memory, {50}, {10}).fits());
  CHECK(fit(memory, {50}, {11}).missing == Bytes{1});
  CHECK(fit(memory, {60}, {0}).fits());
  CHECK(fit(memory, {61}, {0}).missing == Bytes{1});
}

TEST_CASE("a member that does not even start leaves less than nothing, and misses the reserve too",
          "[capacity]") {
  const Fit much_too_large = fit({{100}, {40}}, {90}, {10});
  CHECK(much_too_large.left == Bytes{-50});
  CHECK(much_too_large.missing == Bytes{60});
}

TEST_CASE("the room for KV cache is the claim less weights and the rest", "[capacity]") {
  CHECK(human(kv_room(total, 0.80, weights, overhead)) == "21.4 GiB");
  CHECK(human(kv_room(total, 0.80, gibibytes(35.5), overhead)) == "56.9 GiB");
  CHECK(kv_room(total, 0.50, weights, overhead) == Bytes{0});
}

TEST_CASE("a cache in tokens comes from a measured pair, and gives it back", "[capacity]") {
  const double measured = bytes_per_token(gibibytes(12), 508'031);
  CHECK(measured == Approx(25'363).margin(1));
  CHECK(kv_tokens(gibibytes(12), measured) == Approx(508'031).margin(1));
  CHECK(kv_tokens(gibibytes(24), measured) == Approx(1'016'062).margin(2));
}

TEST_CASE("unknown figures give 0, never a division by zero", "[capacity]") {
  CHECK(bytes_per_token(gibibytes(12), 0) == 0.0);
  CHECK(bytes_per_token(gibibytes(12), -1) == 0.0);
  CHECK(kv_tokens(gibibytes(12), 0.0) == 0);
  CHECK(full_requests(499'110, 0) == 0.0);
}

TEST_CASE("requests of full length: the measured caches", "[capacity]") {
  CHECK(full_requests(499'110, 262'144) == Approx(1.90).margin(0.005));
  CHECK(full_requests(760'000, 262'144) == Approx(2.9).margin(0.05));
  CHECK(full_requests(1'080'000, 262'144) == Approx(4.1).margin(0.05));
  CHECK(full_requests(3'145'728, 262'144) == Approx(12.0));
}

}  // namespace
}  // namespace ff::capacity
