#include "words/trouble.h"

namespace ff::words {

using domain::Trouble;

std::string meaning(Trouble trouble) {
  switch (trouble) {
    case Trouble::none:
    case Trouble::error:
    case Trouble::exception:
      return {};
    case Trouble::consequence:
      return "the consequence of a failure elsewhere, which no journal that could be read tells";
    case Trouble::memory_short:
      return "less memory was free than gpu_memory_utilization asks for";
    case Trouble::no_cache_room:
      return "the weights leave too little of gpu_memory_utilization for the KV cache";
    case Trouble::memory_ran_out:
      return "the box ran out of memory while the engine started";
    case Trouble::killed_for_memory:
      return "the kernel killed a process, since the box ran out of memory";
    case Trouble::driver_memory:
      return "the GPU's driver got no memory, although the kernel may call some available";
    case Trouble::disk_full:
      return "a disk of the box is full";
    case Trouble::port_taken:
      return "something else listens on the port already";
    case Trouble::model_missing:
      return "the model is not where the profile says, or not whole";
    case Trouble::image_missing:
      return "the container or program that the unit starts is not there";
    case Trouble::bad_arguments:
      return "this build does not take the command line that the profile makes";
    case Trouble::shared_memory_gone:
      return "the engine's shared memory was removed: logind does that when its user's last session ends";
    case Trouble::fabric:
      return "the ranks could not talk over the fabric";
    case Trouble::gpu:
      return "the GPU or its driver failed";
  }
  return {};
}

std::string remedy(Trouble trouble) {
  switch (trouble) {
    case Trouble::memory_short:
    case Trouble::no_cache_room:
    case Trouble::memory_ran_out:
    case Trouble::killed_for_memory:
    case Trouble::driver_memory:
      return "free memory on that box, or change its gpu_memory_utilization or max_model_len";
    case Trouble::disk_full:
      return "make room on that box";
    case Trouble::port_taken:
      return "stop what listens there (ss -ltnp tells), or change the profile's port";
    case Trouble::model_missing:
      return "compare [model] path with what lies on that box";
    case Trouble::image_missing:
      return "compare the unit file and [model] image with what is on that box";
    case Trouble::bad_arguments:
      return "mend extra_args or the settings in the profile";
    case Trouble::shared_memory_gone:
      return "run it as a system user, or set RemoveIPC=no, or `loginctl enable-linger` that user";
    case Trouble::fabric:
      return "look at the fabric's link and addresses on both boxes";
    case Trouble::gpu:
      return "look at the kernel's log of that box; a power cycle may be needed";
    case Trouble::none:
    case Trouble::consequence:
    case Trouble::error:
    case Trouble::exception:
      return {};
  }
  return {};
}

}  // namespace ff::words
