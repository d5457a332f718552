// Unshare: the second layer on Linux, for machines without bubblewrap. Namespaces of util-linux, and a script that makes the same mounts.
//
// The script is one constant text. Paths and the program come as its arguments, so that nothing in a name can become a command.

import { mountPlan, settings } from './mount-plan.js'
import type { Sandbox } from './port.js'

export const unshare: Sandbox = {
  layer: 'unshare',
  confine: (argv, ask) => [
    ...['unshare', ...spaces, ...(ask.network ? [] : ['--net']), '--', 'sh', '-c', script, 'sh', ask.root],
    ...Object.entries(settings(ask)).flatMap(([name, value]) => ['set', `${name}=${value}`]),
    ...mountPlan(ask).flatMap(({ kind, path }) => [kind, path]),
    ...['run', ...argv],
  ],
  isMissing: (printed) => /^setpriv: failed to execute .*: No such file or directory/m.test(printed),
}

/** The same user inside as outside, with the rights to mount there and nowhere else. Everything ends with the first process (BOX4). */
const spaces = [
  ...['--user', '--map-current-user', '--keep-caps', '--mount', '--ipc', '--uts'],
  ...['--pid', '--fork', '--kill-child=SIGKILL'],
]

/*
 * The steps, in order:
 * - two copies of the whole tree of mounts lie below /sys for a while: `rw` as it was, `ro` after every mount was made read-only. Mounts keep
 *   the flags that they have, since the system refuses to take those away.
 * - /dev has only what every program needs: an administrator could write to disks otherwise. Of /proc, what acts on the machine is read-only.
 * - the steps of the plan, each from one of the copies.
 * - the copies go, the rights to mount go, and the program starts as the child of a shell that ends when it ends.
 */
const script = `
path=$PATH; PATH="/usr/sbin:/usr/bin:/sbin:/bin:$PATH"
die() { echo "sandbox: $*" >&2; exit 125; }
readonly_below() {
  while read -r _ _ _ _ at flags _; do
    at=$(printf '%b' "$at")
    case "$at/" in "$1"*) ;; *) continue ;; esac
    [ "$1" != / ] || case "$at/" in /dev/shm/*) ;; /sys/*|/proc/*|/dev/*) continue ;; esac
    case ",$flags," in *,ro,*) continue ;; esac
    mount -o "remount,bind,$flags,ro" "$at" 2>/dev/null || ! mountpoint -q "$at" || die "$at cannot be made read-only"
  done < /proc/self/mountinfo
}
place() {
  if [ -d "$1" ]; then mkdir -p "$2"; else mkdir -p "$(dirname "$2")" && { [ -e "$2" ] || : > "$2"; }; fi || die "no place for $2"
  mount --rbind "$1" "$2" || die "$2 cannot be shown"
}
root=$1; shift
mount -t proc proc /proc || die "no /proc of its own"
mount -t tmpfs parley /sys && mkdir /sys/rw /sys/ro && mount --rbind / /sys/rw || die "no copy of the mounts"
readonly_below /
mount --rbind / /sys/ro || die "no copy of the mounts"
for acts in sys sysrq-trigger irq bus; do
  [ ! -e "/proc/$acts" ] || { mount --bind "/proc/$acts" "/proc/$acts" && mount -o remount,bind,ro "/proc/$acts"; } || die "/proc/$acts"
done
mount -t tmpfs -o mode=0755 parley /dev || die "no /dev of its own"
for device in null zero full random urandom tty; do : > "/dev/$device"; mount --bind "/sys/rw/dev/$device" "/dev/$device" || die "/dev/$device"; done
mkdir /dev/shm /dev/pts && ln -s /proc/self/fd /dev/fd && ln -s fd/0 /dev/stdin && ln -s fd/1 /dev/stdout && ln -s fd/2 /dev/stderr && ln -s pts/ptmx /dev/ptmx
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts /dev/pts || die "no terminals of its own"
while [ "$1" != run ]; do
  case $1 in
    set) export "$2" ;;
    cover) mkdir -p "$2" && mount -t tmpfs -o mode=0755,nosuid,nodev parley "$2" || die "$2 cannot be covered" ;;
    show) place "/sys/ro$2" "$2" ;;
    open) place "/sys/rw$2" "$2" ;;
    empty) [ ! -e "$2" ] || mount --bind /dev/null "$2" || die "$2 cannot be hidden" ;;
  esac
  shift 2
done
shift
umount -l /sys/rw /sys/ro /sys || die "the copies cannot be removed"
readonly_below /sys/
ip link set lo up 2>/dev/null || ifconfig lo up 2>/dev/null
cd "$root" || die "no $root"
setpriv=$(command -v setpriv); sh=$(command -v sh); PATH=$path
exec "$setpriv" --no-new-privs --ambient-caps -all --inh-caps -all --bounding-set -all -- "$sh" -c 'setpriv=$1; shift; "$setpriv" --no-new-privs -- "$@"; exit $?' sh "$setpriv" "$@"
`
