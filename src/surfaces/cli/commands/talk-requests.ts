// CLI `parley talk requests | accept | decline | defer`: lists what workers ask to talk about; accepts, declines or defers it.

import type { MeetingRef, TalkRequest } from '../../../hall/api.js'
import { WrongUsage } from '../../../kernel/errors.js'
import type { Args, Command } from '../command.js'
import type { Io } from '../io.js'
import { oneLine } from '../screen/clean.js'
import { emit } from '../screen/emit.js'
import { say } from '../screen/hanging.js'
import { paint } from '../screen/paint.js'
import {
  connect,
  onlineIf,
  pathOf,
  projectFlag,
  requestNamed,
  requestsInFilesHere,
  voicesIn,
} from '../talk/common.js'
import { converse } from '../talk/turn.js'

const id = { name: 'ID', about: 'the request: its id, any part of it that no other has, or `last`' }
const idOrOnly = { name: 'ID', about: `${id.about}; left out, the only one`, optional: true }

export const requests: Command = {
  about:
    'Requests for a talk that wait: never deferred first, then by date. A request waits as long as you like.',
  flags: projectFlag,
  examples: [['parley talk requests', 'who asks, why, and about which files']],
  async run(args, io) {
    const server = await connect(io)
    const of = args.value('project')
    const found = await server.get<readonly TalkRequest[]>(
      `/api/requests${of === undefined ? '' : `?project=${encodeURIComponent(of)}`}`,
    )
    const { requests: here, unreadable, registered } = await requestsInFilesHere(server, args, io)
    const all = [...here, ...found]
    if (args.has('json')) for (const request of all) emit(io, { type: 'request', ...request })
    else say(io, all.length > 0 ? all.map((one) => requestText(one, io)).join('\n\n') : 'No request waits.')
    if (here.length > 0 && !args.has('json'))
      say(
        io,
        registered
          ? `\nOnly in your working tree: ${here.map(({ id }) => id).join(', ')}. Commit before you accept.`
          : `\n${here[0]?.project} is not registered yet: accepting a request registers it.`,
      )
    for (const text of unreadable)
      if (args.has('json')) emit(io, { type: 'notice', text })
      else say(io, `! ${text}`)
    return 0
  },
}

export const accept: Command = {
  about:
    'Accepts a request: the talk opens, and the worker speaks first about what it asked for, or answers your message.',
  operands: [idOrOnly, { name: 'MESSAGE', about: 'what you want to say first', optional: true, rest: true }],
  examples: [
    ['parley talk accept followup-Res', 'the worker begins'],
    ['parley talk accept followup-Res "Keep it short."', 'with a word of yours first'],
  ],
  async run(args, io) {
    const server = await connect(io)
    const ref = await requestNamed(server, args.operand('ID'), args, io)
    const message = args.operand('MESSAGE')
    const said = message === undefined ? {} : { message }
    const body = { ...said, ...(await voicesIn(args, io)), ...onlineIf(args) }
    return converse({ server, args, io }, pathOf(ref, '/accept'), body)
  },
}

export const decline: Command = {
  about: 'Declines a request for good. What it refers to stays as it is.',
  operands: [idOrOnly, { name: 'REASON', about: 'for the record', optional: true, rest: true }],
  examples: [['parley talk decline followup-Res', 'it is not asked again']],
  async run(args, io) {
    const reason = args.operand('REASON')
    const ref = await settle(args, io, '/decline', reason === undefined ? {} : { reason })
    return done(args, io, { type: 'declined', ...ref }, `Declined ${ref.id}.`)
  },
}

export const defer: Command = {
  about: 'Defers a request: it stays, and is listed after the others until then.',
  operands: [id, { name: 'DATE', about: 'as in 2026-05-04' }],
  examples: [['parley talk defer followup-Res 2026-05-04', 'look at it again then']],
  async run(args, io) {
    const until = args.required('DATE')
    if (!/^\d{4}-\d\d-\d\d$/.test(until) || Number.isNaN(Date.parse(until)))
      throw new WrongUsage(`"${until}" is no date.`, 'Write it as in 2026-05-04.')
    const ref = await settle(args, io, '/defer', { until })
    return done(args, io, { type: 'deferred', ...ref, until }, `Deferred ${ref.id} until ${until}.`)
  },
}

async function settle(args: Args, io: Io, verb: string, body: unknown): Promise<MeetingRef> {
  const server = await connect(io)
  const ref = await requestNamed(server, args.operand('ID'), args, io)
  await server.post(pathOf(ref, verb), body)
  return ref
}

function done(args: Args, io: Io, event: Parameters<typeof emit>[1], words: string): number {
  if (args.has('json')) emit(io, event)
  else say(io, words)
  return 0
}

function requestText(
  { id, title, worker, workerTitle, project, reason, agenda, referenced, deferredUntil }: TalkRequest,
  io: Io,
): string {
  const colour = paint(io, 'output')
  const who = [worker, workerTitle]
    .filter(Boolean)
    .map((text) => oneLine(text))
    .join(', ')
  const later = deferredUntil === null ? '' : colour.dim(` · deferred until ${oneLine(deferredUntil)}`)
  return [
    colour.bold(oneLine(title, 100)),
    `  ${id}`,
    `  ${oneLine(project)} · ${who}${later}`,
    ...(reason || agenda ? [`  ${oneLine(reason || agenda, 400)}`] : []),
    ...(referenced.length > 0 ? [`  ${referenced.map((path) => oneLine(path)).join(', ')}`] : []),
  ].join('\n')
}
