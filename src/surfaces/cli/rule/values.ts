// Values of rule commands: parses each flag of a call by its declaration, with the parsers that several commands share.

import { countOf, isCount, positiveOf } from '../../../rules/counts.js'
import { isDate } from '../../../rules/meeting-names.js'
import type { Flags as SpokenFlags } from '../flags.js'
import type { Flag, Flags, Given, Reader, Values } from './declare.js'
import type { RuleIo } from './io.js'
import { say, wrong } from './refusal.js'

/** Parses the flags in the order of their declaration; the first wrong one is refused. */
export function valuesOf<F extends Flags>(
  flags: F,
  spoken: SpokenFlags,
  io: RuleIo,
  mode?: string,
): Values<F> {
  const entries = Object.entries(flags).map(([name, flag]) => {
    const position = spoken.order.findLastIndex((each) => each.name === name)
    const equals = spoken.order[position]?.equals ?? false
    return [camel(name), readFlag(flag, { flag: name, mode, values: spoken.all(name), equals, position, io })]
  })
  // The type is computed from the same declarations as the entries.
  return Object.fromEntries(entries) as Values<F>
}

function readFlag(flag: Flag, given: Given): unknown {
  const value = given.values.at(-1)
  if (value === undefined && 'or' in flag) return flag.or
  if (flag.need !== undefined && (value === undefined || (value === '' && flag.need === 'value')))
    wrong(flag.missing?.(given) ?? say.required(given.flag))
  if (flag.among && !flag.among.includes(value ?? ''))
    wrong(say.mustBe(given.flag, say.oneOf(flag.among), value ?? ''))
  if (flag.as) return flag.as(value ?? '', given)
  return flag.takes === undefined ? value !== undefined : value
}

function camel(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** The shared flags of a command, then those of its modes. */
export function allFlags(
  shared: Flags | undefined,
  modes: Readonly<Record<string, { flags: Flags }>>,
): Flags {
  return Object.assign({}, shared, ...Object.values(modes).map(({ flags }) => flags))
}

/** A value that must be given and must not be empty. */
export function needed(takes: string, about?: string) {
  return { takes, about, need: 'value' } as const
}

export const count: Reader<number> = (value, { flag }) =>
  countOf(value) ?? wrong(say.mustBe(flag, 'a non-negative integer', value))

/** A count that is printed as it was given. */
export const digits: Reader<string> = (value, { flag }) =>
  isCount(value) ? value : wrong(say.mustBe(flag, 'a non-negative integer', value))

export const positive: Reader<number> = (value, { flag }) =>
  positiveOf(value) ?? wrong(say.mustBe(flag, 'a positive integer', value))

/** Text without a line break: a break could forge a line of its own where the text is printed. */
export const line: Reader<string> = (value, { flag }) =>
  /[\r\n]/.test(value) ? wrong(say.notALine(flag)) : value

export const date: Reader<string> = (value, { flag }) =>
  isDate(value) ? value : wrong(say.mustBe(flag, 'YYYY-MM-DD', value))

/** The position of the flag in the call, for two flags of which the later wins. */
export const position: Reader<number> = (_, given) => given.position
