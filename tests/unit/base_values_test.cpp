#include <set>
#include <unordered_set>

#include "base/bytes.h"
#include "base/digest.h"
#include "base/ids.h"
#include "base/result.h"
#include "tests/catch.hpp"

namespace ff {
namespace {

TEST_CASE("the digest is FNV-1a of 64 bits", "[base]") {
  CHECK(digest_of("") == Digest("cbf29ce484222325"));
  CHECK(digest_of("a") == Digest("af63dc4c8601ec8c"));
  CHECK(digest_of("foobar") == Digest("85944171f73967e8"));
}

TEST_CASE("the digest sees every byte, also NUL and those above 127", "[base]") {
  CHECK(digest_of(std::string_view("\0", 1)) != digest_of(""));
  CHECK(digest_of("\xff") != digest_of("\x7f"));
  CHECK(digest_of("a\n") != digest_of("a"));
}

TEST_CASE("ids of one kind compare by their text, and are keys", "[base]") {
  CHECK(MachineName("box1") == MachineName("box1"));
  CHECK(MachineName("box1") < MachineName("box2"));
  CHECK(MachineName().empty());
  CHECK(std::set<UnitName>{UnitName("b"), UnitName("a"), UnitName("b")}.size() == 2);
  CHECK(std::unordered_set<UnitName>{UnitName("a"), UnitName("a")}.size() == 1);
}

TEST_CASE("ids of two kinds cannot be mixed up", "[base]") {
  CHECK_FALSE(std::is_convertible_v<MachineName, UnitName>);
  CHECK_FALSE(std::is_constructible_v<MachineName, UnitName>);
  CHECK_FALSE(std::is_convertible_v<std::string, MachineName>);
}

TEST_CASE("bytes are shown in GiB and counted in binary units", "[base]") {
  CHECK(kibibytes(127'601'452).count == 130'663'886'848);
  CHECK(human(kibibytes(127'601'452)) == "121.7 GiB");
  CHECK(gibibytes(1.5).count == 1'610'612'736);
  CHECK(human(Bytes{0}) == "0.0 GiB");
  CHECK(human(gibibytes(1) - gibibytes(3)) == "-2.0 GiB");
  CHECK(share_of({1000}, 0.74) == Bytes{740});
}

Result<int> half(int n) {
  if (n % 2 != 0) return fail(ErrorCode::bad_input, "is odd");
  return n / 2;
}

Result<int> quarter(int n, int& evaluated) {
  FF_TRY(first, (++evaluated, half(n)));
  FF_TRY(second, half(first));
  return second;
}

Result<std::unique_ptr<int>> boxed(int n) {
  FF_TRY(value, half(n));
  return std::make_unique<int>(value);
}

Result<int> unboxed(int n) {
  FF_TRY(box, boxed(n));
  return *box;
}

TEST_CASE("FF_TRY hands the value on, or the first error, and evaluates once", "[base]") {
  int evaluated = 0;
  CHECK(quarter(8, evaluated) == 2);
  CHECK(evaluated == 1);
  const auto failed = quarter(6, evaluated);
  REQUIRE_FALSE(failed);
  CHECK(failed.error().what == "is odd");
  CHECK(failed.error().code == ErrorCode::bad_input);
}

TEST_CASE("FF_TRY moves values that cannot be copied", "[base]") {
  CHECK(unboxed(4) == 2);
  CHECK_FALSE(unboxed(3));
}

TEST_CASE("an error keeps its parts when it gets context and a place", "[base]") {
  Error error{ErrorCode::refused, "no", {}, {"line"}, {Advice::Kind::status, ""}};
  error = at(in_context(std::move(error), "starting x.service"), MachineName("box1"));
  CHECK(error.what == "starting x.service: no");
  CHECK(error.where.machine == MachineName("box1"));
  CHECK(error.evidence == std::vector<std::string>{"line"});
  CHECK(error.advice.kind == Advice::Kind::status);
  CHECK(at(error, MachineName("box2")).where.machine == MachineName("box1"));
}

TEST_CASE("every error code has a word of its own", "[base]") {
  std::set<std::string> words;
  for (int code = 0; code <= static_cast<int>(ErrorCode::lease_lost); ++code) {
    words.insert(word(static_cast<ErrorCode>(code)));
  }
  CHECK(words.size() == static_cast<std::size_t>(ErrorCode::lease_lost) + 1);
}

}  // namespace
}  // namespace ff
