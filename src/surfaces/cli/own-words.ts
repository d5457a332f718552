// A command that reads its own words: what they ask for is found by its protocol, and done here.

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { WrongUsage } from '../../kernel/errors.js'
import { type Given, readRequest } from '../../kernel/request.js'
import { type Parley, parley } from '../../parley.js'
import type { Calling, DeedDone, OwnWords, WordsRead } from '../../protocols/manifest.js'
import { findRoot } from '../../workspace/root.js'
import { type AskHere, askHere } from './ask.js'
import type { Args, Command } from './command.js'
import { calledHere, flagsFrom, operandsOf, valuesIn } from './fields.js'
import type { Io } from './io.js'
import { openWith, tell, voicesNamed } from './open.js'
import { folderOf } from './places.js'
import { emitDone } from './screen/emit.js'
import { widthOf } from './screen/hanging.js'
import { markdownScreen } from './screen/markdown-screen.js'
import { textsNamed } from './texts.js'

type Opened = Extract<WordsRead, { kind: 'meeting' }>

/** The command of the protocol of that name, whose words are read as `words` says. */
export function ownCommand(name: string, words: OwnWords): Command {
  const { about, examples, fields = {} } = words
  return {
    about,
    examples,
    operands: words.operands ?? operandsOf(fields),
    flags: { ...flagsFrom(fields), ...words.flags },
    async run(args, io) {
      const read = heardIn(words, args)
      const ask = await askHere({ args, io, root: io.cwd }, await voicesNamed(args))
      const here = parley(await rootFor(words, ask, args, io))
      for (const warning of read.warnings) tell(warning, args, io)
      if (read.kind === 'meeting') return open(name, read, here, ask, args, io)
      return after(await read.run(here.around, callingFor(here, ask, args, io)), here, args, io)
    },
  }
}

/** What the words ask for. A field with a value that it cannot have is refused before anything is looked at. */
export function heardIn({ fields = {}, read }: OwnWords, args: Args): WordsRead {
  const given = valuesIn(fields, args)
  readRequest(fields, given, calledHere(fields))
  return read({ given, spoken: args.spoken })
}

/** The repository, else the nearest folder with a project file, else this folder where it has a CLAUDE.md; else the person says. */
async function rootFor(words: OwnWords, ask: AskHere, args: Args, io: Io): Promise<string> {
  const folder = folderOf(args, io)
  const root = await findRoot(folder)
  if (root !== undefined || existsSync(join(folder, 'CLAUDE.md'))) return root ?? folder
  const answer = await ask(words.whereToWork(folder))
  if (answer?.text === undefined) {
    tell(`Working in ${folder}, which is in no repository and holds no project file.`, args, io)
    return folder
  }
  const named = resolve(folder, answer.text)
  if (!existsSync(named)) throw new WrongUsage(`There is no folder ${named}.`, 'Name one that exists.')
  return (await findRoot(named)) ?? named
}

async function open(
  protocol: string,
  opened: Opened,
  here: Parley,
  ask: AskHere,
  args: Args,
  io: Io,
): Promise<number> {
  const { fields, texts = {}, missing } = opened
  const read = await textsNamed(texts, io)
  const asked: Given = missing === null ? {} : { [missing.field]: await textFor(missing, here, ask) }
  const given = { ...fields, ...read, ...asked }
  const done = await opened.instead?.(given, here.around, callingFor(here, ask, args, io))
  if (done && done.kind !== 'open-with') return after(done, here, args, io)
  const kind = await here.kind(protocol)
  return openWith({ protocol, kind, here, args, io }, { ...given, ...done?.fields })
}

async function textFor(
  { field, question }: NonNullable<Opened['missing']>,
  { around }: Parley,
  ask: AskHere,
): Promise<string> {
  const answer = await ask(await question(around))
  if (answer?.text !== undefined) return answer.text
  throw new WrongUsage(
    `There is no ${field}, and nobody is here to be asked for one.`,
    `Give the ${field} as words behind the command.`,
  )
}

function callingFor(here: Parley, ask: AskHere, args: Args, io: Io): Calling {
  return {
    ask,
    tell: (line) => tell(line, args, io),
    abandon: (id, reason, moved) => here.abandon(id, reason, moved),
    yes: args.has('yes'),
    command: io.command,
    columns: widthOf(io),
  }
}

async function after(done: DeedDone, here: Parley, args: Args, io: Io): Promise<number> {
  if (done.kind === 'done') {
    if (args.has('json')) for (const event of done.events) emitDone(io, { event, text: '' })
    else if (done.text !== '')
      io.out(`${(await markdownScreen(io)).text(done.text.trimEnd(), { keepLines: true })}\n`)
    return done.exit
  }
  const { holdHere } = await import('./hold.js')
  if (done.kind === 'open') {
    const { agentsAsked } = await import('./agents-choice.js')
    const prepared = await here.prepareFound(done.found, await agentsAsked({ args, io, root: here.root }))
    return holdHere({ parley: here, id: await here.begin(prepared), args, io, agents: prepared.agents })
  }
  const { agentsFor } = await import('./agents-choice.js')
  const journal = here.journals.of(done.id)
  return holdHere({
    parley: here,
    id: done.id,
    args,
    io,
    agents: await agentsFor({ args, io, root: here.root, journal }),
  })
}
