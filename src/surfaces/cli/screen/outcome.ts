// Outcome: what a concluded meeting came to.

import type { OutcomeTold } from '../../../story/outcome.js'
import { oneLine } from './clean.js'
import type { MarkdownScreen } from './markdown-screen.js'
import type { Paint } from './paint.js'

export function outcomeText(outcome: OutcomeTold, colour: Paint, markdown: MarkdownScreen): string {
  const { headline, paragraphs, facts, remarks, commands, degraded } = outcome
  const words = paragraphs.map((paragraph) => `${markdown.text(paragraph.trim())}\n`)
  const lines = [
    ...(headline === null ? [] : [`${colour.bold(oneLine(headline, 200))}\n`]),
    ...words,
    ...facts.map(({ label, value }) => oneLine(`${label}: ${value}`, 400)),
    ...remarks.map((remark) => oneLine(remark, 400)),
    ...commands.map((command) => oneLine(command, 400)),
    ...(degraded.length > 0 ? [colour.yellow(oneLine(`Degraded: ${degraded.join('; ')}`, 400))] : []),
  ]
  return `${lines.join('\n')}\n`
}
