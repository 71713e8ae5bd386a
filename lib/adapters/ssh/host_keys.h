#pragma once

#include <libssh/libssh.h>

#include <memory>
#include <string>
#include <vector>

#include "adapters/ssh/route.h"
#include "base/result.h"

namespace ff::adapters::ssh {

struct KeyFree {
  void operator()(ssh_key key) const { ssh_key_free(key); }
};
using KeyHandle = std::unique_ptr<ssh_key_struct, KeyFree>;

/// What known_hosts files say of one host. libssh's own check knows one file a kind and no HostKeyAlias, so
/// this is done here, as strictly as StrictHostKeyChecking=yes.
class HostKeys {
 public:
  /// Reads the files of a route; missing ones are empty.
  static HostKeys known(const Route& route);

  /// Host key algorithms for the key exchange: those that can be checked first, then the rest.
  [[nodiscard]] std::string preferred() const;
  /// Success only if the key is one of the known ones and not revoked. `not_trusted` tells unknown, changed,
  /// known with other types only, and revoked apart; its evidence has the lines to type.
  Status check(ssh_key key) const;

 private:
  struct Known {
    KeyHandle key;
    std::string file;
    int line = 0;
    bool revoked = false;
  };
  void read(const std::string& file);
  void read_line(const std::string& file, int number, std::string line);
  [[nodiscard]] Error refusal(ssh_key key, const std::string& type) const;
  [[nodiscard]] std::string how_to_add(const std::string& type) const;

  std::string name_;
  std::string address_;
  std::string port_;
  std::string file_;  ///< where a key would be added
  std::vector<Known> known_;
};

}  // namespace ff::adapters::ssh
