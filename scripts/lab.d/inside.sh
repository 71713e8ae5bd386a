# shellcheck shell=bash disable=SC2154
# What runs inside the lab's namespaces: the holder, PID 1 of the whole lab, and the start of each host.
# Every namespace, mount and process is below the holder, so that killing this one process ends all of it.

set +o pipefail

refuse() { printf '%s\n' "$*" && exit 1; }

inside_holder() {
  mount --make-rprivate / || refuse "may not change mounts: CAP_SYS_ADMIN is missing"
  mkdir -p "$lab/machine-proc" "$lab/cgroup" "$lab/opt"
  # The machine's own /proc tells PIDs as commands outside of the lab need them.
  mount --bind /proc "$lab/machine-proc"
  mount -t proc proc /proc || refuse "may not mount proc: CAP_SYS_ADMIN is missing, or a container forbids it"
  mount -t cgroup2 cgroup2 "$lab/cgroup" || refuse "may not mount cgroup2: a container or kernel forbids it"
  mkdir -p "$lab/cgroup/$cgroup_name/launchers" || refuse "may not make a cgroup: cgroup2 is read-only here"
  mount -t tmpfs -o mode=755 tmpfs "$lab/opt"
  install -m 755 "$(cat "$lab/standin")" "$lab/opt/ff-standin"
  ip link set lo up || refuse "may not set up a network: CAP_NET_ADMIN is missing"
  ip link add lab0 type bridge || refuse "may not make a bridge: the kernel module is missing"
  ip address add "$api_network.1/24" dev lab0
  ip link set lab0 up
  record_own_pid "$lab/holder.pid"
  serve_orders
}

record_own_pid() { # FILE
  local pid
  read -r pid _ <"$lab/machine-proc/self/stat"
  echo "$pid" >"$1.new" && mv "$1.new" "$1"
}

serve_orders() {
  local order host
  declare -A launchers
  exec 3<>"$lab/orders"
  while read -r order host <&3; do
    case $order in
      launch) launch "$host" & launchers[$host]=$! ;;
      # systemd cannot hand out controllers in a group with a process in it, and the launcher would be one.
      started) echo "${launchers[$host]}" >"$lab/cgroup/$cgroup_name/launchers/cgroup.procs" ;;
    esac
  done
}

launch() { # HOST
  local group=$lab/cgroup/$cgroup_name/$1
  exec 3>&- </dev/null >>"$lab/$1/log" 2>&1
  find "$group" -mindepth 1 -depth -type d -exec rmdir {} + 2>/dev/null || true
  ip link delete "v-$1" 2>/dev/null || true
  # Each host in a cgroup of its own before the namespace is made, else all of them share one root.
  mkdir -p "$group"
  echo 0 >"$group/cgroup.procs" || refuse "may not move into a cgroup"
  exec unshare --pid --mount --uts --ipc --net --cgroup --fork --kill-child \
    bash "$scripts/lab" _host "$lab" "$1"
}

inside_host() { # LAB HOST
  local host=$2 root=$lab/$2/root
  record_own_pid "$lab/$host/pid"
  echo "started $host" >"$lab/orders"
  mount --make-rprivate /
  connect "$host"
  make_root "$host" "$root"
  make_proc "$host" "$root"
  hostname "$host"
  touch "$lab/$host/launched"
  cd "$root" && pivot_root . .old && cd / && umount -l /.old
  exec setpriv --bounding-set -sys_time,-sys_module,-sys_rawio,-syslog,-wake_alarm \
    env -i container=ff-lab PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb \
    /lib/systemd/systemd --show-status=no --log-target=journal </dev/null >/dev/null 2>&1
}

connect() { # HOST
  local state=up address
  [ ! -e "$lab/$1/cut" ] || state=down
  # The same hardware address after a power cycle, or the others would send to the old one for up to a minute.
  printf -v address '02:00:0a:4d:00:%02x' "${api_of[$1]##*.}"
  ip link add eth0 address "$address" type veth peer name "v-$1" netns /proc/1/ns/net
  # Both ends before the first packet: one that meets a link that is down is sent again only a second later.
  nsenter --net=/proc/1/ns/net ip link set "v-$1" master lab0 "$state"
  ip link set lo up
  ip address add "${api_of[$1]}/24" dev eth0
  ! is_box "$1" || ip address add "${fabric_of[$1]}/24" dev eth0
  ip link set eth0 up
}

