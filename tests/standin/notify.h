#pragma once

namespace ff::standin {

/// Tells systemd that this service is up, if it asked to be told ($NOTIFY_SOCKET, Type=notify).
void notify_ready();

}  // namespace ff::standin
