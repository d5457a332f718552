// The head of a meeting on the screen: what it is about, and by which protocol.

import type { Opened } from '../../../kernel/line-data.js'
import { oneLine } from './clean.js'
import type { Paint } from './paint.js'

export function openingText({ id, protocol, title, forkedFrom }: Opened, colour: Paint): string {
  const fork = forkedFrom ? `\nforked from ${oneLine(forkedFrom.id)} at line ${forkedFrom.at}` : ''
  return `${colour.bold(oneLine(title, 200))}\n${colour.dim(`${oneLine(protocol)} · ${oneLine(id)}${fork}`)}\n`
}
