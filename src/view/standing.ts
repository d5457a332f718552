// Standing: how a meeting stands.

import type { Status } from '../kernel/line/summary.js'

/** What is recorded as running, while no process is at work on it, has stopped. */
export function standsAs({ status }: { readonly status: Status }, live: boolean): Status | 'stopped' {
  return status === 'running' && !live ? 'stopped' : status
}
