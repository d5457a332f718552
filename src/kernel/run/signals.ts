// Signals: how a run ends before its procedure does. Thrown by a meeting's calls, caught only by `hold`.

import type { Content } from '../line/line.js'
import type { Question } from '../question.js'

export type Stop =
  | { readonly kind: 'waiting'; readonly question: Question }
  | { readonly kind: 'paused'; readonly reason: string }
  | { readonly kind: 'halted'; readonly line: string }
  | { readonly kind: 'aborted'; readonly reason: string }
  | { readonly kind: 'interrupted' }
  /** A replay reached the end of the journal. */
  | { readonly kind: 'unrecorded' }

/** Why a run is told to stop, where the person wants its meeting to rest: the signal's reason. */
export class Pausing extends Error {
  override readonly name = 'Pausing'
}

type StopLine = Content<'paused' | 'halted' | 'aborted'>

export class Stopped extends Error {
  override readonly name = 'Stopped'
  readonly stop: Stop
  /** The line for the journal. It is written when every branch has settled, so that it is the last line of its run. */
  readonly line: StopLine | undefined

  constructor(stop: Stop, line?: StopLine) {
    super(`The meeting stops: ${stop.kind}.`)
    this.stop = stop
    this.line = line
  }
}
