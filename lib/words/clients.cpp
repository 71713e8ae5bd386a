#include "words/clients.h"

namespace ff::words {

std::string maintenance_message(bool coming) {
  return coming ? "The model is being moved and answers again in some minutes. Please try again later."
                : "The model is switched off for maintenance.";
}

}  // namespace ff::words
