#include "observe/sockets.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "base/text.h"

namespace ff::observe {
namespace {

/// Answers a fact a line, "KEY VALUE". Rows come as the kernel has them, behind their network namespace.
constexpr const char* script = R"SCRIPT(
LC_ALL=C
set -f
ports=$1
local="^ *[0-9]+: [0-9A-F]+:($ports) [0-9A-F]+:[0-9A-F]+ 01 "
remote="^ *[0-9]+: [0-9A-F]+:[0-9A-F]+ [0-9A-F]+:($ports) 01 "
declare -A wanted=() spaces=()

put_rows() { # NAMESPACE FOLDER
  local file row rows words
  for file in tcp tcp6; do
    { mapfile -t rows <"$2/$file"; } 2>/dev/null || continue
    for row in "${rows[@]}"; do
      [[ $row =~ $local || $row =~ $remote ]] || continue
      echo "tcp $1 $row"
      words=($row)
      [[ ${words[9]} == 0 ]] || wanted[${words[9]}]=1
    done
  done
}

put_owner() { # INODE PID
  local name line
  { read -r name <"/proc/$2/comm"; } 2>/dev/null || return 0
  echo "owner $1 $2 $name"
  unset "wanted[$1]"
  while read -r line; do
    case $line in 0::* | *:name=systemd:*) echo "cgroup $2 ${line#*:*:}" ;; esac
  done 2>/dev/null <"/proc/$2/cgroup"
}

own=$(stat -L -c %i /proc/self/ns/net)
spaces[$own]=1
put_rows "$own" /proc/net
set +f
folders=(/proc/[0-9]*/ns/net)
set -f
while read -r space path; do
  [[ -z ${spaces[$space]:-} && ${#spaces[@]} -lt 256 ]] || continue
  spaces[$space]=1
  put_rows "$space" "${path%/ns/net}/net"
done < <(stat -L -c "%i %n" "${folders[@]}" 2>/dev/null)

if ((${#wanted[@]} > 0)); then
  set +f
  folders=(/proc/[0-9]*/fd)
  set -f
  while read -r line; do
    case $line in
      /proc/*) pid=${line#/proc/} pid=${pid%%/*} ;;
      *"-> socket:["*)
        inode=${line##*\[} inode=${inode%\]}
        [[ -z ${wanted[$inode]:-} ]] || put_owner "$inode" "$pid"
        ;;
    esac
  done < <(ls -nU "${folders[@]}" 2>/dev/null)
fi

while read -r mark word; do
  case $mark in
    "|--") address=$word ;;
    /32) [[ $word != "host LOCAL" ]] || echo "own $address" ;;
  esac
done 2>/dev/null </proc/net/fib_trie
while read -r address _; do echo "own6 $address"; done 2>/dev/null </proc/net/if_inet6
exit 0
)SCRIPT";

/// All asked side by side: a name server that is silent costs 2 s once.
constexpr const char* names_script = R"SCRIPT(
for address; do timeout 2 getent hosts "$address" & done 2>/dev/null
wait
exit 0
)SCRIPT";

constexpr std::size_t names_asked_max = 32;

template <class Integer>
std::optional<Integer> number_in(std::string_view text, int base = 10) {
  Integer number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (text.empty() || fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// The text up to the next blank, which is cut off `rest` with it.
std::string_view next_word(std::string_view& rest) {
  rest = rest.substr(std::min(rest.find_first_not_of(' '), rest.size()));
  const std::string_view word = rest.substr(0, rest.find(' '));
  rest = rest.substr(std::min(rest.size(), word.size() + 1));
  return word;
}

std::string address_text(int family, const void* bytes) {
  std::array<char, INET6_ADDRSTRLEN> text = {};
  inet_ntop(family, bytes, text.data(), static_cast<socklen_t>(text.size()));
  return text.data();
}

/// 16 bytes in the order of the network; an IPv4 address inside is told as such.
std::string ipv6_text(const std::array<unsigned char, 16>& bytes) {
  constexpr std::array<unsigned char, 12> mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  const bool is_ipv4 = std::equal(mapped.begin(), mapped.end(), bytes.begin());
  return is_ipv4 ? address_text(AF_INET, bytes.data() + mapped.size()) : address_text(AF_INET6, bytes.data());
}

/// The kernel prints each 32 bits of an address as one number of the machine, which is little-endian.
std::optional<std::string> kernel_address(std::string_view hex) {
  if (hex.size() != 8 && hex.size() != 32) return std::nullopt;
  std::array<unsigned char, 16> bytes = {};
  for (std::size_t word = 0; word < hex.size() / 8; ++word) {
    const auto number = number_in<std::uint32_t>(hex.substr(word * 8, 8), 16);
    if (!number) return std::nullopt;
    for (std::size_t byte = 0; byte < 4; ++byte)
      bytes[word * 4 + byte] = static_cast<unsigned char>(*number >> 8 * byte);
  }
  return hex.size() == 8 ? address_text(AF_INET, bytes.data()) : ipv6_text(bytes);
}

/// As /proc/net/if_inet6 has it: in the order of the network.
std::optional<std::string> plain_hex_address(std::string_view hex) {
  std::array<unsigned char, 16> bytes = {};
  if (hex.size() != bytes.size() * 2) return std::nullopt;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = number_in<unsigned>(hex.substr(i * 2, 2), 16);
    if (!byte) return std::nullopt;
    bytes[i] = static_cast<unsigned char>(*byte);
  }
  return ipv6_text(bytes);
}

std::optional<domain::Endpoint> kernel_endpoint(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto address = kernel_address(text.substr(0, colon));
  const auto port = number_in<std::uint16_t>(text.substr(colon + 1), 16);
  if (!address || !port) return std::nullopt;
  return domain::Endpoint{*address, *port};
}

bool is_container_id(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// "/system.slice/docker-ID.scope", "/docker/ID", "/system.slice/batch.service".
void place_in_cgroup(domain::SocketOwner& owner, std::string_view path) {
  for (const std::string& part : split(path, '/')) {
    const bool is_unit = part.ends_with(".service") || part.ends_with(".scope");
    if (is_unit) owner.unit = UnitName(part);
    std::string_view id = part;
    if (part.ends_with(".scope")) id = id.substr(0, id.size() - 6);
    id = id.substr(id.rfind('-') + 1);
    if (is_container_id(id)) owner.container = std::string(id.substr(0, 12));
  }
}

void take_owner(domain::SocketView& view, std::string_view rest) {
  const auto inode = number_in<std::uint64_t>(next_word(rest));
  const auto pid = number_in<int>(next_word(rest));
  if (inode && pid) view.owners[*inode] = {*pid, std::string(rest), {}, {}};
}

void take_cgroup(domain::SocketView& view, std::string_view rest) {
  const auto pid = number_in<int>(next_word(rest));
  for (auto& [inode, owner] : view.owners) {
    if (pid && owner.pid == *pid) place_in_cgroup(owner, rest);
  }
}

void take_row(domain::SocketView& view, std::string_view rest) {
  const auto space = number_in<std::uint64_t>(next_word(rest));
  auto socket = socket_in(rest);
  if (!space || !socket) return;
  socket->space = *space;
  view.sockets.push_back(*std::move(socket));
}

}  // namespace

std::vector<std::string> sockets_command(const std::set<std::uint16_t>& ports) {
  std::string pattern;
  for (const std::uint16_t port : ports) pattern += fmt::format("{}{:04X}", pattern.empty() ? "" : "|", port);
  return {"bash", "-c", script, "ff", pattern};
}

std::optional<domain::Socket> socket_in(std::string_view row) {
  constexpr std::string_view established = "01";
  std::string_view rest = row;
  (void)next_word(rest);
  const auto local = kernel_endpoint(next_word(rest));
  const auto remote = kernel_endpoint(next_word(rest));
  if (!local || !remote || next_word(rest) != established) return std::nullopt;
  // Queues, timer, retransmits, uid, timeout; then the inode.
  for (int skipped = 0; skipped < 5; ++skipped) (void)next_word(rest);
  const auto inode = number_in<std::uint64_t>(next_word(rest));
  if (!inode) return std::nullopt;
  return domain::Socket{*local, *remote, 0, *inode};
}

domain::SocketView sockets_from(std::string_view answer) {
  domain::SocketView view;
  for (const std::string& line : lines(answer)) {
    std::string_view rest = line;
    const std::string_view key = next_word(rest);
    if (key == "tcp") take_row(view, rest);
    if (key == "owner") take_owner(view, rest);
    if (key == "cgroup") take_cgroup(view, rest);
    if (key == "own") view.addresses.emplace(rest);
    if (key != "own6") continue;
    if (auto address = plain_hex_address(rest)) view.addresses.insert(*std::move(address));
  }
  return view;
}

Result<domain::SocketView> look_at_sockets(ports::HostReader& host, const std::set<std::uint16_t>& ports,
                                           const Limit& limit) {
  if (ports.empty()) return domain::SocketView{};
  FF_TRY(answer, host.output_of(sockets_command(ports), limit));
  return sockets_from(answer);
}

Result<std::map<std::string, std::string>> names_of(ports::HostReader& host,
                                                    const std::set<std::string>& addresses,
                                                    const Limit& limit) {
  std::map<std::string, std::string> names;
  if (addresses.empty()) return names;
  std::vector<std::string> command = {"bash", "-c", names_script, "ff"};
  for (const std::string& address : addresses) {
    if (command.size() < names_asked_max + 4) command.push_back(address);
  }
  FF_TRY(answer, host.output_of(command, limit));
  for (const std::string& line : lines(answer)) {
    std::string_view rest = line;
    const std::string address(next_word(rest));
    const std::string name(next_word(rest));
    if (addresses.contains(address) && !name.empty()) names[address] = name;
  }
  return names;
}

}  // namespace ff::observe
