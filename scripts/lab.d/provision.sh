# shellcheck shell=bash disable=SC2154
# What the hosts are made of: their /etc and /var, written once at `up`.

provision_common() {
  make_keys
  make_skeleton "$lab/skeleton"
}

provision_host() { # HOST
  mkdir "$lab/$1/root"
  cp -a "$lab/skeleton/." "$lab/$1/"
  identify "$1"
  ! is_box "$1" || provision_box "$1"
  [ "$1" != box1 ] || [ "$(first_profile)" != split ] || provision_watchdog "$1"
  [ "$1" != "$route_host" ] || provision_proxies "$1"
}

make_keys() {
  local host type key makers=()
  ssh-keygen -q -t ed25519 -N '' -C controller -f "$lab/id" &
  makers+=($!)
  for host in "${hosts[@]}"; do
    mkdir "$lab/$host"
    ssh-keygen -q -t ed25519 -N '' -C "$host" -f "$lab/$host/host_key" &
    makers+=($!)
  done
  wait "${makers[@]}"
  # The block for all goes first: libssh matches later blocks against a HostName that is already replaced.
  cat >"$lab/ssh_config" <<E
Host *
  User root
  IdentityFile $lab/id
  IdentitiesOnly yes
  UserKnownHostsFile $lab/known_hosts
  GlobalKnownHostsFile /dev/null
  StrictHostKeyChecking yes
  BatchMode yes
  ConnectTimeout 5
E
  for host in "${hosts[@]}"; do
    read -r type key _ <"$lab/$host/host_key.pub"
    echo "$host,${api_of[$host]} $type $key" >>"$lab/known_hosts"
    printf 'Host %s\n  HostName %s\n  HostKeyAlias %s\n' "$host" "${api_of[$host]}" "$host" \
      >>"$lab/ssh_config"
  done
}

make_skeleton() { # FOLDER
  local etc=$1/etc var=$1/var name kept=()
  mkdir -p "$etc"/{alternatives,ssh/authorized_keys,sudoers.d,ff/env,systemd/system,nginx,haproxy,default}
  mkdir -p "$var"/{lib/dbus,log,tmp,cache,spool}
  ln -s /run "$var/run"
  chmod 1777 "$var/tmp"
  for name in passwd group nsswitch.conf ld.so.conf ld.so.conf.d ld.so.cache dbus-1 pam.d security \
    login.defs profile bash.bashrc polkit-1 localtime; do
    [ ! -e "/etc/$name" ] || kept+=("/etc/$name")
  done
  cp -r --preserve=mode,links "${kept[@]}" "$etc/"
  # An operator who is not root, with no right to become root.
  echo 'op:x:4242:4242::/tmp:/bin/bash' >>"$etc/passwd"
  echo 'op:x:4242:' >>"$etc/group"
  (umask 077 && sed 's/:.*/:*:19000:0:99999:7:::/' "$etc/passwd" >"$etc/shadow")
  printf 'root ALL=(ALL) NOPASSWD: ALL\n@includedir /etc/sudoers.d\n' >"$etc/sudoers"
  chmod 440 "$etc/sudoers"
  cp "$lab/id.pub" "$etc/ssh/authorized_keys/root"
  cp "$lab/id.pub" "$etc/ssh/authorized_keys/op"
  : >"$etc/fstab"
  name_hosts >"$etc/hosts"
  basic_units "$etc/systemd/system"
  configure_sshd >"$etc/ssh/sshd_config"
}

name_hosts() {
  local host
  echo "127.0.0.1 localhost"
  echo "$api_network.1 controller"
  for host in "${hosts[@]}"; do echo "${api_of[$host]} $host"; done
}

configure_sshd() {
  cat <<'E'
HostKey /etc/ssh/host_key
AuthorizedKeysFile /etc/ssh/authorized_keys/%u
UsePAM no
UseDNS no
PermitRootLogin prohibit-password
PasswordAuthentication no
AllowStreamLocalForwarding yes
AllowTcpForwarding yes
MaxStartups 200
MaxSessions 100
PrintMotd no
Subsystem sftp internal-sftp
E
}

