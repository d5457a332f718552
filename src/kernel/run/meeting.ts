// The meeting that a procedure sees: every call is a step with a key. A recorded step returns its result; a new one acts and is recorded.
//
//   M1  Resume is replay: a recorded step returns what it returned, and nothing acts twice.
//   M2  An effect comes first, its line second. Killed in between, the step runs again; so every effect is safe to run again.
//   M3  Only an answer to an open question is recorded in the person's name.
//   M4  Nothing is written outside the protocol's boundary, and secrets are masked before anything is written.
//   M5  A strand takes one step at a time: one that is not awaited before the next is refused, since its replay could differ.
//   M6  A stop (pause, halt, abort) is the last line of its run: it is recorded when every branch has settled.

import { isDeepStrictEqual } from 'node:util'
import { reasonToPeople } from '../../rules/failure-words.js'
import type { SeatCost } from '../../rules/money.js'
import type { Seat } from '../agents.js'
import { CannotGoOn, OutsideBoundary } from '../errors.js'
import { sha256 } from '../line/hash.js'
import { keptAnswer } from '../line/kept-answer.js'
import { Keys } from '../line/keys.js'
import { type Content, isOf, type Kind, type Line, type LineOf } from '../line/line.js'
import type { LineData, Plan, WroteData } from '../line/line-data.js'
import { Masking, masked, maskedValue, plainJson } from '../line/masks.js'
import type {
  ActOptions,
  HaltReason,
  Meeting,
  NotSaid,
  Revision,
  Said,
  SeatPrompt,
  Spent,
  WriteOptions,
} from '../protocol.js'
import { type Answer, type AnswerAhead, answerTo, type Question } from '../question.js'
import { recallTurn, type TurnOptions, takeTurn } from '../turn/turn.js'
import type { World } from '../world.js'
import type { Asked } from './asked.js'
import { inside } from './boundary.js'
import { bounded } from './branches.js'
import type { Session } from './session.js'
import { type Stop, Stopped } from './signals.js'

export type { WroteData } from '../line/line-data.js'

export class Strand implements Meeting {
  readonly #session: Session
  readonly #keys: Keys
  #underWay: string | undefined

  constructor(session: Session, keys = new Keys()) {
    this.#session = session
    this.#keys = keys
  }

  get id(): string {
    return this.#session.id
  }

  get spent(): Spent {
    return this.#session.ledger.spent
  }

  async speak<T>(seat: Seat, prompt: SeatPrompt, options: TurnOptions): Promise<Said<T>> {
    const result = await this.#turn(seat, prompt, options, 'none')
    if (result.kind === 'said') return result as Said<T>
    throw unspoken(seat, result)
  }

  async trySpeak<T>(seat: Seat, prompt: SeatPrompt, options: TurnOptions): Promise<Said<T> | NotSaid> {
    const survives = options.must ? 'ceiling' : 'all'
    const result = await this.#turn(seat, prompt, options, survives)
    if (options.must && result.kind === 'not-said' && result.cause !== 'ceiling') throw unspoken(seat, result)
    return result as Said<T> | NotSaid
  }

