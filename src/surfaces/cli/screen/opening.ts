// The head of a meeting on the screen: what it is about, by which protocol, and what it was expected to cost when it was opened.

import type { Opened } from '../../../kernel/line-data.js'
import { foreseenWords, isForeseen } from '../../../rules/forecast.js'
import { fieldsOf } from '../../../rules/values.js'
import { oneLine } from './clean.js'
import type { Paint } from './paint.js'

export function openingText(opened: Opened, colour: Paint): string {
  const { id, protocol, title, forkedFrom } = opened
  const fork = forkedFrom ? `\nforked from ${oneLine(forkedFrom.id)} at line ${forkedFrom.at}` : ''
  const under = `${oneLine(protocol)} · ${oneLine(id)}${fork}${expectedText(opened)}`
  return `${colour.bold(oneLine(title, 200))}\n${colour.dim(under)}\n`
}

function expectedText({ agents }: Opened): string {
  const { foreseen, costCeiling } = fieldsOf(agents)
  if (!isForeseen(foreseen)) return ''
  const words = foreseenWords(foreseen, typeof costCeiling === 'number' ? costCeiling : null)
  return `\nExpected: ${oneLine(words, 400)}`
}
