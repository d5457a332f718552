// Tool `record_decision`: what was settled, as one line of JSON; it becomes a section of the meeting's file at its close.

import { join } from 'node:path'
import { z } from 'zod'
import { define, yes } from '../../../../agents/tools/define.js'
import type { Tool } from '../../../../kernel/agents.js'
import { appendBelow, bytesOfPlain } from '../../../../workspace/plain-files.js'
import { renderDecisionLine } from '../../documents/decisions.js'
import { decisionsPath } from '../../paths.js'
import { meetingLock } from '../ports.js'
import type { TalkTools } from './context.js'

const Text = z.string().trim().min(1).max(10_000)

export function decisionTool(context: TalkTools): Tool {
  return define({
    name: 'record_decision',
    description: 'Records a decision that the person made or agreed to in this talk.',
    writes: true,
    input: z.strictObject({
      question: Text.describe('What was to be decided.'),
      decision: Text.describe('What was decided.'),
      reasoning: Text.describe('Why, in a sentence or two.'),
    }),
    async run(input) {
      const [question, decision, reasoning] = await Promise.all(
        [input.question, input.decision, input.reasoning].map((text) => context.scrub(text)),
      )
      const made = {
        timestamp: context.now(),
        question: question!,
        decision: decision!,
        reasoning: reasoning!,
      }
      const file = join(context.home, decisionsPath(context.meetingId))
      await context.locks.exclusively(meetingLock(context.meetingId), async () =>
        append(context.home, file, renderDecisionLine(made)),
      )
      context.changed()
      return yes(`Recorded: ${made.question}`)
    },
  })
}

/** On a new line, also when a kill left the last one incomplete. */
function append(home: string, file: string, line: string): void {
  const before = bytesOfPlain(file)
  const text = before !== undefined && before.length > 0 && before.at(-1) !== 10 ? `\n${line}` : line
  appendBelow(home, file, { text, flush: true })
}
