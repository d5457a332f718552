// A meeting as a file for the page to hand over: its name, its type and its text.

import type { Exported, MeetingView } from '../../hall/api.js'
import { loadTellings } from '../../protocols/tellings.js'
import type { Format } from '../../view/exports.js'
import { titled } from '../../view/story.js'
import { tell } from '../../view/teller.js'
import { rendered } from '../cli/export/rendered.js'

const kinds: Readonly<Record<Format, { readonly end: string; readonly type: string }>> = {
  markdown: { end: '.md', type: 'text/markdown' },
  html: { end: '.html', type: 'text/html' },
  json: { end: '.json', type: 'application/json' },
  adr: { end: '.adr.md', type: 'text/markdown' },
  issues: { end: '.issues', type: 'application/x-ndjson' },
}

export async function exported(view: MeetingView, format: Format): Promise<Exported> {
  const story = titled(tell(view.lines, await loadTellings()), view.title)
  const { end, type } = kinds[format]
  return { name: `${view.id}${end}`, type, text: await rendered(format, story, view.lines) }
}
