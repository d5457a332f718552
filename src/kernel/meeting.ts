// The meeting that a procedure sees: every call is a step with a key; recorded, it comes back; new, it acts and is recorded.
//
//   M1  Resume is replay: a recorded step returns what it returned, and nothing acts twice.
//   M2  An effect comes first, its line second. Killed in between, the step runs again; so every effect is safe to run again.
//   M3  Only an answer to an open question makes words in the person's name.
//   M4  Nothing is written outside the protocol's boundary, and secrets are masked before anything is written.

import type { ZodType } from 'zod'
import type { Seat } from './agents.js'
import { inside } from './boundary.js'
import { CannotGoOn, OutsideBoundary } from './errors.js'
import { Keys } from './keys.js'
import { type Kind, type Line, sha256 } from './line.js'
import type {
  ActOptions,
  Meeting,
  NotSaid,
  Said,
  SeatPrompt,
  SpeakOptions,
  Spent,
  WriteOptions,
} from './protocol.js'
import { type Answer, answerTo, type Question } from './question.js'
import type { Session } from './session.js'
import { Stopped } from './signals.js'
import { recallTurn, type TurnOptions, takeTurn } from './turn.js'
import type { World } from './world.js'

/** How many branches of one `together` act at the same time. */
const most = 8

export interface WroteData {
  readonly path: string
  readonly sha256: string
  readonly bytes: number
  /** Secrets were masked on the way. */
  readonly masked?: boolean
  readonly parts?: readonly string[]
  readonly removed?: boolean
}

export class Strand implements Meeting {
  readonly #session: Session
  readonly #keys: Keys

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

  async speak<T>(
    seat: Seat,
    prompt: SeatPrompt,
    options: SpeakOptions & { schema?: ZodType<T> },
  ): Promise<Said<T>> {
    const key = this.#keys.next(`speak:${seat.id}`)
    const result = await this.#turn(key, seat, prompt, options, false)
    if (result.kind === 'said') return result as Said<T>
    throw new CannotGoOn('SEAT', `${seat.name} could not speak: ${result.reason}.`, 'Resume to try again.')
  }