# A tmpfs with this machine's /usr, read-only. /etc and /var lie in the lab, so they outlive a power cycle.
make_root() { # HOST ROOT
  local link units=$2/usr/lib/systemd/system wants
  mount -t tmpfs -o mode=755,size=256m tmpfs "$2"
  mkdir "$2"/{usr,etc,var,opt,run,tmp,dev,proc,sys,root,home,.old}
  for link in bin sbin lib lib32 lib64 libx32; do
    [ ! -L "/$link" ] || cp -P "/$link" "$2/$link"
  done
  mount --rbind /usr "$2/usr" && mount -o remount,bind,ro "$2/usr"
  mount --bind "$lab/$1/etc" "$2/etc"
  mount --bind /etc/alternatives "$2/etc/alternatives" && mount -o remount,bind,ro "$2/etc/alternatives"
  mount --bind "$lab/$1/var" "$2/var"
  # What this machine's packages pull in at boot is no business of a host.
  for wants in sysinit multi-user timers sockets local-fs graphical basic network-online; do
    [ ! -d "$units/$wants.target.wants" ] || mount -t tmpfs -o ro tmpfs "$units/$wants.target.wants"
  done
  mount -t tmpfs -o ro tmpfs "$2/usr/lib/systemd/system-generators"
  mount -t tmpfs -o mode=755 tmpfs "$2/run"
  mount -t tmpfs -o mode=1777 tmpfs "$2/tmp"
  mkdir "$2/opt/ff-lab" "$2/run/ff-lab" && mount --bind "$lab/opt" "$2/opt/ff-lab"
  chmod 700 "$2/root"
  make_devices "$2/dev"
}

make_devices() { # FOLDER
  local node
  mount -t tmpfs -o mode=755,nosuid tmpfs "$1"
  mkdir "$1/pts" "$1/shm"
  for node in null zero full random urandom tty; do
    touch "$1/$node" && mount --bind "/dev/$node" "$1/$node"
  done
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$1/pts"
  mount -t tmpfs -o mode=1777 tmpfs "$1/shm"
  ln -s pts/ptmx "$1/ptmx"
  ln -s /proc/self/fd "$1/fd"
}

# A host has a memory and a boot of its own, though the kernel is one: files bound over the kernel's.
make_proc() { # HOST ROOT
  local own=$2/run/ff-lab
  mount -t proc proc "$2/proc"
  mount --bind "$2/proc/sys" "$2/proc/sys" && mount -o remount,bind,ro "$2/proc/sys"
  cat /proc/sys/kernel/random/uuid >"$own/boot_id"
  mount --bind "$own/boot_id" "$2/proc/sys/kernel/random/boot_id"
  if is_box "$1"; then
    cp "$lab/$1/meminfo" "$own/meminfo"
    mount --bind "$own/meminfo" "$2/proc/meminfo"
  fi
  mount -t sysfs -o ro sysfs "$2/sys"
  mount -t cgroup2 cgroup2 "$2/sys/fs/cgroup"
}

# On the controller's network: returns when sshd of every host named answers and, where an address is given,
# when the proxy behind it names a model.
inside_await() { # LAB DEADLINE PROXY|- HOST...
  local end=$((SECONDS + $2)) proxy=$3 host
  shift 3
  for host in "$@"; do
    until [ -e "$lab/$host/launched" ] && answers "${api_of[$host]}" 22; do
      [ "$SECONDS" -lt "$end" ] || refuse "$host did not come up: $(tail -n 3 "$lab/$host/log")"
      sleep 0.04
    done
  done
  [ "$proxy" = - ] && return
  until names_a_model "${proxy%:*}" "${proxy#*:}"; do
    [ "$SECONDS" -lt "$end" ] || refuse "no model behind http://$proxy"
    sleep 0.04
  done
}

answers() { timeout 2 bash -c "exec 4<>/dev/tcp/$1/$2" 2>/dev/null; }

names_a_model() { # ADDRESS PORT
  local line
  (
    exec 4<>"/dev/tcp/$1/$2" || exit 1
    printf 'GET /v1/models HTTP/1.0\r\nHost: lab\r\n\r\n' >&4
    read -r -t 5 line <&4
    [[ $line == *" 200 "* ]]
  ) 2>/dev/null
}
