// Requests: the fields that open a meeting. Flags, the page's form and the JSON body are derived from one declaration.
//
// Every surface passes on what it was given as plain values; only `readRequest` reads them, so that all surfaces refuse the same.

import { WrongUsage } from './errors.js'

export type Field = TextField | NamesField | ChoiceField | NumberField | SwitchField
export type Fields = Readonly<Record<string, Field>>

interface Common {
  /** What a form calls it. */
  readonly label: string
  /** What it is for, in a few words: the help of the flag and the hint of the form field. */
  readonly help: string
  /** Hidden until the person asks for more options. */
  readonly advanced?: boolean
  /** Never shown again once typed, and never part of an address or a list. */
  readonly secret?: boolean
  /** Its values are names of agents: a form shows their faces. */
  readonly people?: boolean
}

/** Text. */
export interface TextField extends Common {
  readonly kind: 'text'
  readonly required?: boolean
  /** Where the field of this name is given, it may be left out although it is required. */
  readonly unless?: string
  /** At the command line it is the positional argument of this name, not a flag. */
  readonly operand?: string
  /** At the command line it may be given without its flag, as the positional argument of this name. */
  readonly bare?: string
  /** A folder of the workspace: at the command line it is seen from where the person is. */
  readonly folder?: boolean
  /** What its value is called in help, where it is a flag. */
  readonly takes?: string
  /** How many lines a form gives it. */
  readonly lines?: number
  /** What a person at a terminal is asked when it was not given. */
  readonly ask?: string
  /** At the command line, `-` as the last operand takes it from standard input. */
  readonly piped?: boolean
  /** Means something only before what the protocol keeps in a project is there: a form leaves it out afterwards. */
  readonly first?: boolean
  /** At the command line its flag names a file that holds the text, or `-` for standard input; a form can read one too. */
  readonly fromFile?: boolean
}

/** A list of names; at the command line one word with commas. */
export interface NamesField extends Common {
  readonly kind: 'names'
  readonly takes?: string
  /** At the command line it is given once for each name, by the flag of this name. */
  readonly each?: string
  /** What is named are documents below these folders of the project: the page of such a document offers a meeting about it. */
  readonly documents?: readonly string[]
}

/** One of several. The options may depend on the project: see `options` of the meeting's kind. */
export interface ChoiceField extends Common {
  readonly kind: 'choice'
  readonly takes?: string
  readonly required?: boolean
  /** At the command line it is the positional argument of this name, not a flag. */
  readonly operand?: string
  readonly among: readonly Choice[]
  readonly default?: string
  /** What a form calls leaving it open, where that means something of its own. */
  readonly unset?: Omit<Choice, 'value'>
  /** At the command line each value is a flag of its own; null for the one that is meant without any. */
  readonly flags?: Readonly<Record<string, string | null>>
  /** The protocol itself checks the names (aliases, more than one): all of them are passed on. */
  readonly open?: boolean
}

/** A whole number. */
export interface NumberField extends Common {
  readonly kind: 'number'
  readonly least: number
  readonly most?: number
  /** Absent where the protocol itself finds the usual number, from its settings. */
  readonly default?: number
}

export interface SwitchField extends Common {
  readonly kind: 'switch'
}

export interface Choice {
  readonly value: string
  readonly label: string
  readonly about: string
  /** Who sits there where this is chosen, as far as that is known before. */
  readonly seats?: readonly Choice[]
}

/** What `prepare` gets, by the kind of each field. */
export type Values<F extends Fields> = { readonly [K in keyof F]: ValueOf<F[K]> }

export type ValueOf<F extends Field> = F extends { kind: 'text'; required: true; unless: string }
  ? string | undefined
  : F extends { kind: 'text'; required: true }
    ? string
    : F extends { kind: 'text' }
      ? string | undefined
      : F extends { kind: 'names' } | { kind: 'choice'; open: true }
        ? readonly string[]
        : F extends { kind: 'choice'; default: string }
          ? string
          : F extends { kind: 'choice' }
            ? string | undefined
            : F extends { kind: 'number'; default: number }
              ? number
              : F extends { kind: 'number' }
                ? number | undefined
                : boolean

