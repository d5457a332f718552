// Views: what the middle of a meeting's page can show, and which of it an address means.

import type { MeetingView } from '../../../hall/api.js'
import type { Story } from '../../../view/story.js'
import type { Query } from '../route.js'

/** The empty path is that of a talk's own notes. */
export type Shown =
  | { readonly kind: 'overview' | 'transcript' | 'question' }
  | { readonly kind: 'paper'; readonly path: string; readonly title: string }

export interface Tab {
  readonly label: string
  readonly query: Query
  readonly shown: Shown
}

const transcript: Tab = {
  label: 'Transcript',
  query: { show: 'transcript' },
  shown: { kind: 'transcript' },
}

const question: Tab = { label: 'The question', query: { show: 'question' }, shown: { kind: 'question' } }

/** A meeting that has drawings is shown by them first, and leads to its papers; any other by its question, else by its record once it is over. */
export function tabsOf(
  view: Pick<MeetingView, 'documents' | 'talk'>,
  story: Pick<Story, 'drawings' | 'documents'>,
  over: boolean,
  asked: boolean,
): readonly Tab[] {
  if ([...story.drawings.values()].some(({ apart = false }) => !apart))
    return [{ label: 'Overview', query: {}, shown: { kind: 'overview' } }, transcript, ...papersOf(story)]
  const record = over ? recordOf(view) : null
  const title = view.talk ? 'Notes' : 'Record'
  const read: readonly Tab[] =
    record === null
      ? []
      : [{ label: title, query: { show: 'record' }, shown: { kind: 'paper', path: record, title } }]
  if (asked) return [question, ...read, transcript]
  return read.length === 0 ? [] : [...read.map((tab) => ({ ...tab, query: {} })), transcript]
}

/** Places in the transcript are in the transcript, whatever else the address says. */
export function shownBy(tabs: readonly Tab[], query: Query): Shown {
  if (query['at'] || query['show'] === 'transcript') return transcript.shown
  const named = tabs.find(
    ({ shown }) => shown.kind === 'paper' && (shown.path === query['paper'] || query['show'] === 'record'),
  )
  return (named ?? tabs[0])?.shown ?? transcript.shown
}

const read = ['record', 'notes', 'action-items']

function papersOf({ documents }: Pick<Story, 'documents'>): readonly Tab[] {
  return [...documents.values()]
    .filter(({ kind, working }) => !working && read.includes(kind))
    .map(({ path, title }) => ({
      label: title,
      query: { paper: path },
      shown: { kind: 'paper', path, title },
    }))
}

/** The path of the record, the empty string for a talk's own notes, null where there is none. */
function recordOf({ documents, talk }: Pick<MeetingView, 'documents' | 'talk'>): string | null {
  const wanted = ['record', 'notes'] as const
  const found = wanted.flatMap((kind) => documents.filter((document) => document.kind === kind))[0]
  if (found) return found.path
  return talk?.notes.state === 'done' && talk.notes.text !== '' ? '' : null
}
