#include "adapters/host/transcript.h"

#include "catch.hpp"

using ff::adapters::host::Transcript;

namespace {

const std::string mark = "0123abcd";
const std::string whole =
    "Welcome to box1\nff:other:begin\nff:0123abcd:begin\nthe body\nff:0123abcd:end 3\nfirst\nsecond\n"
    "ff:0123abcd:done\nlogout\n";

}  // namespace

TEST_CASE("a script's part is found whatever the pieces are", "[host]") {
  for (std::size_t size = 1; size <= whole.size(); ++size) {
    Transcript transcript(mark, 1000);
    for (std::size_t at = 0; at < whole.size(); at += size) transcript.feed(whole.substr(at, size));
    INFO("pieces of " << size);
    CHECK(transcript.complete());
    CHECK(transcript.body() == "the body");
    CHECK(transcript.code() == 3);
    CHECK(transcript.errors() == std::vector<std::string>{"first", "second"});
    CHECK_FALSE(transcript.cut());
  }
}

TEST_CASE("a transcript that ends early is not complete, wherever it ends", "[host]") {
  const std::size_t end = whole.find(":done\n") + 6;
  for (std::size_t size = 0; size < end; ++size) {
    Transcript transcript(mark, 1000);
    transcript.feed(whole.substr(0, size));
    CHECK_FALSE(transcript.complete());
    CHECK(transcript.begun() == (size >= whole.find("the body")));
  }
}

TEST_CASE("a body may be empty, binary, or look like marks", "[host]") {
  for (const std::string& body : {std::string(), std::string("\0\xff\n\n\0", 5),
                                  std::string("ff:0123abcd:begin\nff:0123abcd:done\n"), std::string("\n")}) {
    Transcript transcript(mark, 1000);
    transcript.feed("ff:0123abcd:begin\n" + body + "\nff:0123abcd:end 0\n\nff:0123abcd:done\n");
    CHECK(transcript.complete());
    CHECK(transcript.body() == body);
    CHECK(transcript.code() == 0);
    CHECK(transcript.errors().empty());
  }
}

TEST_CASE("a huge body is cut at its limit and its end is still found", "[host]") {
  Transcript transcript(mark, 100);
  transcript.feed("ff:0123abcd:begin\n");
  for (int i = 0; i < 1000; ++i) transcript.feed(std::string(1000, 'x'));
  CHECK_FALSE(transcript.complete());
  transcript.feed("\nff:0123abcd:end 0\n\nff:0123abcd:done\n");
  CHECK(transcript.complete());
  CHECK(transcript.cut());
  CHECK(transcript.body() == std::string(100, 'x'));
  CHECK(transcript.code() == 0);
}

TEST_CASE("a code that is no number is none", "[host]") {
  for (const char* code : {"", "x", "3 ", "99999999999"}) {
    Transcript transcript(mark, 100);
    transcript.feed("ff:0123abcd:begin\n\nff:0123abcd:end " + std::string(code) + "\n\nff:0123abcd:done\n");
    REQUIRE(transcript.complete());
    CHECK(transcript.code() == -1);
  }
}
