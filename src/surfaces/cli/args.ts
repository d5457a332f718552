// Args: parses a command line against what its command takes. Anything unknown is refused with the closest names.

import { WrongUsage } from '../../kernel/errors.js'
import type { OwnFlag, OwnOperand, Spoken } from '../../protocols/manifest.js'
import { closeNames, didYouMean } from '../../rules/close-names.js'
import { shellWord } from '../../rules/shell-word.js'
import { type Args, type Command, everywhere, type Flag } from './command.js'
import { spokenIn } from './flags.js'

export function readArgs(command: Command, argv: readonly string[], path: string): Args {
  const known = flagsOf(command)
  const freeText = command.operands?.some(({ rest }) => rest) ?? false
  const spoken = spokenWords(argv, { known, path, freeText })
  const values = (name: string) => spoken.flatMap(({ flag, value }) => (flag === name ? [value ?? ''] : []))
  for (const [name, flag] of Object.entries(known)) checkFlag(name, flag, values(name), path)
  const operands = placed(command, wordsIn(spoken), path)
  return {
    operand: (name) => operands.get(name),
    required: (name) => operands.get(name) ?? '',
    value: (flag) => values(flag).at(-1),
    values,
    has: (flag) => values(flag).length > 0,
    spoken,
  }
}

/** Which flags a command line may have, and whether its other words are text, which may hold what looks like a flag. */
interface Expected {
  readonly known: Readonly<Record<string, OwnFlag>>
  readonly path: string
  readonly freeText: boolean
}

/** Throws where a flag is unknown, or has a value too few or too many. After `--` nothing is a flag. */
function spokenWords(argv: readonly string[], expected: Expected): readonly Spoken[] {
  const { known, path } = expected
  const spoken = spokenIn(argv, known)
  for (const one of spoken) {
    const { flag, value, words, free } = one
    const { takes, loose } = known[flag ?? ''] ?? {}
    if (flag === undefined && !free && /^--.|^-[a-z]/i.test(words[0]!))
      throw unknownFlag(one, spoken, expected)
    if (flag !== undefined && !takes && value !== undefined)
      throw new WrongUsage(`--${flag} takes no value.`, seeHelp(path))
    if (takes && !loose && value === undefined)
      throw new WrongUsage(`--${flag} wants a value: --${flag} ${takes}.`, seeHelp(path))
  }
  return spoken
}

/** All that are no flags. */
function wordsIn(spoken: readonly Spoken[]): readonly string[] {
  return spoken.flatMap(({ flag, words, free }) =>
    flag === undefined && (free || words[0] !== '--') ? words : [],
  )
}

function flagsOf(command: Command): Readonly<Record<string, Flag>> {
  return { ...everywhere, ...command.flags }
}

function unknownFlag(one: Spoken, spoken: readonly Spoken[], expected: Expected): WrongUsage {
  const { known, path, freeText } = expected
  const [name = ''] = one.words[0]!.split('=')
  const near = name.startsWith('--') ? closeNames(name.slice(2), Object.keys(known)) : []
  const names = near.map((flag) => `--${flag}`)
  return new WrongUsage(
    `\`parley ${path}\` has no flag ${name}.`,
    `${didYouMean(names, seeHelp(path))}${freeText ? asText(one, spoken, path) : ''}`,
  )
}

/** The same command with that word, and all behind it that is no flag, as text: to be copied where it was meant so. */
function asText(one: Spoken, spoken: readonly Spoken[], path: string): string {
  const at = spoken.indexOf(one)
  const flags = spoken.filter(({ flag }, place) => place < at || flag !== undefined)
  const line = [...flags.flatMap(({ words }) => words), '--', ...wordsIn(spoken.slice(at))]
  return `\nIf it is one of your words, put \`--\` before them:\n  parley ${path} ${line.map(shellWord).join(' ')}`
}

function checkFlag(name: string, flag: Flag, given: readonly string[], path: string): void {
  if (given.length > 1 && !flag.many && flag.takes !== undefined)
    throw new WrongUsage(`--${name} was given ${given.length} times; once is enough.`, seeHelp(path))
  const stranger = given.find((value) => flag.among && !flag.among.includes(value))
  if (stranger === undefined || !flag.among) return
  const near = closeNames(stranger, flag.among)
  const all = `It is one of: ${flag.among.join(', ')}.`
  throw new WrongUsage(`--${name} cannot be "${stranger}".`, near.length > 0 ? didYouMean(near, all) : all)
}

function placed(command: Command, words: readonly string[], path: string): ReadonlyMap<string, string> {
  const wanted = operandsFor(words, command.operands ?? [])
  const map = new Map<string, string>()
  let left = [...words]
  for (const operand of wanted) {
    const value = operand.rest ? left.join(' ') : left[0]
    left = operand.rest ? [] : left.slice(1)
    if (value !== undefined && value !== '') map.set(operand.name, value)
    else if (!operand.optional) throw missing(operand.name, path, operand.about)
  }
  if (left.length > 0)
    throw new WrongUsage(`\`parley ${path}\` does not know what to do with "${left[0]}".`, seeHelp(path))
  return map
}

/** An operand that comes first and may be left out is left out when there are no more words than the others need. */
function operandsFor(words: readonly string[], all: readonly OwnOperand[]): readonly OwnOperand[] {
  const needed = all.filter(({ optional }) => !optional).length
  return all[0]?.optional && needed > 0 && words.length <= needed ? all.slice(1) : all
}

function missing(name: string, path: string, about: string | undefined): WrongUsage {
  return new WrongUsage(`\`parley ${path}\` wants ${name}${about ? ` (${about})` : ''}.`, seeHelp(path))
}

export function seeHelp(path: string): string {
  return `See \`parley ${path ? `${path} ` : ''}--help\`.`
}
