// Responses: what operations give, as schemas. Tests check every response that they see against them.

import { z } from 'zod'
import { shapes } from '../kernel/run/events.js'
import type { TalkView } from '../protocols/talk/views.js'
import { documentKinds } from '../view/story.js'
import type {
  Afterwards,
  ClosePreview,
  CloseResult,
  Decision,
  DocumentRef,
  DocumentView,
  Exported,
  Forms,
  Found,
  Health,
  MeetingEntry,
  MeetingRef,
  MeetingView,
  Project,
  RecordedMeeting,
  SourceView,
  TalkRequest,
  Verified,
  Way,
  Worker,
} from './api.js'

const text = z.string()
const texts = z.array(text).readonly()
const some = text.nullable()
export const list = <T extends z.ZodType>(of: T) => z.array(of).readonly()
const document = z.enum(documentKinds)

export const meeting: z.ZodType<MeetingRef> = z.object({ project: text, id: text })
export const recorded: z.ZodType<RecordedMeeting> = z.object({
  word: text,
  protocol: text,
  model: text,
  on: text,
})
export const taken = z.object({ status: z.literal('taken') })
export const forgotten = z.object({ status: z.literal('forgotten') })

export const project: z.ZodType<Project> = z.object({
  name: text,
  title: text,
  path: text,
  meetingCap: z.int(),
  openTalks: z.int(),
  trouble: some,
  registered: z.boolean(),
  recorded: z.boolean(),
})

const entryFields = {
  project: text,
  live: z.boolean(),
  elsewhere: z.boolean(),
  awaitsHost: z.boolean(),
  lastLine: some,
  seats: texts,
  stands: list(z.object({ name: text, glyph: text, words: text })),
  asks: shapes.question.nullable(),
}
export const entry: z.ZodType<MeetingEntry> = z.intersection(shapes.summary, z.looseObject(entryFields))

export const found: z.ZodType<Found> = z.object({
  meetings: list(
    z.object({
      project: text,
      id: text,
      title: text,
      protocol: text,
      status: shapes.status,
      updatedAt: text,
      count: z.int(),
      said: list(z.object({ key: text, who: text, at: text, before: text, found: text, after: text })),
    }),
  ),
  looked: z.int(),
  more: z.boolean(),
})

const notes: z.ZodType<TalkView['notes']> = z.object({
  state: z.enum(['pending', 'done', 'failed']),
  text,
  reason: some,
})
const step = z.union([z.object({ command: text }), z.object({ words: text })])
const merge: z.ZodType<TalkView['merge']> = z.object({
  state: z.enum(['none', 'done', 'pending']),
  files: texts,
  howTo: list(step).nullable(),
})
const talk: z.ZodType<TalkView> = z.object({
  worker: text,
  workerTitle: text,
  agenda: text,
  referenced: texts,
  linked: texts,
  branch: text,
  state: z.enum(['requested', 'open', 'closed', 'declined']),
  notes,
  merge,
})

const documentRef: z.ZodType<DocumentRef> = z.object({
  path: text,
  kind: document,
  line: z.int().nullable(),
  working: z.boolean(),
})

/** A summary without its number of lines, since the lines themselves are there. */
export const view: z.ZodType<
  Pick<MeetingView, 'id' | 'status' | 'lines' | 'documents' | 'outcome' | 'talk' | 'awaitsHost'>
> = z.looseObject({
  ...entryFields,
  id: text,
  protocol: text,
  title: text,
  status: shapes.status,
  openedAt: text,
  updatedAt: text,
  lines: list(shapes.line),
  documents: list(documentRef),
  outcome: z.unknown(),
  talk: talk.nullable(),
})

export const preview: z.ZodType<ClosePreview> = z.object({
  branch: text,
  into: text,
  files: list(z.object({ path: text, change: z.enum(['added', 'changed', 'deleted']), patch: text })),
  conflicts: texts,
})
export const closed: z.ZodType<CloseResult> = z.object({ status: z.literal('closed'), notes, merge })

export const source: z.ZodType<SourceView> = z.object({
  path: text,
  ranges: list(z.object({ from: z.int(), lines: texts })),
  left: z.int(),
  sha256: text,
})

const box = z.object({ item: text, owner: text, done: z.boolean() })

export const afterwards: z.ZodType<Afterwards> = z.object({
  branch: some,
  commits: list(
    z.object({
      hash: text,
      branch: some,
      from: some,
      facts: z
        .object({
          subject: text,
          at: text,
          merged: z.boolean(),
          commits: z.int(),
          files: list(z.object({ path: text, added: z.int().nullable(), removed: z.int().nullable() })),
          more: z.int(),
        })
        .nullable(),
    }),
  ),
  followUps: list(box).nullable(),
  commands: texts,
})

export const request: z.ZodType<TalkRequest> = z.object({
  project: text,
  id: text,
  title: text,
  worker: text,
  workerTitle: text,
  agenda: text,
  reason: text,
  referenced: texts,
  deferredUntil: some,
  date: text,
})

export const worker: z.ZodType<Worker> = z.object({
  name: text,
  displayName: text,
  displayTitle: text,
  description: text,
  guidance: some,
  checkout: z.enum(['sparse', 'full']),
  model: text.nullable(),
})

const documentFields = {
  project: text,
  path: text,
  kind: document,
  title: text,
  date: text.nullable(),
  meetings: texts,
}
export const documentView: z.ZodType<DocumentView> = z.object({ ...documentFields, text })

export const decision: z.ZodType<Decision> = z.object({
  project: text,
  meeting: text,
  at: text,
  question: text,
  decision: text,
  reasoning: text,
})

export const way: z.ZodType<Way> = z.object({ protocol: text, title: text, summary: text, example: text })

const plainChoice = z.object({ value: text, label: text, about: text })
const choice = plainChoice.extend({
  seats: list(plainChoice).optional(),
})
const field = z.looseObject({ name: text, kind: text, label: text, help: text, choices: list(choice) })
export const forms = z.object({
  meetings: list(
    z.object({
      protocol: text,
      title: text,
      summary: text,
      command: texts,
      fields: list(field),
      seated: list(choice),
      trouble: z.object({ message: text, commands: texts }).nullable(),
    }),
  ),
  agents: list(z.object({ name: text, hint: text, blank: z.literal(true).optional() })),
  usual: some,
  nobody: texts,
}) as unknown as z.ZodType<Forms>

export const health: z.ZodType<Health> = z.object({
  status: z.literal('ok'),
  version: text,
  meetings: z.int(),
  uptimeSeconds: z.int(),
  notices: texts,
})

export const exported: z.ZodType<Exported> = z.object({ name: text, type: text, text })

export const verified: z.ZodType<Verified> = z.object({
  findings: texts,
  lines: z.number(),
  turns: z.number(),
  documents: z.number(),
  at: text,
})

export const interrupted = z.object({ interrupted: z.boolean() })
