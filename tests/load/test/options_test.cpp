#include "load/options.h"

#include "catch.hpp"
#include "load/target.h"

using namespace ff::load;

TEST_CASE("only loopback and the lab may be put under load", "[load]") {
  for (const char* url : {"http://127.0.0.1:8080", "http://127.9.9.9/", "http://localhost:1",
                          "http://[::1]:80", "http://10.77.0.100:8080", "http://10.77.255.1"}) {
    INFO(url);
    CHECK(check_target(url));
  }
  for (const char* url : {"http://10.78.0.1", "http://10.76.255.255", "http://192.168.1.1",
                          "http://93.184.216.34", "http://edge:8080", "http://10.77.0.100@1.2.3.4",
                          "http://10.77.0.100.example.org", "https://10.77.0.100", "ftp://127.0.0.1",
                          "http://0.0.0.0", "http://[::ffff:1.2.3.4]", "nothing", ""}) {
    INFO(url);
    CHECK_FALSE(check_target(url));
  }
}

TEST_CASE("options are read, and wrong ones refused", "[load]") {
  const auto options = parse_options({"--url", "http://127.0.0.1:8080/", "--rate", "2.5", "--for", "3",
                                      "--kinds", "pooled,stream", "--json", "--count", "7"});
  REQUIRE(options);
  CHECK(options->url == "http://127.0.0.1:8080");
  CHECK(options->rate == Approx(2.5));
  CHECK(options->kinds == std::vector<Kind>{Kind::pooled, Kind::stream});
  CHECK(options->json);
  CHECK(options->count_max == 7);
  CHECK_FALSE(parse_options({}));
  CHECK_FALSE(parse_options({"--url", "http://127.0.0.1", "--rate", "0"}));
  CHECK_FALSE(parse_options({"--url", "http://127.0.0.1", "--rate"}));
  CHECK_FALSE(parse_options({"--url", "http://127.0.0.1", "--kinds", "fresh,warm"}));
  CHECK_FALSE(parse_options({"--url", "http://127.0.0.1", "--fast", "1"}));
  CHECK_FALSE(parse_options({"--url", "http://127.0.0.1", "--count-from", "http://1.2.3.4"}));
  CHECK_FALSE(parse_options({"report"}));
}
