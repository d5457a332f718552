// Per-agent cap: adds up the tokens of each agent and mutes it at the cap. A muted agent stays muted.
import { addCounts, countOf } from './counts.js'
import { linesOf } from './lines.js'

export const DEFAULT_PER_AGENT_CAP = 25_000

export interface Spoken {
  agent: string
  tokens: number
  muted: boolean
}

/** In the order in which agents first spoke. */
export type CapState = readonly Spoken[]

export interface Accumulated {
  state: CapState
  total: number
  /** The line that announces it, only for the turn that reached the cap. */
  mutedLine: string | undefined
}

/** The turn that reaches the cap still counts. Later turns of a muted agent are added up without another line. */
export function accumulate(state: CapState, agent: string, tokens: number, cap: number): Accumulated {
  const before = spokenBy(state, agent)
  const total = addCounts(before.tokens, tokens)
  const after = { agent, tokens: total, muted: before.muted || total >= cap }
  const known = state.some((spoken) => spoken.agent === agent)
  return {
    state: known ? state.map((spoken) => (spoken.agent === agent ? after : spoken)) : [...state, after],
    total,
    mutedLine: after.muted && !before.muted ? mutedLine(agent, total, cap) : undefined,
  }
}

/** An agent that is not in the ledger has used 0 tokens and may speak. */
export function spokenBy(state: CapState, agent: string): Spoken {
  return state.find((spoken) => spoken.agent === agent) ?? { agent, tokens: 0, muted: false }
}

export function parseCapState(text: string): CapState {
  return linesOf(text).flatMap((line) => {
    const [, agent, tokens, muted] = /^agent=(.*)\|tokens=([0-9]+)\|muted=([01])$/.exec(line) ?? []
    return agent === undefined ? [] : [{ agent, tokens: countOf(tokens) ?? 0, muted: muted === '1' }]
  })
}

export function renderCapState(state: CapState): string {
  return state
    .map(({ agent, tokens, muted }) => `agent=${agent}|tokens=${tokens}|muted=${muted ? 1 : 0}\n`)
    .join('')
}

function mutedLine(agent: string, total: number, cap: number): string {
  return `MUTED agent=${agent} tokens=${total} cap=${cap} fr=FR-MTG-29`
}
