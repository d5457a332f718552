// Halts: the one line with which a session stops by a rule. Nothing is lost; resuming goes on.

import { oneLine } from '../documents/text.js'
import type { Gate } from './gates.js'

export function gateHalt(gate: Gate, faults: readonly string[]): string {
  return halt(`gate ${gate} failed after repair: ${faults.join(', ')}; nothing is lost, resume to try again`)
}

export function membersHalt(answered: number, asked: number, phase: string): string {
  return halt(
    `gate members failed: ${answered} of ${asked} members answered in ${phase}; resume to ask the others again`,
  )
}

/** `open` are the ids of the criteria and the names of the gates that are not verified. */
export function verificationHalt(open: readonly string[], total: number): string {
  return halt(
    `gate verification failed: ${open.length} of ${total} criteria not verified (${open.join(', ')}); resume to try again`,
  )
}

export function escapeHalt(paths: readonly string[]): string {
  return halt(
    `edits escaped the worktree: ${paths.join(', ')}; nothing is committed, look at them and resume to go on`,
  )
}

/** `over` says which ceiling it is, where it is not the one on tokens. */
export function ceilingHalt(why: string, over?: 'cost'): string {
  return halt(`${why}; resume with a higher ${over === 'cost' ? '--cost-ceiling' : '--token-ceiling'}`)
}

function halt(words: string): string {
  return oneLine(`HALT deliberate: ${words}`)
}
