// The head of a meeting on the screen: what it is about, and by which protocol.

import type { Opened } from '../../../kernel/line/line-data.js'
import { oneLine } from './clean.js'
import type { Paint } from './paint.js'

export function openingText(opened: Opened, colour: Paint): string {
  const { id, protocol, title, forkedFrom } = opened
  const fork = forkedFrom ? `\nforked from ${oneLine(forkedFrom.id)} at line ${forkedFrom.at}` : ''
  const under = `${oneLine(protocol)} · ${oneLine(id)}${fork}`
  return `${colour.bold(oneLine(title, 200))}\n${colour.dim(under)}\n`
}
