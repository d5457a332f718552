// CLI `parley meet`: a chartered meeting. Finds out who is meant, opens it, and holds it.

import { WrongUsage } from '../../../kernel/errors.js'
import { closeNames } from '../../../rules/close-names.js'
import { MODES } from '../../../rules/modes.js'
import { resumeAction } from '../../../rules/resume-flags.js'
import { findRoot } from '../../../workspace/root.js'
import type { Args, Command } from '../command.js'
import { exits } from '../exit.js'
import type { Io } from '../io.js'
import { folderOf } from '../places.js'
import { canAsk } from '../present.js'
import { emit } from '../screen/emit.js'

const about = [
  'A chartered meeting: the agents you invite read what bears on the charter, speak in turn, cite or flag every claim, and',
  'leave notes, action items and memories. You are asked at every boundary, and nothing is written that you did not accept.',
  '',
  'Modes, and whom each brings',
  ...MODES.map(({ name, aliases, purpose, defaultInvitees }) => {
    const also = aliases.length > 0 ? ` (also: ${aliases.join(', ')})` : ''
    return `  ${name.padEnd(14)}${purpose}${also}\n${' '.repeat(16)}${defaultInvitees.join(', ') || 'nobody by itself'}`
  }),
  '',
  'Also to be invited: Elena, Hugo, Iris, Kai, Nils, Ravi, Sage, Shay, Val; personas in .parley/personas/, stakeholders in',
  'custom/stakeholders/; and `me`, who then sits at the table.',
].join('\n')

export const command: Command = {
  about,
  flags: {
    charter: { takes: 'TEXT', about: 'what it is for and what it should leave, in one to three sentences' },
    mode: { takes: 'MODE', about: 'which kind of meeting; decide unless named', many: true },
    invitees: { takes: 'A,B,…', about: 'who comes, by name, in speaking order; the mode adds its own' },
    'invitees-override': { about: 'nobody but these' },
    'no-web': { about: 'no web in any phase: for sensitive subjects' },
    'skip-research': { about: 'no preparation; claims are cited or flagged all the same' },
    'max-turns': { takes: 'N', about: 'the most turns of discussion (40)' },
    'per-agent-cap': { takes: 'N', about: 'the most tokens that one seat may speak (25000)' },
    resume: { takes: 'ID', about: 'go on with a meeting instead, as `parley resume ID`' },
    continue: { about: 'with --resume: answer the open question with: go on' },
    interject: { takes: 'TEXT', about: 'with --resume: answer it with your own words' },
    'wrap-up': { about: 'with --resume: no more discussion, draft the closing' },
  },
  examples: [
    [
      'parley meet --charter "Choose a queue for order events. Leave with one option." --invitees Theo,Soren',
      'two agents, one decision; you are asked before anything is sent',
    ],
    [
      'parley meet --mode red-team --charter "Attack the release plan in docs/release.md"',
      'the mode brings Zara, Sable and Nova',
    ],
    [
      'parley meet --mode align --charter "Who owns billing?" --invitees me --no-web',
      'you sit at the table, nothing leaves by the web',
    ],
    [
      'parley meet --charter "Try it out" --invitees Theo --agents rehearsal --yes',
      'no model, every default taken: see what it leaves',
    ],
    ['parley meet --resume 2026-03 --interject "What about cost?"', 'your words, then it goes on'],
  ],
  run: (args, io) => (resumes(args) ? resume(args, io) : hold(args, io)),
}

function resumes(args: Args): boolean {
  const flags = { resume: args.value('resume'), interject: args.value('interject') }
  const action = resumeAction({ ...flags, continue: args.has('continue'), wrapUp: args.has('wrap-up') })
  if (action.kind === 'refused') throw new WrongUsage(`${action.reason}.`, 'See `parley meet --help`.')
  return action.kind !== 'fresh'
}

const ofNewOnes = [
  'charter',
  'mode',
  'invitees',
  'invitees-override',
  'no-web',
  'skip-research',
  'max-turns',
  'per-agent-cap',
]

