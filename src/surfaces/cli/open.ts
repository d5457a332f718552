// Opens a meeting at the command line: the command of any kind of meeting is made from its manifest.

import type { AgentsRequest } from '../../agents/who-speaks.js'
import { WrongUsage } from '../../kernel/errors.js'
import { flagName, type Given } from '../../kernel/request.js'
import type { PreparedMeeting } from '../../opening.js'
import type { Parley } from '../../parley.js'
import type { Asking, Instead, Lying, MeetingKind, NotReady, Verb } from '../../protocols/manifest.js'
import { resumeAction } from '../../rules/resume-flags.js'
import { findRoot, rootMarkedBy } from '../../workspace/root.js'
import { askHere } from './ask.js'
import type { Args, Command, Flag } from './command.js'
import { exits } from './exit.js'
import { calledHere, flagsFrom, foldersFrom, givenIn, operandsOf } from './fields.js'
import type { Io } from './io.js'
import type { Paced } from './paced.js'
import { folderOf } from './places.js'
import { canAsk } from './present.js'
import { clean, oneLine } from './screen/clean.js'
import { emit, emitDone } from './screen/emit.js'
import { remark, say, widthOf } from './screen/hanging.js'

export function meetingCommand(protocol: string, kind: MeetingKind): Command {
  const { about, examples, fields } = kind
  return {
    about,
    examples,
    operands: operandsOf(fields),
    flags: { ...flagsFrom(fields), ...(kind.resumeFlags ? resumeFlags : {}) },
    async run(args, io) {
      if (kind.resumeFlags && resumes(args)) return resume(kind, args, io)
      return openAndHold(protocol, kind, args, io)
    },
  }
}

async function openAndHold(protocol: string, kind: MeetingKind, args: Args, io: Io): Promise<number> {
  const here = await workspaceFor(kind, args, io)
  return openWith({ protocol, kind, here, args, io }, await givenIn(kind.fields, args, io))
}

export interface OpenHere {
  readonly protocol: string
  readonly kind: MeetingKind
  readonly here: Parley
  readonly args: Args
  readonly io: Io
  readonly paced?: Paced | undefined
}

/** Prepares the meeting, deals with what earlier meetings left behind, then begins and holds it. */
export async function openWith(
  { protocol, kind, here, args, io, paced }: OpenHere,
  fields: Given,
): Promise<number> {
  ;(await import('./verdict.js')).conditionsIn(args)
  const { agentsAsked } = await import('./agents-choice.js')
  const agents = await agentsAsked({ args, io, root: here.root })
  const given = foldersFrom(kind.fields, fields, { from: folderOf(args, io), root: here.root })
  const prepared = await here.prepare({
    protocol,
    fields: { ...given, ...(await askedFirst(kind, here, fields, args, io)) },
    agents,
    called: calledHere(kind.fields),
  })
  if (prepared.kind === 'halted') return refuse(prepared, args, io)
  for (const warning of prepared.warnings ?? []) tell(warning, args, io)
  const { preparedFor } = await import('./prepared.js')
  await preparedFor({ args, io, root: here.root }, prepared.agents)
  const later = await askedLater(kind, here, prepared, args, io)
  if (later) tell(`${later.line} You are asked about it after this meeting.`, args, io)
  const instead = later ? undefined : await tidied(kind, here, prepared, fields, args, io)
  if (instead) {
    tell(`Going on with ${instead.id} first. Give the new task again when it has concluded.`, args, io)
    return goOn(here, instead, agents, args, io)
  }
  const [id, { holdHere }] = [await here.begin(prepared), await import('./hold.js')]
  const exit = await holdHere({ parley: here, id, args, io, agents: prepared.agents, paced })
  if (!later || exit !== exits.fine) return exit
  const next = await later.ask(await askingHere(here, prepared, args, io))
  return next ? goOn(here, next, agents, args, io) : exit
}

/** A person who is there comes with a question of their own: what lies around is told in a line, and asked about afterwards. */
async function askedLater(
  kind: MeetingKind,
  here: Parley,
  { agents }: PreparedMeeting,
  args: Args,
  io: Io,
): Promise<Lying | undefined> {
  if (!kind.lying || !canAsk(args, io) || args.has('yes')) return undefined
  const { preparedFor } = await import('./prepared.js')
  const answers = await preparedFor({ args, io, root: here.root }, agents)
  return answers.some(({ to }) => to === 'leftover') ? undefined : kind.lying(here.around)
}

async function workspaceFor({ marker }: { readonly marker?: string }, args: Args, io: Io): Promise<Parley> {
  const { parley } = await import('../../parley.js')
  const folder = folderOf(args, io)
  const marked = marker === undefined ? undefined : rootMarkedBy(folder, marker)
  return parley(marked ?? (marker === undefined ? await findRoot(folder) : undefined) ?? folder)
}

