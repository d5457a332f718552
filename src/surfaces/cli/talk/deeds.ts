// Commands for any meeting, applied to a talk: the server holds it, so they call the server.

import type { MeetingView } from '../../../hall/api.js'
import { WrongUsage } from '../../../kernel/errors.js'
import { telling } from '../../../protocols/talk/telling.js'
import type { Args } from '../command.js'
import { exits } from '../exit.js'
import type { Io } from '../io.js'
import { emit } from '../screen/emit.js'
import { remark, say } from '../screen/hanging.js'
import { copied } from '../screen/to-copy.js'
import { connect, pathOf, talkNamed } from './common.js'
import { converse } from './turn.js'

/** A message to the worker is sent and its answer shown; any other choice answers the open question. */
export async function answerTalk(
  id: string,
  given: { choose: string; text: string | undefined; question: string | undefined },
  args: Args,
  io: Io,
): Promise<number> {
  const { choose, text } = given
  const server = await connect(io)
  const ref = await talkNamed(server, id, 'talk', io)
  const { asks, questions } = await server.get<MeetingView>(pathOf(ref))
  const question = given.question ?? questions[0]?.key
  if (choose === asks?.freeText?.key && telling.awaitsWords?.(asks.id)) {
    if (!text?.trim()) throw new WrongUsage(`"${choose}" wants your words.`, 'Put them behind it.')
    return converse({ server, args, io }, pathOf(ref, '/messages'), { text })
  }
  if (choose === 'close' && text === undefined) return closeIt(args, io)
  await server.post(pathOf(ref, '/answer'), {
    choose,
    ...(question === undefined ? {} : { question }),
    ...(text === undefined ? {} : { text }),
  })
  if (args.has('json')) emit(io, { type: 'answered', ...ref, choose })
  else {
    remark(io, 'Taken. Follow it:')
    io.err(copied({ id: ref.id, io, stream: 'error' }, (name) => `watch ${name}`))
  }
  return exits.fine
}

export async function resumeTalk(id: string, args: Args, io: Io): Promise<number> {
  const server = await connect(io)
  const ref = await talkNamed(server, id, 'talk', io)
  const { asks, status } = await server.get<MeetingView>(pathOf(ref))
  if (status === 'waiting' && asks) {
    if (args.has('json')) emit(io, { type: 'talk', ...ref, state: 'open' })
    remark(io, 'It waits for your word:')
    io.err(copied({ id: ref.id, io, stream: 'error' }, (name) => `talk say ${name} "…"`))
    return exits.waiting
  }
  await server.post(pathOf(ref, '/resume'))
  if (args.has('json')) emit(io, { type: 'talk', ...ref, state: 'open' })
  else {
    say(io, `${ref.id} goes on in the server. Follow it:`)
    io.out(copied({ id: ref.id, io }, (name) => `watch ${name}`))
  }
  return exits.fine
}

async function closeIt(args: Args, io: Io): Promise<number> {
  const { close } = await import('../commands/talk-close.js')
  return close.run(args, io)
}