  async trySpeak<T>(
    seat: Seat,
    prompt: SeatPrompt,
    options: SpeakOptions & { schema?: ZodType<T> },
  ): Promise<Said<T> | NotSaid> {
    const key = this.#keys.next(`speak:${seat.id}`)
    return (await this.#turn(key, seat, prompt, options, true)) as Said<T> | NotSaid
  }

  async ask(question: Question): Promise<Answer> {
    const key = this.#keys.next(`ask:${question.id}`)
    if (!(await this.#recall(key, ['asked']))) {
      await this.#record('asked', key, question)
      await this.#session.keepSummary()
    }
    const answered = await this.#recall(key, ['answered'])
    if (answered) return answered.data as Answer
    this.#alive()
    const answer = await this.#session.deps.answer(question, this.#session.deps.signal)
    if (!answer) throw new Stopped({ kind: 'waiting', question })
    const checked = answerTo(question, answer.choose, answer.text, answer.by)
    const line = await this.#record('answered', key, await this.#maskedAnswer(checked))
    return line.data as Answer
  }

  async together<T>(
    branches: Readonly<Record<string, (branch: Meeting) => Promise<T>>>,
  ): Promise<Record<string, T>> {
    const strands = this.#keys.branches(Object.keys(branches))
    const jobs = Object.entries(branches).map(([name, branch]) => {
      const strand = new Strand(this.#session, new Keys(strands.get(name)))
      return async () => [name, await branch(strand)] as const
    })
    return Object.fromEntries(await bounded(jobs, most))
  }

  async write(path: string, text: string, options: WriteOptions = {}): Promise<string> {
    const key = this.#keys.next(`write:${path}`)
    this.#guard(path)
    const recorded = await this.#recall(key, ['wrote'])
    if (recorded) return this.#rewritten(recorded, text)
    this.#alive()
    const { text: clean, kinds } = await this.#session.deps.scrub(text)
    await this.#session.deps.documents.write(path, clean)
    const data: WroteData = {
      path,
      sha256: sha256(clean),
      bytes: Buffer.byteLength(clean),
      ...(kinds.length > 0 ? { masked: true } : {}),
      ...(options.parts ? { parts: options.parts } : {}),
    }
    await this.#record('wrote', key, data)
    return clean
  }

  async remove(path: string): Promise<void> {
    const key = this.#keys.next(`remove:${path}`)
    this.#guard(path)
    if (await this.#recall(key, ['wrote'])) return
    this.#alive()
    await this.#session.deps.documents.remove(path)
    await this.#record('wrote', key, { path, sha256: '', bytes: 0, removed: true } satisfies WroteData)
  }

  async act<T>(name: string, effect: (world: World) => Promise<T>, options: ActOptions = {}): Promise<T> {
    const key = this.#keys.next(`act:${name}`)
    const recorded = await this.#recall(key, ['acted'], options.redo)
    if (recorded) return (recorded.data as { result: T }).result
    this.#alive()
    const result = await effect(this.#session.deps.world)
    const line = await this.#record('acted', key, { name, result: plainJson(result) })
    return (line.data as { result: T }).result
  }

  async phase(name: string): Promise<void> {
    await this.#mark('phase', this.#keys.next(`phase:${name}`), { name })
    this.#keys.enter(name)
  }

  async note(kind: string, data: unknown): Promise<void> {
    await this.#mark('noted', this.#keys.next(`note:${kind}`), { kind, data: plainJson(data) })
  }

  async now(): Promise<string> {
    return this.#value('now', () => this.#session.deps.now().toISOString())
  }

  async token(): Promise<string> {
    return this.#value('token', () => this.#session.deps.random())
  }

  async pause(reason: string): Promise<void> {
    const key = this.#keys.next('pause')
    if (await this.#recall(key, ['paused'])) return
    await this.#record('paused', key, { reason })
    throw new Stopped({ kind: 'paused', reason })
  }

  async halt(line: string): Promise<void> {
    const key = this.#keys.next('halt')
    if (await this.#recall(key, ['halted'])) return
    await this.#record('halted', key, { line })
    throw new Stopped({ kind: 'halted', line })
  }

  async abort(reason: string): Promise<never> {
    await this.#record('aborted', this.#keys.next('abort'), { reason })
    throw new Stopped({ kind: 'aborted', reason })
  }

  async scrub(text: string): Promise<string> {
    return text === '' ? text : (await this.#session.deps.scrub(text)).text
  }

  digest(text: string): string {
    return sha256(text)
  }

  async #turn(key: string, seat: Seat, prompt: SeatPrompt, options: TurnOptions, survives: boolean) {
    const asked = { key, seat, prompt, options, survives }
    const recorded = await this.#recall(key, survives ? ['turn', 'failed'] : ['turn'])
    if (recorded) return recallTurn(this.#session, asked, recorded)
    this.#alive()
    return takeTurn(this.#session, asked)
  }

  async #value(name: string, make: () => string): Promise<string> {
    const key = this.#keys.next(name)
    const recorded = await this.#recall(key, ['acted'])
    if (recorded) return (recorded.data as { result: string }).result
    const line = await this.#record('acted', key, { name, result: make() })
    return (line.data as { result: string }).result
  }

  async #mark(kind: 'phase' | 'noted', key: string, data: unknown): Promise<void> {
    if (!(await this.#recall(key, [kind]))) await this.#record(kind, key, data)
  }

  /** The recorded step, from this journal or, in a fork, from the one it leaves; that one is then taken over. */
  async #recall(key: string, kinds: readonly Kind[], redo = false): Promise<Line | undefined> {
    const { tape, source } = this.#session
    const own = tape.take(key, kinds)
    if (!source) return own
    const theirs = source.tape.take(key, kinds)
    if (own || !theirs || redo || theirs.kind === 'wrote') return own
    return this.#session.takeOver(theirs)
  }

  #record(kind: Kind, key: string, data: unknown): Promise<Line> {
    this.#alive()
    return this.#session.record(kind, key, data)
  }

  /** A run that was told to stop acts no more, wherever its branches stand. */
  #alive(): void {
    if (this.#session.rewrote) throw new Stopped({ kind: 'unrecorded' })
    if (this.#session.deps.signal.aborted) throw new Stopped({ kind: 'interrupted' })
  }

  #guard(path: string): void {
    if (!inside(path, this.#session.boundary)) {
      throw new OutsideBoundary(path, 'is outside the boundary of this meeting')
    }
  }

  async #rewritten(recorded: Line, text: string): Promise<string> {
    await this.#session.rewrote?.(recorded, text)
    const data = recorded.data as WroteData
    return data.masked ? (await this.#session.deps.scrub(text)).text : text
  }

  async #maskedAnswer(answer: Answer): Promise<Answer> {
    return answer.text === undefined ? answer : { ...answer, text: await this.scrub(answer.text) }
  }
}

/** Runs the jobs, at most `limit` at a time. All settle before the first failure is passed on, so that nothing acts behind our back. */
async function bounded<T>(jobs: readonly (() => Promise<T>)[], limit: number): Promise<T[]> {
  const results: PromiseSettledResult<T>[] = []
  const waiting = jobs.entries()
  const worker = async () => {
    for (const [at, job] of waiting) {
      results[at] = await job().then(
        (value) => ({ status: 'fulfilled', value }) as const,
        (reason: unknown) => ({ status: 'rejected', reason }) as const,
      )
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, jobs.length) }, worker))
  const failures = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  )
  if (failures.length > 0) throw gravest(failures)
  return results.map((result) => (result as PromiseFulfilledResult<T>).value)
}

/** A branch that waits for the person is no reason to hide one that broke. */
function gravest(failures: readonly unknown[]): unknown {
  return (
    failures.find((failure) => !(failure instanceof Stopped)) ??
    failures.find((f) => !waits(f)) ??
    failures[0]
  )
}

function waits(failure: unknown): boolean {
  return failure instanceof Stopped && failure.stop.kind === 'waiting'
}

/** What the journal will hold, so that the first run and every replay see the same. */
function plainJson(value: unknown): unknown {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as unknown)
}
