// Resources: meetings, journals, documents and decisions as texts that a host may attach. They say the same as the tools that read.

import { ResourceNotFoundError } from '@modelcontextprotocol/server'
import { ParleyError } from '../../kernel/errors.js'
import { loadTellings } from '../../protocols/tellings.js'
import { clean } from '../../text/clean.js'
import { tell } from '../../view/teller.js'
import type { Caller, Desk, Place } from './desk.js'
import { listMeetings, readDocument } from './verbs/reading.js'

const markdown = 'text/markdown'

export async function readResource(desk: Desk, uri: string, caller: Caller) {
  const refuse = (error: unknown) => {
    if (error instanceof ParleyError)
      throw new ResourceNotFoundError(uri, [error.message, error.hint].join(' ').trim())
    throw error
  }
  const place = await desk.place({}, caller).catch(refuse)
  const found = await textOf(place, uri).catch(refuse)
  if (found === undefined) throw new ResourceNotFoundError(uri)
  const { mimeType, text } = found
  return { contents: [{ uri, mimeType, text: clean(await place.tidy(text)) }] }
}

interface Found {
  readonly mimeType: string
  readonly text: string
}

async function textOf(place: Place, uri: string): Promise<Found | undefined> {
  if (uri === 'parley://meetings')
    return { mimeType: markdown, text: (await listMeetings(place, { limit: 200 })).data ?? '' }
  if (uri === 'parley://decisions')
    return { mimeType: markdown, text: (await readDocument(place, { decisions: '' })).data ?? '' }
  const [, kind, rest = ''] = /^parley:\/\/(meeting|document)\/(.+)$/s.exec(uri) ?? []
  const named = decoded(rest)
  if (kind === 'document')
    return { mimeType: markdown, text: (await place.hall.document(place.project, named)).text }
  if (kind !== 'meeting') return undefined
  const [, id = named, journal] = /^(.*)(\/journal)$/s.exec(named) ?? []
  const view = await place.hall.meeting({ project: place.project, id })
  if (journal)
    return {
      mimeType: 'application/jsonl',
      text: view.lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    }
  const { markdownOf } = await import('../cli/export/markdown.js')
  return { mimeType: markdown, text: markdownOf(tell(view.lines, await loadTellings())) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
