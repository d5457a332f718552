// CLI `parley talk list | workers | stop`: lists talks and workers, stops the current turn of a talk.

import type { MeetingEntry, Worker } from '../../../hall/api.js'
import type { Command } from '../command.js'
import type { Io } from '../io.js'
import { oneLine } from '../screen/clean.js'
import { emit } from '../screen/emit.js'
import { say } from '../screen/hanging.js'
import { paint } from '../screen/paint.js'
import { ago } from '../screen/words.js'
import { connect, pathOf, projectFlag, talkNamed, talkOperand, talks } from '../talk/common.js'

export const list: Command = {
  about:
    'The talks of all registered projects, open ones first. Requests that wait are in `parley talk requests`.',
  flags: { ...projectFlag, all: { about: 'closed and declined ones too' } },
  examples: [
    ['parley talk list', 'what is open'],
    ['parley talk list --all --project shop', 'everything that was ever talked about there'],
  ],
  async run(args, io) {
    const server = await connect(io)
    const all = (await talks(server, args.value('project'))).filter(({ detail }) => detail !== 'requested')
    const [open, over] = [all.filter(isOpen), all.filter((one) => !isOpen(one))]
    const shown = args.has('all') ? [...open, ...over] : open
    if (args.has('json')) for (const talk of shown) emit(io, { type: 'talk', ...talk, state: stateOf(talk) })
    else say(io, shown.length > 0 ? shown.map((talk) => row(talk, io)).join('\n') : nothing(over.length, io))
    return 0
  },
}

export const workers: Command = {
  about: 'Who can be talked to: the workers that ship with parley, and those in packages/ of PARLEY_HOME.',
  examples: [['parley talk workers', 'their names, and when to involve each']],
  async run(args, io) {
    const server = await connect(io)
    const found = await server.get<readonly Worker[]>('/api/workers')
    const colour = paint(io, 'output')
    for (const worker of found) {
      if (args.has('json')) emit(io, { type: 'worker', ...worker })
      else
        say(
          io,
          [
            `${colour.bold(worker.name)}  ${oneLine(worker.displayName)}, ${oneLine(worker.displayTitle)}`,
            `  ${oneLine(worker.description, 300)}`,
            ...(worker.guidance ? [`  ${oneLine(worker.guidance, 300)}`] : []),
          ].join('\n'),
        )
    }
    return 0
  },
}

export const stop: Command = {
  about: 'Ends the current turn of a talk; what was said is kept, and the talk stays open.',
  operands: [talkOperand],
  examples: [['parley talk stop audience-Res', 'the worker stops speaking']],
  async run(args, io) {
    const server = await connect(io)
    const ref = await talkNamed(server, args.operand('ID'), 'talk', io)
    const { interrupted } = await server.post<{ interrupted: boolean }>(pathOf(ref, '/interrupt'))
    if (args.has('json')) emit(io, { type: 'interrupted', ...ref, interrupted })
    else say(io, interrupted ? `Stopped the turn in ${ref.id}.` : `Nobody is speaking in ${ref.id}.`)
    return 0
  },
}

function isOpen({ status }: MeetingEntry): boolean {
  return status !== 'concluded' && status !== 'aborted'
}

function row(talk: MeetingEntry, io: Io): string {
  const colour = paint(io, 'output')
  const { id, title, project, seats, updatedAt } = talk
  const facts = [project, seats[0] ?? '', standing(talk), ago(updatedAt, io.now())].map((fact) =>
    oneLine(fact),
  )
  return `${colour.bold(oneLine(title, 100))}\n  ${id}\n  ${colour.dim(facts.filter(Boolean).join(' · '))}`
}

/** The same words as the `state` of a talk over HTTP. */
function stateOf({ status, question, detail }: MeetingEntry): 'open' | 'closed' | 'declined' {
  if (status === 'aborted') return detail === 'declined' ? 'declined' : 'closed'
  return status === 'concluded' || question?.id === 'afterwards' ? 'closed' : 'open'
}

/**
 * The status in words: a talk whose open question is "afterwards" is closed, with something left to do. One without a journal was opened
 * on another machine or by another tool, and there it goes on.
 */
function standing({ status, live, question, detail, lines }: MeetingEntry): string {
  if (status === 'concluded') return 'closed'
  if (status === 'aborted') return detail ?? 'ended'
  if (live) return 'speaking'
  if (lines === 0) return 'open elsewhere: go on there, or close it here'
  return question?.id === 'afterwards' ? 'closed, with something left for you' : 'open'
}

function nothing(over: number, io: Io): string {
  const closed = over > 0 ? ` ${over} closed: \`${io.command} talk list --all\`.` : ''
  return `No talk is open.${closed} Begin with \`${io.command} talk WORKER "…"\`; \`${io.command} talk workers\` lists them.`
}
