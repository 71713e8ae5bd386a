#pragma once

// Catch2 changed its headers between versions 2 and 3; tests include this file and work with both.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
