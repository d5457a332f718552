// Starting meetings from a program: the same preparation, ids, checks and refusals as the command has.
// Who speaks is said here or in the settings.

import type { AgentsRequest } from './agents/who-speaks.js'
import type { Backend } from './kernel/agents.js'
import { CannotGoOn, WrongUsage } from './kernel/errors.js'
import type { Line } from './kernel/line/line.js'
import { standingDocuments } from './kernel/line/standing.js'
import { type Answer, answerTo, type Question } from './kernel/question.js'
import type { Given } from './kernel/request.js'
import { openQuestion } from './kernel/run/hold.js'
import type { Verification } from './kernel/verify/verify.js'
import { type Company, type HeldUntil, type Parley, parley } from './parley.js'
import type { FailCondition, Verdict } from './rules/verdict.js'
import { verdictOn } from './verdicts.js'

/** Who speaks, and what it may cost. */
export interface StartOptions {
  /** For every seat: `model:anthropic/NAME`, `acp:codex`, … */
  readonly agents?: string
  /** For single seats, by their ids. */
  readonly seats?: Readonly<Record<string, string>>
  /** The most tokens that the meeting may cost. */
  readonly ceiling?: number
  /** The folder of the person's own data. Default: PARLEY_HOME. */
  readonly home?: string
  /** Voices of your own: `own:KEY` as an agent names one. Give them to `openMeeting` too: without them the meeting cannot go on. */
  readonly backends?: Readonly<Record<string, Backend>>
}

export interface CouncilOptions extends StartOptions {
  readonly task: string
  /** Convenes a council from this template where there is none. */
  readonly template?: string
}

export interface MeetOptions extends StartOptions {
  readonly charter: string
  readonly mode?: string
  readonly invitees?: readonly string[]
  readonly noWeb?: boolean
  readonly skipResearch?: boolean
  readonly maxTurns?: number
}

export interface DeliberateOptions extends StartOptions {
  readonly idea: string
  readonly mode?: string
}

export interface AnalyzeOptions extends StartOptions {
  readonly slug: string
  /** The idea or the ticket, as a text. */
  readonly draft?: string
  readonly tier?: string
}

/** An answer of a program's. It counts as prepared (`answers`) unless a person really gave it. */
export interface ProgramAnswer {
  readonly choose: string
  readonly text?: string
  readonly by?: 'answers' | 'person'
}

/** Who answers and watches a run. What is left out is nobody. */
export interface RunWith extends Partial<Omit<Company, 'answer'>> {
  answer?(question: Question, signal: AbortSignal): Promise<ProgramAnswer | undefined>
}

/** A meeting that was opened, and waits to be run. */
export interface Started {
  readonly id: string
  readonly root: string
  /** Goes on until it concludes or stops: at a question that nobody answers, too. Run it again to go on. */
  run(company?: RunWith): Promise<HeldUntil>
  /** Answers the open question of a meeting that waits; the next run goes on from there. */
  answer(choose: string, text?: string, by?: 'answers' | 'person'): Promise<void>
  /** Ends the run where it stands. Nothing that was recorded is lost. */
  stop(): void
  lines(): Promise<readonly Line[]>
  watch(from: number, signal: AbortSignal): AsyncIterable<Line>
  verify(): Promise<Verification>
  verdict(options?: { readonly failOn?: readonly FailCondition[] }): Promise<Verdict>
  /** The paths of what it left, from the root. */
  documents(): Promise<readonly string[]>
}

export function startCouncil(root: string, options: CouncilOptions): Promise<Started> {
  const { task, template, ...voiced } = options
  return start(root, 'council.meeting', { task, template }, voiced)
}

export function startMeet(root: string, options: MeetOptions): Promise<Started> {
  const { charter, mode, invitees, noWeb, skipResearch, maxTurns, ...voiced } = options
  return start(root, 'meet', { charter, mode, invitees, noWeb, skipResearch, maxTurns }, voiced)
}

export function startDeliberate(root: string, options: DeliberateOptions): Promise<Started> {
  const { idea, mode, ...voiced } = options
  return start(root, 'deliberate', { idea, mode }, voiced)
}

export function startAnalyze(root: string, options: AnalyzeOptions): Promise<Started> {
  const { slug, draft, tier, ...voiced } = options
  return start(root, 'analyze', { slug, draft, tier }, voiced)
}

/** A meeting that is there already. */
export async function openMeeting(
  root: string,
  id: string,
  options: Pick<StartOptions, 'home' | 'backends'> = {},
): Promise<Started> {
  const here = parley(root, options)
  await here.lines(id)
  return started(here, id)
}

async function start(
  root: string,
  protocol: string,
  given: Readonly<Record<string, unknown>>,
  { agents, seats = {}, ceiling, home, backends }: StartOptions,
): Promise<Started> {
  const here = parley(root, { ...(home === undefined ? {} : { home }), ...(backends ? { backends } : {}) })
  const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given
  const voices: AgentsRequest = { default: agents, seats, ceiling }
  const prepared = await here.prepare({ protocol, fields, agents: voices })
  if (prepared.kind === 'halted') throw new WrongUsage(prepared.lines.join(' '), prepared.halt)
  return started(here, await here.begin(prepared))
}

function started(here: Parley, id: string): Started {
  let run: AbortController | undefined
  return {
    id,
    root: here.root,
    async run(company = {}) {
      run = new AbortController()
      const { signal, ...rest } = company
      const ends = signal ? AbortSignal.any([signal, run.signal]) : run.signal
      return here.hold(id, { observe: () => {}, ...rest, answer: answers(company), signal: ends })
    },
    async answer(choose, text, by = 'answers') {
      if (!openQuestion(await here.lines(id)))
        throw new CannotGoOn('STATE', `Meeting ${id} asks nothing now.`, 'Run it: it may ask then.')
      await here.answer(id, { choose, text, by })
    },
    stop: () => run?.abort(),
    lines: () => here.lines(id),
    watch: (from, signal) => here.watch(id, from, signal),
    verify: () => here.verify(id),
    verdict: ({ failOn = [] } = {}) => verdictOn(here, id, failOn),
    async documents() {
      const standing = [...standingDocuments(await here.lines(id)).values()]
      return standing.filter(({ removed }) => !removed).map(({ path }) => path)
    },
  }
}

/** Checked like every answer: one that does not fit is an error of the program's. */
function answers({ answer }: RunWith): Company['answer'] {
  return async (question, signal): Promise<Answer | undefined> => {
    const given = await answer?.(question, signal)
    return given && answerTo(question, given.choose, given.text, given.by ?? 'answers')
  }
}