  ask(question: Question, ahead?: AnswerAhead): Promise<Answer> {
    return this.#step(`ask:${question.id}`, async (key) => {
      if (!(await this.#recall(key, ['asked']))) {
        await this.#record({ kind: 'asked', key, data: weighed(question) })
        await this.#session.keepSummary()
      }
      const answered = await this.#recall(key, ['answered'])
      if (answered) return this.#session.answered(answered.data)
      const given = await this.#session.putInTurn(() => this.#put(question, ahead))
      await this.#record({ kind: 'answered', key, data: given })
      return this.#session.answered(given)
    })
  }

  together<T>(
    branches: Readonly<Record<string, (branch: Meeting) => Promise<T>>>,
  ): Promise<Record<string, T>> {
    return this.#alone('together', async () => {
      const strands = this.#keys.branches(Object.keys(branches))
      const jobs = Object.entries(branches).map(([name, branch]) => {
        const strand = new Strand(this.#session, new Keys(strands.get(name)))
        return async () => [name, await branch(strand)] as const
      })
      return Object.fromEntries(await bounded(jobs))
    })
  }

  write(path: string, text: string, options: WriteOptions = {}): Promise<string> {
    return this.#step(`write:${path}`, async (key) => {
      this.#guard(path)
      const recorded = await this.#recall(key, ['wrote'])
      if (recorded) return this.#rewritten(recorded, text)
      this.#session.mayBegin()
      const { scrub, documents } = this.#session.deps
      const { text: clean, kinds } = await scrub(text)
      const masking = new Masking(scrub)
      masking.found(path, kinds)
      await documents.write(path, clean)
      const parts = options.parts && (await Promise.all(options.parts.map((part) => this.scrub(part))))
      const data: WroteData = {
        path,
        sha256: sha256(clean),
        bytes: Buffer.byteLength(clean),
        ...(kinds.length > 0 ? { masked: true } : {}),
        ...(parts ? { parts } : {}),
      }
      await this.#record({ kind: 'wrote', key, data: masking.on(data) })
      this.#session.written.set(path, data.sha256)
      return clean
    })
  }

  revise<T>(path: string, change: (text: string | null) => Revision<T>): Promise<T> {
    return this.#step(`revise:${path}`, async (key) => {
      this.#guard(path)
      const recorded = await this.#recall(key, ['wrote'])
      if (recorded) return this.#revised(recorded, change)
      this.#session.mayBegin()
      const { world } = this.#session.deps
      return world.files.exclusively(path, () => this.#replace(key, path, change))
    })
  }

  remove(path: string): Promise<void> {
    return this.#step(`remove:${path}`, async (key) => {
      this.#guard(path)
      if (await this.#recall(key, ['wrote'])) return
      this.#session.mayBegin()
      await this.#session.deps.documents.remove(path)
      const data = { path, sha256: '', bytes: 0, removed: true }
      await this.#record({ kind: 'wrote', key, data })
    })
  }

  act<T>(
    name: string,
    effect: (world: World, signal: AbortSignal) => Promise<T>,
    options: ActOptions = {},
  ): Promise<T> {
    return this.#step(`act:${name}`, async (key) => {
      const recorded = await this.#recall(key, ['acted'], options.redo)
      if (recorded) return recorded.data.result as T
      this.#session.mayBegin()
      const masking = new Masking(this.#session.deps.scrub)
      const { world, deps } = this.#session
      const found = plainJson(
        await effect(world, deps.signal).catch((error: unknown) => {
          // What an ended run cut off is no failure.
          this.#session.mayBegin()
          throw error
        }),
      )
      const { foreign } = options
      const result = (foreign === undefined ? found : await maskedValue(masking.at(foreign), found)) as T
      await this.#record({ kind: 'acted', key, data: masking.on({ name, result }) })
      return result
    })
  }

  async phase(name: string): Promise<void> {
    await this.#mark('phase', `phase:${name}`, { name })
    this.#keys.enter(name)
  }

  async note(kind: string, data: unknown): Promise<void> {
    await this.#mark('noted', `note:${kind}`, { kind, data: plainJson(data) })
  }

  now(): Promise<string> {
    return this.#value('now', () => this.#session.deps.now().toISOString())
  }

  token(): Promise<string> {
    return this.#value('token', () => this.#session.deps.random())
  }

  degraded(): readonly string[] {
    return this.#session.marks()
  }

  /** A fork pays nothing for what it took over, so it counts for itself. */
  costs(): Promise<readonly SeatCost[]> {
    return this.act('costs', async () => this.#session.costs, { redo: true })
  }

  /** A fork has a journal of its own. */
  journalHash(): Promise<string> {
    return this.act('journal', async () => `sha256:${this.#session.lastHash}`, { redo: true })
  }

  pause(reason: string): Promise<void> {
    return this.#stop('pause', 'paused', { kind: 'paused', reason }, { reason })
  }

  halt(line: string, why?: HaltReason): Promise<void> {
    return this.#stop('halt', 'halted', { kind: 'halted', line }, { line, ...why })
  }

  abort(reason: string): Promise<never> {
    return this.#step('abort', async (key) => {
      this.#session.goOn()
      const line = { kind: 'aborted', key, data: { reason } } as const
      return this.#session.abort(new Stopped({ kind: 'aborted', reason }, line))
    })
  }

  async scrub(text: string): Promise<string> {
    return text === '' ? text : (await this.#session.deps.scrub(text)).text
  }

  digest(text: string): string {
    return sha256(text)
  }

  writtenAs(path: string): string | null {
    return this.#session.written.get(path) ?? null
  }

  /** The plan is recorded before the file is changed, so that after a crash the journal shows what was interrupted. */
  async #replace<T>(key: string, path: string, change: (text: string | null) => Revision<T>): Promise<T> {
    this.#session.mayAct()
    const { documents } = this.#session.deps
    const before = await documents.read(path)
    const revision = change(before)
    const masking = new Masking(this.#session.deps.scrub)
    const text = await masked(masking.at(path), revision.text)
    const result = plainJson(revision.result)
    const data: WroteData = {
      path,
      sha256: sha256(text),
      bytes: Buffer.byteLength(text),
      parts: await Promise.all(revision.parts.map((part) => this.scrub(part))),
      result,
    }
    const plan = { path, before: before === null ? null : sha256(before), after: data.sha256, result }
    await this.#plan(`${key}/plan`, plan)
    if (text !== before) await documents.write(path, text)
    await this.#record({ kind: 'wrote', key, data: masking.on(data) })
    return result as T
  }

  /** A plan that an earlier run recorded, and may have carried out, is not recorded again: the result is the same. */
  async #plan(key: string, plan: Plan): Promise<void> {
    const known = this.#session.planned(key)
    if (known?.after === plan.after && isDeepStrictEqual(known.result, plan.result)) return
    await this.#record({ kind: 'noted', key, data: { kind: 'plan', data: plan, aside: true } })
  }

  #turn(seat: Seat, prompt: SeatPrompt, options: TurnOptions, survives: Asked['survives']) {
    return this.#step(`speak:${seat.id}`, async (key) => {
      const asked = { key, seat, prompt, options, survives }
      const recorded = await this.#recall(key, survives === 'none' ? ['turn'] : ['turn', 'failed'])
      return recorded ? recallTurn(this.#session, asked, recorded) : takeTurn(this.#session, asked)
    })
  }

  #value(name: string, make: () => string): Promise<string> {
    return this.#step(name, async (key) => {
      const recorded = await this.#recall(key, ['acted'])
      if (recorded) return recorded.data.result as string
      const result = make()
      await this.#record({ kind: 'acted', key, data: { name, result } })
      return result
    })
  }

  #mark<K extends 'phase' | 'noted'>(kind: K, step: string, data: LineData[K]): Promise<void> {
    return this.#step(step, async (key) => {
      if (!(await this.#recall(key, [kind]))) await this.#record({ kind, key, data })
    })
  }

  /** The line is thrown with the stop and recorded after every branch has settled, so that it is the last of its run (M6). */
  #stop<K extends 'paused' | 'halted'>(step: string, kind: K, stop: Stop, data: LineData[K]): Promise<void> {
    return this.#step(step, async (key) => {
      if (await this.#recall(key, [kind])) return
      this.#session.goOn()
      throw new Stopped(stop, { kind, key, data })
    })
  }

  #step<T>(name: string, work: (key: string) => Promise<T>): Promise<T> {
    return this.#alone(name, () => work(this.#keys.next(name)))
  }

  /** One step at a time per strand (M5): otherwise the order of a replay could differ. */
  async #alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (this.#underWay !== undefined) throw notAlone(name, this.#underWay)
    this.#underWay = name
    try {
      return await work()
    } finally {
      this.#underWay = undefined
    }
  }

  /** The person's answer, masked for the journal; without an answer the meeting waits. */
  async #put(question: Question, ahead?: AnswerAhead): Promise<Answer> {
    const { deps } = this.#session
    this.#session.mayAct()
    const signal = deps.drain ? AbortSignal.any([deps.signal, deps.drain]) : deps.signal
    // Who forks a meeting wants to answer for themselves from there on.
    const known = ahead && !this.#session.isFork && { ...ahead, by: 'answers' as const, name: undefined }
    const answer = deps.drain?.aborted ? undefined : known || (await deps.answer(question, signal))
    if (!answer) throw new Stopped({ kind: 'waiting', question })
    const checked = answerTo(question, answer.choose, answer.text, answer.by)
    const who = async () => answer.name ?? deps.person()
    return keptAnswer(checked, { asked: question.title, scrub: deps.scrub, who })
  }

  /** The recorded step from this journal or, in a fork, from its source, whose line is then copied into this journal. */
  #recall<K extends Kind>(
    key: string,
    kinds: readonly K[],
    redo = false,
  ): LineOf<K> | undefined | Promise<LineOf<K> | undefined> {
    const { tape, source } = this.#session
    const own = tape.take(key, kinds)
    if (!source) return own
    const theirs = source.tape.take(key, kinds, (line) => this.#sameInSource(key, line))
    if (own || !theirs || redo || theirs.kind === 'wrote') return own
    return this.#session.takeOver(theirs, key).then((line) => (isOf(line, kinds) ? line : undefined))
  }

  /** A fork writes to its own paths, and in a fork the id inside a key differs from the source's id. */
  #sameInSource(key: string, line: Line): boolean {
    const { id, source } = this.#session
    return line.kind === 'wrote' || line.key === key.replaceAll(id, source?.id ?? id)
  }

  #record<K extends Kind>(content: Content<K>): Promise<LineOf<K>> {
    this.#session.goOn()
    return this.#session.record(content)
  }

  #guard(path: string): void {
    if (!inside(path, this.#session.boundary)) {
      throw new OutsideBoundary(path, 'is outside the boundary of this meeting')
    }
    this.#session.writing.push(path)
  }

  async #revised<T>(recorded: LineOf<'wrote'>, change: (text: string | null) => Revision<T>): Promise<T> {
    await this.#session.replaying?.revised?.(recorded, change)
    return recorded.data.result as T
  }

  async #rewritten(recorded: LineOf<'wrote'>, text: string): Promise<string> {
    await this.#session.replaying?.wrote(recorded, text)
    this.#session.written.set(recorded.data.path, recorded.data.sha256)
    return recorded.data.masked ? (await this.#session.deps.scrub(text)).text : text
  }
}

function unspoken(seat: Seat, { reason, began }: NotSaid): CannotGoOn {
  const why = reasonToPeople(reason, began).replace(/\.$/, '')
  return new CannotGoOn('SEAT', `${seat.name} could not speak: ${why}.`, 'Resume to try again.')
}

function notAlone(name: string, underWay: string): CannotGoOn {
  return new CannotGoOn(
    'NOT_IN_TURN',
    `The procedure calls ${name} while its ${underWay} is under way.`,
    'Await each step before the next; steps at the same time are branches of `together`, each with its own meeting.',
  )
}

/** Records for every option whether it is grave, so that no surface has to guess it from the option's text. */
function weighed(question: Question): Question {
  const options = question.options.map((option) => ({ ...option, grave: option.grave ?? false }))
  return { ...question, options }
}
