// A command of the command line: what it is called with, what it teaches, and what it does.

import type { Io } from './io.js'

/** The words of one call, read against what its command takes. */
export interface Args {
  /** An operand by its name, in capitals as help has it. */
  operand(name: string): string | undefined
  /** An operand that must be there: the parser has made sure. */
  required(name: string): string
  value(flag: string): string | undefined
  values(flag: string): readonly string[]
  has(flag: string): boolean
}

export interface Flag {
  /** What its value is called in help; a flag without one stands alone. */
  readonly takes?: string
  readonly about: string
  /** The only values there are. */
  readonly among?: readonly string[]
  /** May be given more than once. */
  readonly many?: boolean
}

export interface Operand {
  readonly name: string
  readonly about?: string
  readonly optional?: boolean
  /** Takes all words that are left, so that a task needs no quotes. */
  readonly rest?: boolean
}

export interface Command {
  /** What it does and what it leaves, in a few lines. */
  readonly about: string
  readonly operands?: readonly Operand[]
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
      /** What a first word that is none of them begins, where it may be a name. */
      readonly otherwise?: Extract<Entry, { kind: 'command' }> & { readonly takes: string }
      readonly examples: Command['examples']
    }
  /** Reads its own words, flags and help included. */
  | { readonly kind: 'own'; readonly summary: string; run(argv: readonly string[], io: Io): Promise<number> }

/** Flags that every command understands, so that they can be given without thinking. */
export const everywhere: Readonly<Record<string, Flag>> = {
  agents: {
    takes: 'BACKEND',
    about: 'who speaks: rehearsal, script:FILE, model:PROVIDER/NAME, claude, command:PROGRAM',
  },
  seat: { takes: 'ID=BACKEND', about: 'who speaks for one seat', many: true },
  answers: { takes: 'FILE', about: 'your answers, prepared: a YAML list' },
  yes: { about: 'take the default of every question that has one' },
  'token-ceiling': { takes: 'N', about: 'never spend more tokens than this on one meeting' },
  record: { takes: 'FILE', about: 'capture what seats say into a script file' },
  cwd: { takes: 'DIR', about: 'work there instead of here' },
  json: { about: 'one JSON event a line instead of text' },
  help: { about: 'this text' },
}