async function resume(args: Args, io: Io): Promise<number> {
  const stray = ofNewOnes.find((flag) => args.has(flag))
  if (stray !== undefined)
    throw new WrongUsage(
      `--resume and --${stray} exclude each other: a meeting keeps what it was opened with.`,
      'Leave one of them out.',
    )
  const { resumeNamed } = await import('./resume.js')
  return resumeNamed(args.value('resume') ?? '', args, io)
}

async function hold(args: Args, io: Io): Promise<number> {
  const [{ parley }, { prepare, openPrepared }, { scrub }] = await Promise.all([
    import('../../../parley.js'),
    import('../../../protocols/meet/prepare.js'),
    import('../../../workspace/secrets.js'),
  ])
  const folder = folderOf(args, io)
  const here = parley((await findRoot(folder)) ?? folder)
  const prepared = await prepare(await requestOf(args, io), here.world, async (text) => {
    const { text: clean, found } = await scrub(text)
    return { text: clean, kinds: found.map(({ kind }) => kind) }
  })
  if (prepared.kind === 'refused') return refuse(prepared, args, io)
  const [{ chooseAgents }, { holdHere }] = await Promise.all([
    import('../agents-choice.js'),
    import('../hold.js'),
  ])
  const chosen = await chooseAgents({ args, io, root: here.root })
  const ceiling = args.has('token-ceiling') ? chosen.ceiling : (prepared.ceiling ?? chosen.ceiling)
  const agents = { ...chosen, ceiling }
  await checkSeats(
    args,
    prepared.meeting.seats.map(({ id }) => id),
  )
  const voice = (seat: string) => agents.seats[seat] ?? agents.default
  const id = await openPrepared(prepared, here.world, { voice, ceiling }, (wanted, input) =>
    here.open({ protocol: 'meet', id: wanted, input, agents }),
  )
  return holdHere({ parley: here, id, args, io, agents })
}

async function requestOf(args: Args, io: Io) {
  return {
    charter: args.has('charter') ? args.value('charter') : await askCharter(args, io),
    modes: args.values('mode'),
    invitees: args.value('invitees'),
    override: args.has('invitees-override'),
    noWeb: args.has('no-web'),
    skipResearch: args.has('skip-research'),
    maxTurns: args.value('max-turns'),
    perAgentCap: args.value('per-agent-cap'),
  }
}

/** Only where somebody is there to be asked; the meeting itself never asks for its charter. */
async function askCharter(args: Args, io: Io): Promise<string | undefined> {
  if (!canAsk(args, io)) return undefined
  const clack = await import('@clack/prompts')
  const words = await clack.text({
    message: 'What is this meeting for, and what should it leave?',
    validate: (given) => (given?.trim() ? undefined : 'One to three sentences; Escape to leave.'),
  })
  return clack.isCancel(words) ? undefined : words
}

/** The line of the halt is the last one of both streams. */
function refuse(
  { lines, halt }: { readonly lines: readonly string[]; readonly halt: string },
  args: Args,
  io: Io,
): number {
  const [message = '', ...rest] = lines
  if (args.has('json'))
    emit(io, {
      type: 'error',
      code: 'CHARTER-MISSING',
      message,
      hint: rest.join(' '),
      exit: exits.halted,
    })
  else io.out(`${halt}\n`)
  io.err(`${[...lines, halt].join('\n')}\n`)
  return exits.halted
}

/** A slip in `--seat` would let another voice speak for that seat. */
async function checkSeats(args: Args, seats: readonly string[]): Promise<void> {
  if (!args.has('seat')) return
  const { parseSeat } = await import('../../../agents/names.js')
  const known = [...seats, 'facilitator']
  for (const { seat } of args.values('seat').map(parseSeat)) {
    if (known.includes(seat)) continue
    const near = closeNames(seat, known)
    throw new WrongUsage(
      `--seat names "${seat}", who has no seat in this meeting.`,
      `${near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : ''}Seats: ${known.join(', ')}.`,
    )
  }
}
