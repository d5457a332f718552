// Info: what a council is, what it still owes, and what lies around. Reads only.

import type { OpenFollowUp } from '../../documents/council/follow-ups.js'
import type { World } from '../../kernel/world.js'
import type { Leftover, OpenMeeting } from '../../rules/council/leftovers.js'
import { type ConvenedCouncil, preflight } from './preflight.js'

/** The facts of `council info`; `--json` prints them as they are, `infoText` for people. */
export interface Info {
  readonly name: string
  readonly description: string
  readonly chair: string
  readonly budget: Pick<
    ConvenedCouncil,
    'maxTurns' | 'scratchMaxBytes' | 'maxWallSeconds' | 'manifestMaxBytes'
  >
  readonly seats: readonly {
    readonly name: string
    readonly title: string
    readonly voice: string
    readonly chair: boolean
  }[]
  readonly followUps: readonly OpenFollowUp[]
  readonly looseEnds: readonly Pick<Leftover, 'id' | 'kind' | 'what' | 'suggestion'>[]
}

export async function info(world: World, _meetings: readonly OpenMeeting[]): Promise<Info> {
  await preflight(world)
  throw new Error('not built yet')
}

export function infoText(_info: Info): string {
  throw new Error('not built yet')
}
