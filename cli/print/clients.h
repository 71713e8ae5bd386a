#pragma once

#include "app/clients.h"
#include "app/scan.h"
#include "cli/arguments.h"

namespace ff::cli {

/// Who goes around the proxy, on stdout.
void print_clients(const app::ClientsReport& report, const domain::Declaration& declaration,
                   const Arguments& arguments);
/// Where files name a box, "FILE:LINE: ..." as compilers have it.
void print_scan(const app::ScanReport& report, const domain::Declaration& declaration,
                const Arguments& arguments);

}  // namespace ff::cli