/** What a field is called at a command line: `maxTurns` is `--max-turns`. */
export function flagName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Values by field as JSON has them: texts, lists of texts, whole numbers, true and false. Left out is what is undefined. */
export type Given = Readonly<Record<string, unknown>>

/**
 * Reads what was given. Whatever is unknown, missing or of the wrong kind is refused; `called` says what the surface calls a
 * field, so that a refusal names the flag or the form field that is meant.
 */
export function readRequest<F extends Fields>(
  fields: F,
  given: Given,
  called: (field: string) => string = (field) => field,
): Values<F> {
  const stray = Object.keys(given).find((name) => !Object.hasOwn(fields, name))
  if (stray !== undefined)
    throw new WrongUsage(
      `There is no field ${called(stray)}.`,
      `The fields are: ${Object.keys(fields).map(called).join(', ')}.`,
    )
  const values = Object.entries(fields).map(([name, field]) => [
    name,
    of(name, () => readField(neededIn(field, given), given[name], called(name))),
  ])
  return Object.fromEntries(values)
}

/** Whether a text can be done without depends on what else was given. */
export function neededIn<F extends Field>(field: F, given: Given): F {
  if (field.kind !== 'text' || field.unless === undefined) return field
  const other = given[field.unless]
  return typeof other === 'string' && other.trim() !== '' ? { ...field, required: false } : field
}

/** A fault that names its field, so that a form can say it there. */
function of(name: string, read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    throw error instanceof WrongUsage ? new WrongUsage(error.message, error.hint, name) : error
  }
}

function readField(field: Field, given: unknown, name: string): unknown {
  switch (field.kind) {
    case 'text':
      return readText(field, given, name)
    case 'names':
      return readNames(given, name)
    case 'choice':
      return readChoice(field, given, name)
    case 'number':
      return readNumber(field, given, name)
    case 'switch':
      if (given === undefined || typeof given === 'boolean') return given ?? false
      throw new WrongUsage(`${name} is either on or off.`, 'Give true or false.')
  }
}

function readText({ required, help }: TextField, given: unknown, name: string): string | undefined {
  if (given !== undefined && typeof given !== 'string') throw new WrongUsage(`${name} must be a text.`, help)
  const text = given?.trim()
  if (required && !text) throw new WrongUsage(`${name} is missing.`, `Say ${help}.`)
  return text
}

function readNames(given: unknown, name: string): readonly string[] {
  const list = given === undefined ? [] : given
  if (!isTexts(list)) throw new WrongUsage(`${name} must be a list of names.`, 'Give a list of texts.')
  return list.map((one) => one.trim()).filter((one) => one !== '')
}

function readChoice(
  field: ChoiceField,
  given: unknown,
  name: string,
): string | readonly string[] | undefined {
  const all = typeof given === 'string' ? [given] : given === undefined ? [] : given
  if (!isTexts(all) || (!field.open && Array.isArray(given)))
    throw new WrongUsage(`${name} must be a name.`, oneOf(field))
  if (field.required && all.length === 0) throw new WrongUsage(`${name} is missing.`, `Say ${field.help}.`)
  if (field.open) return all
  const [only = field.default] = all
  if (only !== undefined && !field.among.some(({ value }) => value === only))
    throw new WrongUsage(`${name} cannot be "${only}".`, oneOf(field))
  return only
}

function oneOf({ among }: ChoiceField): string {
  return `It is one of: ${among.map(({ value }) => value).join(', ')}.`
}

function readNumber({ least, most, default: usual }: NumberField, given: unknown, name: string) {
  if (given === undefined) return usual
  const fits = (number: number) => number >= least && number <= (most ?? Number.MAX_SAFE_INTEGER)
  if (typeof given === 'number' && Number.isSafeInteger(given) && fits(given)) return given
  const range =
    most !== undefined ? `from ${least} to ${most}` : least === 1 ? 'more than zero' : `${least} or more`
  const said = typeof given === 'string' ? given : JSON.stringify(given)
  throw new WrongUsage(`${name} cannot be "${said}".`, `It is a whole number, ${range}.`)
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