/** What the meeting cannot do without: the person is asked, and where nobody is there its preparation says what is missing. */
async function askedFirst(kind: MeetingKind, here: Parley, given: Given, args: Args, io: Io): Promise<Given> {
  const missing = await kind.asksFirst?.(here.around, given)
  if (!missing) return {}
  const answer = await (await askHere({ args, io, root: here.root }, await voicesNamed(args)))(
    missing.question,
  )
  return answer ? { [missing.field]: answer.text ?? answer.choose } : {}
}

async function tidied(
  kind: MeetingKind,
  here: Parley,
  prepared: PreparedMeeting,
  given: Given,
  args: Args,
  io: Io,
): Promise<Instead | undefined> {
  if (!kind.tidy) return undefined
  return kind.tidy(here.around, await askingHere(here, prepared, args, io), given)
}

async function askingHere(here: Parley, { agents }: PreparedMeeting, args: Args, io: Io): Promise<Asking> {
  return {
    ask: await askHere({ args, io, root: here.root }, agents),
    tell: (line) => tell(line, args, io),
    abandon: (...gone) => here.abandon(...gone),
  }
}

/** An unfinished session goes on with its own agents, unless a flag names others or its journal, which records them, is gone. */
async function goOn(
  here: Parley,
  { id, reopen }: Instead,
  agents: AgentsRequest,
  args: Args,
  io: Io,
): Promise<number> {
  if (reopen) await here.begin(await here.prepareFound(reopen, agents))
  const [{ agentsFor }, { holdHere }] = await Promise.all([import('./agents-choice.js'), import('./hold.js')])
  const changed = await agentsFor({ args, io, root: here.root, journal: here.journals.of(id) })
  return holdHere({ parley: here, id, args, io, agents: changed })
}

/** The HALT line is the last line of both streams. */
function refuse({ code, lines, halt }: NotReady, args: Args, io: Io): number {
  const [message = '', ...rest] = lines
  if (args.has('json')) emit(io, { type: 'error', code, message, hint: rest.join(' '), exit: exits.halted })
  else io.out(`${halt}\n`)
  for (const line of lines) remark(io, line)
  io.err(`${halt}\n`)
  return exits.halted
}

const resumeFlags: Readonly<Record<string, Flag>> = {
  resume: { takes: 'ID', about: 'go on with a meeting instead, as `parley resume ID`' },
  continue: { about: 'with --resume: answer the open question with: go on' },
  interject: { takes: 'TEXT', about: 'with --resume: answer it with your own words' },
  'wrap-up': { about: 'with --resume: no more discussion, draft the closing' },
}

function resumes(args: Args): boolean {
  const flags = { resume: args.value('resume'), interject: args.value('interject') }
  const action = resumeAction({ ...flags, continue: args.has('continue'), wrapUp: args.has('wrap-up') })
  if (action.kind === 'refused') throw new WrongUsage(`${action.reason}.`, 'See `parley resume --help`.')
  return action.kind !== 'fresh'
}

async function resume(kind: MeetingKind, args: Args, io: Io): Promise<number> {
  const stray =
    Object.keys(kind.fields)
      .map((name) => `--${flagName(name)}`)
      .find((flag) => args.has(flag.slice(2))) ??
    operandsOf(kind.fields).find(({ name }) => args.operand(name))?.name
  if (stray !== undefined)
    throw new WrongUsage(
      `--resume and ${stray} exclude each other: a meeting keeps what it was opened with.`,
      'Leave one of them out.',
    )
  const { resumeNamed } = await import('./commands/resume.js')
  return resumeNamed(args.value('resume') ?? '', args, io)
}

export function verbCommand(verb: Verb): Command {
  const { about, examples, fields } = verb
  return {
    about,
    examples,
    operands: operandsOf(fields),
    flags: flagsFrom(fields),
    async run(args, io) {
      const { parley } = await import('../../parley.js')
      const here = verb.here ? parley(folderOf(args, io)) : await workspaceFor(verb, args, io)
      const { readRequest } = await import('../../kernel/request.js')
      const given = await givenIn(fields, args, io)
      const done = await verb.run(readRequest(fields, given, calledHere(fields)), here.around, {
        ask: await askHere({ args, io, root: io.cwd }, await voicesNamed(args)),
        tell: (line) => tell(line, args, io),
        abandon: (id, reason, moved) => here.abandon(id, reason, moved),
        yes: args.has('yes'),
        command: io.command,
        columns: widthOf(io),
      })
      if (args.has('json')) emitDone(io, done)
      else say(io, clean(done.text).trimEnd())
      return exits.fine
    },
  }
}

/** Nobody speaks here, but a script that the flags name may hold the person's answers. */
export async function voicesNamed(args: Args): Promise<{ default: string; seats: Record<string, string> }> {
  const { seatsIn } = await import('./agents-choice.js')
  return { default: args.value('agents') ?? '', seats: await seatsIn(args) }
}

export function tell(text: string, args: Args, io: Io): void {
  if (args.has('json')) emit(io, { type: 'notice', text })
  else remark(io, oneLine(text, 500))
}
