// CLI `parley demo`: a recorded meeting, held again in a copy of its repository, to its record.

import { join } from 'node:path'
import { WrongUsage } from '../../../kernel/errors.js'
import { copiesFolder, copyIn, freshCopy, type Recording, recordings } from '../../../recordings.js'
import { closeNames, didYouMean } from '../../../rules/close-names.js'
import { parleyHome } from '../../../workspace/home.js'
import { readArgs } from '../args.js'
import type { Args, Command } from '../command.js'
import { exits } from '../exit.js'
import { calledAs, type Io } from '../io.js'
import { canAsk } from '../present.js'
import { continued, hangingLines, widthOf } from '../screen/hanging.js'

export const command: Command = {
  about:
    'Holds a recorded meeting again, word by word, in a copy of the small repository that it was about: no model, no network, no\n' +
    'key. At a terminal it waits for you after every turn. Its files stay until the same demo is shown again.',
  operands: [{ name: 'PROTOCOL', about: 'council, meet, deliberate, analyze or talk', optional: true }],
  examples: [
    ['parley demo', 'a council of four about an outbox'],
    ['parley demo meet', 'a meeting with a charter'],
  ],
  async run(args, io) {
    const recording = recordingNamed(args.operand('PROTOCOL') ?? 'council')
    const home = homeOf(recording, parleyHome(io.env))
    const copy = copyIn(home, recording)
    const here = args.has('json') ? io : { ...fitted(io), command: calledAs(process.argv[1]) }
    if (!args.has('json')) io.out(`${what}\n  ${copy}\n\n`)
    const json = args.has('json') ? ['--json'] : []
    const words = ['--agents', `script:${recording.script}`, '--cwd', copy, ...json]
    const given = readArgs({ ...command, operands: [] }, words, 'demo')
    const { exit, verified } = await shown(recording, home, given, here)
    if (exit !== exits.fine || args.has('json')) return exit
    here.out(`\n${'─'.repeat(Math.min(72, widthOf(here)))}\n${cost}\n\nCan it be trusted?\n`)
    const trusted = await verified()
    await tellWays(recording, copy, here)
    return trusted
  },
}

const what =
  'parley holds meetings between people and AI agents, and keeps a record that can\n' +
  'be trusted. This one is about a small repository; what it makes is in a copy:'

const cost = 'The tokens above were spent when it was recorded, none now.'

interface Shown {
  readonly exit: number
  /** Says whether its record can be trusted. Returns the exit code. */
  verified(): Promise<number>
}

/** The server holds talks, and none that runs shall know of this one: it has a home of its own below the person's. */
function homeOf({ word }: Recording, home: string): string {
  return word === 'talk' ? join(copiesFolder(home), word) : home
}

async function shown(recording: Recording, home: string, args: Args, io: Io): Promise<Shown> {
  if (recording.word === 'talk') return (await import('./demo-talk.js')).talkShown(recording, home, args, io)
  const copy = await freshCopy(home, recording)
  const { command: verify } = await import('./verify.js')
  const verified = () => verify.run(args, io)
  return { exit: await held(recording, copy, args, io), verified }
}

function recordingNamed(word: string): Recording {
  const all = recordings()
  const found = all.find((one) => one.word === word)
  if (found) return found
  const words = all.map((one) => one.word)
  throw new WrongUsage(
    `There is no recorded meeting "${word}".`,
    didYouMean(closeNames(word, words), `There are: ${words.join(', ')}.`),
  )
}

/** The same words as at a terminal, also where they go into a pipe: set for 80 columns, without colours. */
function fitted(io: Io): Io {
  if (io.terminal.output) return io
  const { input, error } = io.terminal
  return {
    ...io,
    err: (text) => io.err(hangingLines(text, 80)),
    terminal: { input, output: true, error },
    columns: 80,
    env: { NO_COLOR: '1', ...io.env },
  }
}

async function held({ opened }: Recording, copy: string, args: Args, io: Io): Promise<number> {
  const { protocol, ...fields } = opened
  const [{ parley }, { openWith }] = await Promise.all([import('../../../parley.js'), import('../open.js')])
  const here = parley(copy, { home: parleyHome(io.env) })
  const paced = canAsk(args, io) ? new (await import('../paced.js')).Paced(io) : undefined
  try {
    return await openWith({ protocol, kind: await here.kind(protocol), here, args, io, paced }, fields)
  } finally {
    await paced?.finished()
  }
}

/** Where it lies, what else there is to see, and how to hold one. */
async function tellWays({ word }: Recording, copy: string, io: Io): Promise<void> {
  const others = recordings().flatMap((one) =>
    one.word === word ? [] : [`  ${io.command} demo ${one.word}\n`],
  )
  io.out(`\nUntil this demo is shown again, its files stay in\n  ${copy}\n`)
  io.out(`\nOther recorded meetings:\n${others.join('')}`)
  io.out(`\nNow you, in a repository of yours:\n  ${io.command} ask "Is a queue worth it here?"\n\n`)
  io.out(`${await howToSpeak(io)}\n`)
}

/** In the words in which a command without a voice refuses. */
async function howToSpeak(io: Io): Promise<string> {
  const [{ found }, { nobodySpeaks }] = await Promise.all([
    import('../agents-choice.js'),
    import('../../../agents/choose.js'),
  ])
  const { message, hint } = nobodySpeaks(await found({ io, root: io.cwd }))
  const lines = `${message}\n${hint}`.replaceAll(/(`|^ {2})parley /gm, `$1${io.command} `).split('\n')
  const fits = (line: string) =>
    line.startsWith(`  ${io.command} `) ? continued(line, widthOf(io)) : hangingLines(line, widthOf(io))
  return lines.map(fits).join('\n')
}
