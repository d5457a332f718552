// `council info`: who sits in the council, its open follow-ups, and what interrupted sessions left behind. Reads only.

import type { World } from '../../kernel/world.js'
import { type OpenFollowUp, openFollowUps } from './documents/follow-ups.js'
import { renderInfo } from './documents/info-table.js'
import { type RecordedDissent, recordedDissents } from './documents/record-dissents.js'
import { lookAround } from './leftovers.js'
import { type ConvenedCouncil, preflight } from './preflight.js'
import type { Leftover, OpenMeeting, UnderWay } from './rules/leftovers.js'
import { recordTexts } from './tree.js'

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
  /** Of every record, oldest session first. */
  readonly dissents: readonly RecordedDissent[]
  /** Sessions with a live pad that somebody holds, or that wait for the person: nothing to tidy up. */
  readonly underWay: readonly UnderWay[]
  readonly looseEnds: readonly Pick<Leftover, 'id' | 'kind' | 'what' | 'suggestion'>[]
}

export async function info(world: World, meetings: readonly OpenMeeting[]): Promise<Info> {
  const council = await preflight(world)
  const { name, description, chair, maxTurns, scratchMaxBytes, maxWallSeconds, manifestMaxBytes } = council
  const { ends, underWay } = await lookAround(world, meetings)
  const records = await recordTexts(world)
  return {
    name,
    description,
    chair,
    budget: { maxTurns, scratchMaxBytes, maxWallSeconds, manifestMaxBytes },
    seats: council.seats.map((seat) => ({
      name: seat.name,
      title: seat.title,
      voice: seat.voice,
      chair: seat.name === chair,
    })),
    followUps: openFollowUps(records),
    dissents: recordedDissents(records),
    underWay,
    looseEnds: ends.map(({ id, kind, what, suggestion }) => ({ id, kind, what, suggestion })),
  }
}

export const infoText: (info: Info, columns?: number) => string = renderInfo
