#include "config/literal.h"

#include "config/dotted.h"
#include "config/suggest.h"
#include "tests/catch.hpp"

namespace ff::config {
namespace {

TEST_CASE("durations are whole numbers with units, the larger first", "[config]") {
  CHECK(duration_of("20m") == 1'200'000);
  CHECK(duration_of("1m30s") == 90'000);
  CHECK(duration_of("500ms") == 500);
  CHECK(duration_of("1h2m3s4ms") == 3'723'004);
  CHECK(duration_of("1h4ms") == 3'600'004);
  CHECK(duration_of("90m") == 5'400'000);
  CHECK(duration_of("0s") == 0);
  for (const char* bad : {"", "20", "m", "20 m", " 20m", "20m ", "1.5h", "-1s", "+1s", "30s1m", "1m1m", "1d",
                          "1M", "1ms1s", "0x10s", "9223372036854775808ms", "9223372036854775807s", "1h1"}) {
    INFO(bad);
    CHECK_FALSE(duration_of(bad));
  }
  CHECK(duration_of("9223372036854775807ms") == 9223372036854775807LL);
  CHECK_FALSE(duration_of("1s9223372036854775807ms"));
}

TEST_CASE("sizes are whole numbers with a binary unit", "[config]") {
  CHECK(size_of("8 GiB") == 8LL << 30);
  CHECK(size_of("8GiB") == 8LL << 30);
  CHECK(size_of("64 MiB") == 64LL << 20);
  CHECK(size_of("1 KiB") == 1024);
  CHECK(size_of("2 TiB") == 2LL << 40);
  for (const char* bad : {"", "8", "8 GB", "8 G", "8 gib", "8  GiB", " 8 GiB", "8 GiB ", "1.5 GiB", "-1 GiB",
                          "GiB", "8388608 TiB", "99999999999999999999 KiB"}) {
    INFO(bad);
    CHECK_FALSE(size_of(bad));
  }
}

TEST_CASE("endpoints are read with their address in its shortest spelling", "[config]") {
  CHECK(endpoint_of("192.0.2.1:80") == domain::Endpoint{"192.0.2.1", 80});
  CHECK(endpoint_of("[2001:0db8::0001]:65535") == domain::Endpoint{"2001:db8::1", 65535});
  const std::string_view with_nul("192.0.2.1\0:80", 13);
  CHECK_FALSE(endpoint_of(with_nul));
}

TEST_CASE("an endpoint as it is shown is read back as itself", "[config]") {
  for (const domain::Endpoint& endpoint :
       {domain::Endpoint{"192.0.2.1", 80}, domain::Endpoint{"2001:db8::1", 8080}}) {
    CHECK(endpoint_of(domain::text(endpoint)) == endpoint);
  }
}

TEST_CASE("the nearest word is at most two slips away", "[config]") {
  const std::vector<std::string> words = {"max_num_seqs", "max_model_len", "port", "arm"};
  CHECK(nearest("max_num_seq", words) == "max_num_seqs");
  CHECK(nearest("max-num-seqs", words) == "max_num_seqs");
  CHECK(nearest("prot", words) == "port");
  CHECK(nearest("arn", words) == "arm");
  CHECK(nearest("max_nm_sqs", words) == "max_num_seqs");
  CHECK(nearest("max_n_sqs", words).empty());
  CHECK(nearest("xyz", words).empty());
  CHECK(nearest("", words).empty());
  CHECK(nearest(std::string(100'000, 'a'), words).empty());
  CHECK(hint("prot", words) == " (did you mean port?)");
  CHECK(hint("xyz", words).empty());
}

TEST_CASE("only dots of keys count for their depth", "[config]") {
  std::string dots = "a";
  for (int i = 0; i < 32; ++i) dots += ".a";
  const std::string deep = dots + ".a";
  CHECK(line_with_absurd_key(dots + " = 1\n") == 0);
  CHECK(line_with_absurd_key("x = 1\n" + deep + " = 1\n") == 2);
  CHECK(line_with_absurd_key("# " + deep + "\n") == 0);
  CHECK(line_with_absurd_key("x = \"" + deep + "\\\"" + deep + "\" # " + deep) == 0);
  CHECK(line_with_absurd_key("x = '" + deep + "\\'\n" + dots + " = 1") == 0);
  CHECK(line_with_absurd_key("x = \"\"\"\n" + deep + "\n\"\"\"\n" + deep) == 4);
  CHECK(line_with_absurd_key("x = '''" + deep + "''\n'''\n[" + deep + "]") == 3);
  CHECK(line_with_absurd_key("x = \"not closed\n" + deep) == 2);
  CHECK(line_with_absurd_key("x = \"\"\"not closed\n" + deep) == 0);
  CHECK(line_with_absurd_key("x = \"ends in a stroke\\") == 0);
  CHECK(line_with_absurd_key("x = '\"'\n" + deep) == 2);
}

}  // namespace
}  // namespace ff::config
