#pragma once

#include <functional>
#include <string>

#include "app/scene.h"

namespace ff::app {

/// Emits the event, as of now.
void tell(const ports::Readers& readers, domain::Event event);

/// Does the work, and tells what it is from a second on, again every five, so that nobody wonders what is
/// waited for.
void while_telling(const Scene& scene, const RunId& run, const std::string& what,
                   const std::function<void()>& work);

}  // namespace ff::app
