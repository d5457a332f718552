// Answers: what each endpoint responds with, as schemas. Tests hold every response that they see against them.

import { z } from 'zod'
import type {
  Afterwards,
  ClosePreview,
  CloseResult,
  Decision,
  DocumentRef,
  DocumentView,
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
  Way,
  Worker,
} from '../../src/hall/api.js'
import { shapes } from '../../src/kernel/run/events.js'
import type { TalkView } from '../../src/protocols/talk/views.js'
import { documentKinds } from '../../src/view/story.js'

const text = z.string()
const texts = z.array(text).readonly()
const some = text.nullable()
const list = <T extends z.ZodType>(of: T) => z.array(of).readonly()
const document = z.enum(documentKinds)

const meeting: z.ZodType<MeetingRef> = z.object({ project: text, id: text })
const recorded: z.ZodType<RecordedMeeting> = z.object({ word: text, protocol: text, model: text, on: text })
const taken = z.object({ status: z.literal('taken') })

const project: z.ZodType<Project> = z.object({
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
const entry = z.intersection(shapes.summary, z.looseObject(entryFields)) satisfies z.ZodType<MeetingEntry>

const found: z.ZodType<Found> = z.object({
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
const view: z.ZodType<
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

const preview: z.ZodType<ClosePreview> = z.object({
  branch: text,
  into: text,
  files: list(z.object({ path: text, change: z.enum(['added', 'changed', 'deleted']), patch: text })),
  conflicts: texts,
})
const closed: z.ZodType<CloseResult> = z.object({ status: z.literal('closed'), notes, merge })

const source: z.ZodType<SourceView> = z.object({
  path: text,
  ranges: list(z.object({ from: z.int(), lines: texts })),
  left: z.int(),
  sha256: text,
})

const box = z.object({ item: text, owner: text, done: z.boolean() })

const afterwards: z.ZodType<Afterwards> = z.object({
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

const request: z.ZodType<TalkRequest> = z.object({
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

const worker: z.ZodType<Worker> = z.object({
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
const documentView: z.ZodType<DocumentView> = z.object({ ...documentFields, text })

const decision: z.ZodType<Decision> = z.object({
  project: text,
  meeting: text,
  at: text,
  question: text,
  decision: text,
  reasoning: text,
})

const way: z.ZodType<Way> = z.object({ protocol: text, title: text, summary: text, example: text })

const plainChoice = z.object({ value: text, label: text, about: text })
const choice = plainChoice.extend({
  seats: list(plainChoice).optional(),
})
const field = z.looseObject({ name: text, kind: text, label: text, help: text, choices: list(choice) })
const forms = z.object({
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

const health: z.ZodType<Health> = z.object({
  status: z.literal('ok'),
  version: text,
  meetings: z.int(),
  uptimeSeconds: z.int(),
  notices: texts,
})

/** Every refusal and failure. */

export const problem = z.object({
  error: z.object({
    code: text,
    message: text,
    hint: text,
    field: text.optional(),
  }),
})

const one = '/api/meetings/:project/:id'

/** By method and path, as the endpoints have them. */
export const answers: Readonly<Record<string, z.ZodType>> = {
  'get /api/health': health,
  'get /api/projects': list(project),
  'post /api/projects': project,
  'delete /api/projects/:project': z.object({ status: z.literal('forgotten') }),
  'get /api/meetings': list(entry),
  'get /api/search': found,
  'post /api/meetings': meeting,
  'get /api/recorded': z.array(recorded),
  'post /api/recorded/:word': meeting,
  [`get ${one}`]: view,
  [`get ${one}/preview`]: preview,
  [`get ${one}/source`]: source,
  [`get ${one}/afterwards`]: afterwards,
  [`get ${one}/export`]: z.object({ name: text, type: text, text }),
  [`post ${one}/fork`]: meeting,
  ...Object.fromEntries(
    ['answer', 'messages', 'resume', 'decline', 'defer', 'drop', 'follow-ups'].map((verb) => [
      `post ${one}/${verb}`,
      taken,
    ]),
  ),
  [`post ${one}/interrupt`]: z.object({ interrupted: z.boolean() }),
  [`post ${one}/close`]: closed,
  [`post ${one}/retry`]: closed,
  [`post ${one}/verify`]: z.object({
    findings: texts,
    lines: z.number(),
    turns: z.number(),
    documents: z.number(),
    at: text,
  }),
  [`post ${one}/accept`]: meeting,
  'get /api/requests': list(request),
  'get /api/workers': list(worker),
  'get /api/documents/:project': documentView,
  'get /api/decisions': list(decision),
  'get /api/ways': list(way),
  'get /api/forms/:project': forms,
}
