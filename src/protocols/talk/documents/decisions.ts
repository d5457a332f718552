// Decisions of a talk: one JSON line each while it is open, a section of its artifact when it closes.

import { fieldsOf } from '../../../rules/values.js'
import { asSaid } from '../../../text/embedded.js'
import { sectionBlock, sectionLine } from './sections.js'

export interface TalkDecision {
  readonly timestamp: string
  readonly question: string
  readonly decision: string
  readonly reasoning: string
}

export function renderDecisionLine({ timestamp, question, decision, reasoning }: TalkDecision): string {
  return `${JSON.stringify({ timestamp, question, decision, reasoning })}\n`
}

/** A torn line, or one that is not ours, is skipped. */
export function parseDecisionLines(text: string): readonly TalkDecision[] {
  return text.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line)
      return isDecision(value) ? [value] : []
    } catch {
      return []
    }
  })
}

/** The text below `## Decisions`, or null when there are none. */
export function renderDecisions(decisions: readonly TalkDecision[]): string | null {
  if (decisions.length === 0) return null
  return decisions.map(renderDecision).join('\n\n')
}

/** The decisions of such a section. It has no times: those stand only in the JSON lines of an open talk. */
export function parseDecisions(section: string): readonly Omit<TalkDecision, 'timestamp'>[] {
  const found: { question: string; decision: string[]; reasoning: string }[] = []
  let isOpen = false
  for (const line of section.split('\n')) {
    const question = QUESTION.exec(line)?.[1]
    const reasoning = REASONING.exec(line)?.[1]
    if (question !== undefined) found.push({ question, decision: [], reasoning: '' })
    else if (reasoning !== undefined && isOpen) found.at(-1)!.reasoning = reasoning
    else if (isOpen) found.at(-1)!.decision.push(line.replace(/^\\(?=\\*\*)/, ''))
    isOpen = question !== undefined || (isOpen && reasoning === undefined)
  }
  return found.map(({ question, decision, reasoning }) => ({
    question: asSaid(question),
    decision: asSaid(decision.join('\n').trim()),
    reasoning: asSaid(reasoning),
  }))
}

const QUESTION = /^\*\*(.+)\*\*$/
const REASONING = /^\*Reasoning: (.*)\*$/

function renderDecision({ question, decision, reasoning }: TalkDecision): string {
  // A line of the decision that begins with stars could be read as a question.
  const lines = decision
    .trim()
    .replace(/\r\n?/g, '\n')
    .replace(/^(?=\\*\*)/gm, '\\')
  return sectionBlock(`**${sectionLine(question)}**\n${lines}\n*Reasoning: ${sectionLine(reasoning)}*`)
}

function isDecision(value: unknown): value is TalkDecision {
  const fields = fieldsOf(value)
  return ['timestamp', 'question', 'decision', 'reasoning'].every((name) => typeof fields[name] === 'string')
}
