#include "codec/status.h"

#include "codec/archive.h"
#include "codec/describe.h"
#include "codec/versioned.h"

namespace ff::codec {

std::string status_json(const domain::Snapshot& snapshot, const ProfileName& profile, int serving,
                        int declared, const std::vector<MachineName>& absent,
                        const std::vector<domain::Hazard>& drift, const std::vector<domain::Hazard>& notes) {
  const Write write{true};
  return document({{"profile", write(profile)},
                   {"serving", write(serving)},
                   {"declared", write(declared)},
                   {"absent", write(absent)},
                   {"drift", write(drift)},
                   {"notes", write(notes)},
                   {"observed", write(snapshot)}});
}

}  // namespace ff::codec
