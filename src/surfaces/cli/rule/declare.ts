// Declarations of rule commands: flags, modes and exit codes, and the types of the values that `run` gets from them.

import type { RuleIo } from './io.js'

/** An absent flag without `need` and `or` is undefined, or false when it takes no value; `among` and `as` judge it as ''. */
export interface Flag {
  /** The name of its value in help; a flag without one takes no value. */
  readonly takes?: string
  /** For help; a flag without it is shown only in the usage line. */
  readonly about?: string | undefined
  /** Not shown in help: it exists only to be refused with a reason. */
  readonly hidden?: true
  /** Must be given; with `value` it must not be empty either. */
  readonly need?: 'given' | 'value'
  /** The message when a required flag is missing, in place of the usual one. */
  readonly missing?: (given: Given) => string
  /** The value of an absent flag. */
  readonly or?: unknown
  /** The allowed values. */
  readonly among?: readonly string[]
  /** Converts the value, or refuses it. */
  readonly as?: Reader<unknown>
}

export type Reader<T> = (value: string, given: Given) => T

/** A flag of one call, given or not. */
export interface Given {
  readonly flag: string
  /** The mode whose flag it is; undefined for flags that all modes share. */
  readonly mode: string | undefined
  /** Every value, in order. A flag without a value has an empty one each time. */
  readonly values: readonly string[]
  /** The last value was given as `--flag=value`. */
  readonly equals: boolean
  /** The position of the last one among all flags of the call; -1 when it was not given. */
  readonly position: number
  readonly io: RuleIo
}

export type Flags = Readonly<Record<string, Flag>>

export type NoFlags = Readonly<Record<never, never>>

/** What a command gets: one value a flag, under the flag's name in camel case. */
export type Values<F extends Flags> = { readonly [Name in keyof F & string as Camel<Name>]: ValueOf<F[Name]> }

type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name

type ValueOf<F extends Flag> = F extends { as: Reader<infer T> } | { among: readonly (infer T)[] }
  ? T | Fallback<F>
  : F extends { takes: string }
    ? string | (F extends { need: string } ? never : F extends { or: unknown } ? Fallback<F> : undefined)
    : boolean

type Fallback<F> = F extends { or: infer T } ? T : never

/** What each exit code means, and which one wrong arguments have (that one needs no meaning of its own). */
export interface Exits {
  readonly [code: number]: string
  readonly wrong: number
}

/** What a run ends with: text for standard output, and an exit code when that is not 0. */
export type Ran<Code = number> = string | { readonly code: Code; readonly out: string }

/** What every rule command declares. */
interface Described<E> {
  readonly name: string
  /** What it prints or does, where usage and flags do not say it. */
  readonly about?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly exits: E
  readonly example: string
  /** Help goes to standard error, and may be asked for anywhere in the call. */
  readonly helpOnStderr?: true
}

export interface OneThing<F extends Flags, E> extends Described<E> {
  readonly flags?: F
  /** Arguments that are no flags. Where a command has no flags at all, every argument is one, dashes or not. */
  readonly operand?: { readonly takes: string }
  run(values: Values<F>, io: RuleIo, operands: readonly string[]): Ran<keyof E & number>
}

export interface SeveralThings<F extends Flags, M extends Record<string, Flags>, Subject, E>
  extends Described<E> {
  /** Flags that every mode takes. */
  readonly flags?: F
  /** What every mode works on. Computed before the mode is known. */
  open?(values: Values<F>, io: RuleIo): Subject
  /** The mode is the first word; or a flag: the `last` given, the `first` in this table, or the `only` one allowed. */
  readonly choose: 'word' | 'last' | 'first' | 'only'
  /** The refusal when no mode is given, in place of the usual one. */
  readonly none?: string
  /** By name. A mode named like one of its own flags takes that flag's value; the mode named '' is used when none is given. */
  readonly modes: { readonly [Name in keyof M]: ModeOf<F, M[Name], Subject, E> }
}

interface ModeOf<F extends Flags, Own extends Flags, Subject, E> {
  readonly about?: string
  readonly flags: Own
  run(values: Values<F> & Values<Own>, io: RuleIo, subject: Subject): Ran<keyof E & number>
}

/** A declaration without its types, for the parser and help. */
export interface Declaration extends SeveralThings<Flags, Record<string, Flags>, unknown, Exits> {
  readonly operand?: { readonly takes: string } | undefined
}
