// A command of the command line: its arguments, its help, and what it does.

import type { OwnFlag, OwnOperand, Spoken } from '../../protocols/manifest.js'
import type { Io } from './io.js'

/** The parsed arguments of one call. */
export interface Args {
  /** An operand by its name, in capitals as help has it. */
  operand(name: string): string | undefined
  /** A required operand: the parser has checked that it is there. */
  required(name: string): string
  value(flag: string): string | undefined
  values(flag: string): readonly string[]
  has(flag: string): boolean
  /** Every word, as it came. */
  readonly spoken: readonly Spoken[]
}

export interface Flag extends OwnFlag {
  /** The allowed values. */
  readonly among?: readonly string[]
  /** May be given more than once. */
  readonly many?: boolean
}

export interface Command {
  /** What it does and what it leaves, in a few lines. */
  readonly about: string
  readonly operands?: readonly OwnOperand[]
  readonly flags?: Readonly<Record<string, Flag>>
  /** How it is used: a command line, then what that does. */
  readonly examples: readonly (readonly [string, string])[]
  /** Returns the exit code. */
  run(args: Args, io: Io): Promise<number>
}

/** A command in the table: listed without being loaded. */
export type Entry =
  | { readonly kind: 'command'; readonly summary: string; load(): Promise<Command> }
  | {
      readonly kind: 'group'
      readonly summary: string
      readonly about: string
      readonly commands: Readonly<Record<string, Entry>>
      /** The command for a first word that is none of the names, such as the name of a worker. */
      readonly otherwise?: Extract<Entry, { kind: 'command' }> & { readonly takes: string }
      readonly examples: Command['examples']
    }
  /** Parses its own arguments, flags and help included. */
  | { readonly kind: 'own'; readonly summary: string; run(argv: readonly string[], io: Io): Promise<number> }

/** Flags that every command accepts. */
export const everywhere: Readonly<Record<string, Flag>> = {
  agents: {
    takes: 'BACKEND',
    about: 'who speaks: script:FILE, model:PROVIDER/NAME, claude, acp:AGENT, command:PROGRAM',
  },
  seat: { takes: 'ID=BACKEND', about: 'who speaks for one seat', many: true },
  answers: { takes: 'FILE', about: 'your answers, prepared: a YAML list' },
  yes: { about: 'take the default of every question that has one' },
  network: { about: 'let programs that seats start use the network, in this run' },
  'token-ceiling': { takes: 'N', about: 'never spend more tokens than this on one meeting' },
  'cost-ceiling': { takes: 'DOLLARS', about: 'never spend more money than this on one meeting' },
  'secret-files': {
    takes: 'GLOB',
    about: 'seats may read these files although they hold secrets, in this run',
    many: true,
  },
  record: { takes: 'FILE', about: 'capture what seats say into a script file' },
  'fail-on': {
    takes: 'LIST',
    about:
      'exit 5 where the meeting concludes with dissent, degraded, broken-citations, unverified-citations',
  },
  verdict: { takes: 'FILE', about: 'write the verdict on the meeting there, as JSON' },
  cwd: { takes: 'DIR', about: 'work there instead of here' },
  quiet: { about: 'only questions and how it ended (-q)' },
  verbose: { about: 'every letter of a transcript, also what only machines read (-v)' },
  json: { about: 'one JSON event a line instead of text' },
  help: { about: 'this text' },
}
