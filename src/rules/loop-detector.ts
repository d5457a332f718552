// Loop detector: spots two agents going back and forth (A, B, A) while none of the three turns brings anything new.
import { linesOf } from './lines.js'

export const PROGRESS = ['new-citation', 'new-decision', 'new-pin'] as const
export type Progress = (typeof PROGRESS)[number] | 'no-progress'

export interface LoopTurn {
  agent: string
  /** Only the three words of `PROGRESS` count as progress. */
  progress: string
}

export type LoopVerdict = { kind: 'loop'; a: string; b: string; line: string } | { kind: 'none' }

/** Looks at the last three turns only. */
export function detectLoop(turns: readonly LoopTurn[]): LoopVerdict {
  const [first, second, third] = turns.slice(-3)
  if (first === undefined || second === undefined || third === undefined) return { kind: 'none' }
  const backAndForth = first.agent === third.agent && first.agent !== second.agent
  if (!backAndForth || [first, second, third].some(bringsSomething)) return { kind: 'none' }
  return { kind: 'loop', a: first.agent, b: second.agent, line: loopLine(first.agent, second.agent) }
}

/** One turn a line, `<agent>|<progress>|<text>`; a line without an agent is no turn. */
export function parseLoopTurns(text: string): LoopTurn[] {
  return linesOf(text).flatMap((line) => {
    const [agent = '', progress = ''] = line.split('|', 2)
    return agent === '' ? [] : [{ agent, progress }]
  })
}

function bringsSomething(turn: LoopTurn): boolean {
  return (PROGRESS as readonly string[]).includes(turn.progress)
}

function loopLine(a: string, b: string): string {
  return `FACILITATOR / LOOP-BREAK turn injected — A=${a} B=${b} no-progress fr=FR-MTG-30`
}
