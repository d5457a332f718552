// Bubblewrap: the first layer on Linux.

import { mountPlan, type Step, settings } from './mount-plan.js'
import type { Confinement, Sandbox } from './port.js'

export const bubblewrap: Sandbox = {
  layer: 'bubblewrap',
  confine: (argv, ask) => ['bwrap', ...always, ...mounts(ask), ...around(ask), '--', ...argv],
  isMissing: (printed) => /^bwrap: execvp .*: No such file or directory/m.test(printed),
}

/** A session of its own cannot type into the person's terminal; processes of their own end with the first (BOX4). */
const always = ['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL']

function mounts(ask: Confinement): string[] {
  return ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', ...mountPlan(ask).flatMap(words)]
}

function words({ kind, path }: Step): string[] {
  if (kind === 'cover') return ['--tmpfs', path]
  if (kind === 'empty') return ['--dev-bind', '/dev/null', path]
  return [kind === 'open' ? '--bind' : '--ro-bind', path, path]
}

function around(ask: Confinement): string[] {
  const variables = Object.entries(settings(ask)).flatMap((pair) => ['--setenv', ...pair])
  return [...(ask.network ? ['--share-net'] : []), ...variables, '--chdir', ask.root]
}
