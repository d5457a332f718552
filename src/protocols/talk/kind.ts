// The talk as surfaces offer it: what it is asked for with. Only a host can prepare one, because a talk needs a ground in git.

import { CannotGoOn } from '../../kernel/errors.js'
import type { Fields } from '../../kernel/request.js'
import { type MeetingKind, meetingKind } from '../manifest.js'
import { type Ground, talk } from './index.js'

export const fields = {
  worker: {
    kind: 'choice',
    label: 'With whom',
    help: 'who to talk to',
    operand: 'WORKER',
    among: [],
    open: true,
    required: true,
    people: true,
  },
  message: {
    kind: 'text',
    label: 'What you want to say',
    help: 'what it is about',
    required: true,
    operand: 'MESSAGE',
    lines: 5,
  },
  references: {
    kind: 'names',
    label: 'About which documents',
    help: 'a file below .lore/ that it is about',
    takes: 'PATH',
    each: 'reference',
    documents: ['.lore'],
  },
} as const satisfies Fields

export const about = [
  'Opens a talk with a worker about this repository, on a branch of its own, and shows the answer as it comes. The talk stays',
  'open for days until you close it; then its notes and everything it made arrive in one commit on the integration branch.',
  'Your own branch and files are never touched. Exit 0 when the answer came, 1 when the turn failed.',
].join('\n')

export const examples = [
  ['parley talk researcher "What did the survey miss?"', 'opens a talk and streams the answer'],
  ['parley talk researcher "Go on." --reference research/survey.md', 'with a file of .lore/ on the table'],
] as const

export const kind: MeetingKind = meetingKind({
  about,
  examples,
  fields,
  protocol: talk(() => elsewhere),
  prepare: () => Promise.reject(needsHost()),
})

/** A recorded talk wants nothing of its project, and can be checked without one. */
const elsewhere = new Proxy({} as Ground, { get: () => () => Promise.reject(needsHost()) })

function needsHost(): CannotGoOn {
  return new CannotGoOn(
    'NO_SERVER',
    'A talk is held by the server, which owns its branch and its folder.',
    'Open it with `parley talk WORKER "…"`, on the page, or over HTTP.',
  )
}
