// Guard: what keeps programs that seats start from the person's own files on this machine, in words.

import { commandRules } from './config.js'
import type { Layer } from './sandbox/port.js'
import { findSandbox } from './sandbox/sandbox.js'

export interface Guard {
  /** Null where nothing confines them but their folder and their environment. */
  readonly layer: Layer | null
  /** A sentence or two: what is in force, or why nothing is and what to do about it. */
  readonly about: string
}

export async function guardHere(home: string): Promise<Guard> {
  const { sandbox: wanted, network } = await commandRules(home)
  if (!wanted) return { layer: null, about: 'Your own settings turn the sandbox off (commands.sandbox).' }
  const found = await findSandbox()
  if (found.kind === 'none') return { layer: null, about: `${found.why} ${found.hint}`.trim() }
  const online = network ? 'with the network, as your own settings say' : 'without network'
  return { layer: found.sandbox.layer, about: `Programs of seats run in ${found.sandbox.layer}, ${online}.` }
}