enable() { # UNITS-FOLDER TARGET UNIT-FILE...
  local wants=$1/$2.wants unit
  shift 2
  mkdir -p "$wants"
  for unit in "$@"; do ln -s "$unit" "$wants/${unit##*/}"; done
}

basic_units() { # FOLDER
  local shipped=/lib/systemd/system
  ln -s $shipped/multi-user.target "$1/default.target"
  enable "$1" sysinit.target $shipped/systemd-journald.socket $shipped/systemd-journald-dev-log.socket
  enable "$1" sockets.target $shipped/dbus.socket
  enable "$1" multi-user.target $shipped/dbus.service /etc/systemd/system/ssh.service
  mkdir -p "$1/../journald.conf.d"
  cat >"$1/../journald.conf.d/50-lab.conf" <<'E'
[Journal]
Storage=volatile
RuntimeMaxUse=32M
RateLimitIntervalSec=0
ReadKMsg=no
Audit=no
E
  cat >"$1/ssh.service" <<'E'
[Unit]
Description=OpenBSD Secure Shell server

[Service]
Type=notify
RuntimeDirectory=sshd
RuntimeDirectoryMode=0755
ExecStart=/usr/sbin/sshd -D
KillMode=process
Restart=on-failure

[Install]
WantedBy=multi-user.target
E
}

identify() { # HOST
  local etc=$lab/$1/etc id
  echo "$1" >"$etc/hostname"
  id=$(md5sum <<<"$lab/$1")
  echo "${id%% *}" >"$etc/machine-id"
  mv "$lab/$1/host_key" "$lab/$1/host_key.pub" "$etc/ssh/"
}

# Both kinds are there, as packages are that nobody uses; one of them serves.
provision_proxies() { # HOST
  provision_nginx "$1"
  provision_haproxy "$1"
  enable "$lab/$1/etc/systemd/system" multi-user.target "/lib/systemd/system/$proxy_driver.service"
}

# As an operator wrote it by hand in the days of the split.
provision_nginx() { # HOST
  local etc=$lab/$1/etc
  mkdir -p "$lab/$1/var/log/nginx" "$lab/$1/var/lib/nginx/body"
  cp /etc/nginx/mime.types "$etc/nginx/"
  cat >"$etc/nginx/nginx.conf" <<E
user www-data;
worker_processes auto;
pid /run/nginx.pid;

events {
    worker_connections 1024;
}

http {
    include mime.types;
    access_log /var/log/nginx/access.log;
    error_log /var/log/nginx/error.log;

    upstream model {
        server ${api_of[box1]}:$(first_port) max_fails=3 fail_timeout=30s;
    }

    server {
        listen $proxy_address;
        location / {
            proxy_pass http://model;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_buffering off;
            proxy_read_timeout 1h;
        }
    }
}
E
}

# The same by hand for HAProxy, beside the distribution's own global part.
provision_haproxy() { # HOST
  local etc=$lab/$1/etc
  mkdir -p "$lab/$1/var/lib/haproxy/dev"
  run_folders >"$etc/systemd/system/lab-run-folders.service"
  enable "$etc/systemd/system" multi-user.target /etc/systemd/system/lab-run-folders.service
  cat >"$etc/haproxy/haproxy.cfg" <<E
global
    log /dev/log local0
    chroot /var/lib/haproxy
    stats socket /run/haproxy/admin.sock mode 660 level admin
    user haproxy
    group haproxy
    daemon

defaults
    log global
    mode http
    timeout connect 5000
    timeout client 50000
    timeout server 50000

frontend public
    bind $proxy_address
    default_backend model

backend model
    server box1 ${api_of[box1]}:$(first_port) check
E
}

# What tmpfiles.d makes at boot; a host of the lab has no other use for all of it.
run_folders() {
  cat <<'E'
[Unit]
Description=Folders in /run of the distribution's HAProxy
Before=haproxy.service

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/systemd-tmpfiles --create /usr/lib/tmpfiles.d/haproxy.conf

[Install]
WantedBy=multi-user.target
E
}
