// What the test of a protocol tells the suite: how a meeting is asked for, what its seats say, and what is particular to it.

import type { Line } from '../../src/kernel/line/line.js'
import type { Question } from '../../src/kernel/question.js'
import type { Given } from '../../src/kernel/request.js'
import type { Ending } from '../../src/kernel/run/hold.js'
import type { Hosted, Stage } from './protocol-suite-stage.js'
import type { Ran, Until } from './run.js'

export interface ProtocolSetup {
  /** As journals name it. */
  readonly protocol: string
  /** The words of its command. */
  readonly command: readonly string[]
  /** Fields that are words of the command and no flags, in their order. */
  readonly operands: readonly string[]
  readonly fields: Given
  /** The field from whose words the id is made. */
  readonly named: string
  /** A repository with everything that it takes to open a meeting. All of them are alike but for the folders. */
  stage(until: Until, home?: string): Promise<Stage>
  /** A whole meeting. */
  readonly script: Script
  /** How a fork goes on: what is answered where a question has no default, and what seats say besides the script. */
  readonly onward?: Partial<Script>
  /** Words that whoever reads the scripted meeting must find: of every seat, and of the outcome. */
  readonly words: readonly string[]
  /** Lines that look like structure of this protocol. A seat that says them has only said something. */
  readonly forged: readonly string[]
  /** Fields of structured replies that hold prose: a forging seat says its lines there too. */
  readonly prose: readonly string[]
  /** How a fork ends when this is answered; concluded unless told. */
  readonly ends?: Readonly<Record<string, Ending['kind']>>
  /** The kind of line before which a fork branches off, where the meeting has no answers. */
  readonly forksBefore?: Line['kind']
  /** Other meetings whose journals are kept, by the name of their folder. `npm run golden` records them. */
  readonly alsoGolden?: Readonly<Record<string, Pick<ProtocolSetup, 'command' | 'fields' | 'script'>>>
  /** The line from which on a golden journal goes on to its end with nothing asked and nobody called. */
  goesOnFrom?(line: Line): boolean
  /** For meetings that the server holds, with this home. */
  hosted?(home: string): Hosted
  /** Holds one to its end by the command; opened, and resumed while it is paused, unless told. */
  conclude?(stage: Stage, voicing: Voicing): Promise<Ran>
}

/** A script file, as in the documentation of backend `script`. */
export interface Script {
  readonly seats: Readonly<Record<string, readonly unknown[]>>
  readonly answers: readonly PreparedAnswer[]
}

export interface PreparedAnswer {
  readonly to: Question['id']
  readonly choose: string
  readonly text?: string
}

/** Who speaks and who answers, as flags of the command. */
export interface Voicing {
  readonly agents: readonly string[]
  readonly answers: readonly PreparedAnswer[]
}
