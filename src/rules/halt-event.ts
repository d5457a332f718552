// Halt event: the terminal line of a halted meeting. Printing the line does not end the meeting; the caller does that.
import { onOneLine } from './lines.js'

export interface Halt {
  condition: string
  /** The agent that caused it; printed as a dash when absent. */
  agent?: string | undefined
  fr: string
  detail: string
}

/** Known conditions and the requirement each answers to. The line itself takes any condition. */
export const HALTS = {
  'CHARTER-MISSING': 'FR-MTG-28',
  'RESEARCH-MISSING': 'FR-MTG-28',
  'CITE-OR-FLAG': 'FR-MTG-28',
  'WRITE-BOUNDARY-VIOLATION': 'FR-MTG-31',
} as const
export type HaltCondition = keyof typeof HALTS

export function haltLine({ condition, agent, fr, detail }: Halt): string {
  const who = agent === undefined || agent === '' ? '—' : agent
  return onOneLine(`HALT condition=${condition} agent=${who} fr=${fr} detail=${detail}`)
}

/** The line for one of the known conditions. */
export function haltFor(condition: HaltCondition, detail: string, agent?: string): string {
  return haltLine({ condition, agent, fr: HALTS[condition], detail })
}
