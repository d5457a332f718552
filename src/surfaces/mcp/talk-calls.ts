// Calls about talks that a `parley mcp` hands on: the server holds all talks. What a call takes was checked there already; here it is
// checked again, and done.

import { HostCalls } from '../../agents/host/calls.js'
import type { Hall } from '../../hall/api.js'
import { Refused } from '../../kernel/errors.js'
import { type Caller, type Desk, type Place, Requests } from './desk.js'
import type { ToolAnswer } from './results.js'
import { answered } from './server.js'
import { tidyFor } from './tidy.js'

/** One call, and who makes it. */
export interface TalkCall {
  readonly project: string
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly caller: Omit<Caller, 'roots'>
  readonly inputResponses?: Readonly<Record<string, unknown>> | undefined
}

export type TalkCalls = (call: TalkCall, signal: AbortSignal) => Promise<ToolAnswer>

interface Around {
  readonly hall: Hall
  readonly home: string
  /** The address of the page. */
  page(): string
}

export function talkCalls({ hall, home, page }: Around): TalkCalls {
  const desk: Omit<Desk, 'place'> = {
    readOnly: false,
    relay: 'auto',
    requests: new Requests(),
    openers: new Map(),
    unanswered: new Set(),
  }
  const placeOf = async (project: string): Promise<Place> => {
    const found = (await hall.projects()).find(({ name }) => name === project)
    if (!found) throw new Refused('unknown-project', `There is no project "${project}".`)
    // No seat of a talk waits for the words of a host.
    return { hall, project, root: found.path, host: new HostCalls(), tidy: tidyFor(found.path, home), page }
  }
  return ({ project, name, arguments: given, caller, inputResponses }, signal) =>
    answered({ ...desk, place: () => placeOf(project) }, name, given, {
      caller: { ...caller, roots: async () => [] },
      signal,
      inputResponses,
      progress: () => {},
    })
}
