// Args: parses a command line against what its command takes. Anything unknown is refused with the closest names.

import { WrongUsage } from '../../kernel/errors.js'
import { closeNames, didYouMean } from '../../rules/close-names.js'
import { type Args, type Command, everywhere, type Flag, type Operand } from './command.js'
import { type BadFlags, type Flags, readFlags } from './flags.js'

export function readArgs(command: Command, argv: readonly string[], path: string): Args {
  const known = flagsOf(command)
  const read = readFlags<string, string>(argv, {
    values: namesOf(known, true),
    switches: namesOf(known, false),
    operands: true,
  })
  if (read.kind === 'bad') throw badFlag(read, known, path)
  for (const [name, flag] of Object.entries(known)) checkFlag(name, flag, read, path)
  const { words, short } = withoutShort(read.operands, argv)
  const operands = placed(command, words, argv, path)
  return {
    operand: (name) => operands.get(name),
    required: (name) => operands.get(name) ?? '',
    value: (flag) => read.value(flag),
    values: (flag) => read.all(flag),
    has: (flag) => read.has(flag) || short.has(flag),
  }
}

/** `-q` and `-v` are the only short flags, and every command knows them. After `--` they are words. */
function withoutShort(
  operands: readonly string[],
  argv: readonly string[],
): { readonly words: readonly string[]; readonly short: ReadonlySet<string> } {
  const dashes = argv.indexOf('--')
  const free = operands.length - (dashes < 0 ? 0 : argv.length - dashes - 1)
  const isShort = (word: string, at: number) => at < free && Object.hasOwn(shortFlags, word)
  const given = operands.filter(isShort).flatMap((word) => shortFlags[word] ?? [])
  return { words: operands.filter((word, at) => !isShort(word, at)), short: new Set(given) }
}

const shortFlags: Readonly<Record<string, string>> = { '-q': 'quiet', '-v': 'verbose' }

export function flagsOf(command: Command): Readonly<Record<string, Flag>> {
  return { ...everywhere, ...command.flags }
}

function namesOf(flags: Readonly<Record<string, Flag>>, withValue: boolean): readonly string[] {
  return Object.keys(flags).filter((name) => (flags[name]?.takes !== undefined) === withValue)
}

function badFlag(bad: BadFlags, known: Readonly<Record<string, Flag>>, path: string): WrongUsage {
  const name = bad.argument.replace(/^--/, '').replace(/=.*$/s, '')
  if (bad.why === 'missing-value')
    return new WrongUsage(`--${name} wants a value: --${name} ${known[name]?.takes}.`, seeHelp(path))
  if (known[name]) return new WrongUsage(`--${name} takes no value.`, seeHelp(path))
  const near = closeNames(name, Object.keys(known)).map((flag) => `--${flag}`)
  return new WrongUsage(`\`parley ${path}\` has no flag --${name}.`, didYouMean(near, seeHelp(path)))
}

function checkFlag(name: string, flag: Flag, read: Flags, path: string): void {
  const given = read.all(name)
  if (given.length > 1 && !flag.many && flag.takes !== undefined)
    throw new WrongUsage(`--${name} was given ${given.length} times; once is enough.`, seeHelp(path))
  const stranger = given.find((value) => flag.among && !flag.among.includes(value))
  if (stranger === undefined || !flag.among) return
  const near = closeNames(stranger, flag.among)
  const all = `It is one of: ${flag.among.join(', ')}.`
  throw new WrongUsage(`--${name} cannot be "${stranger}".`, near.length > 0 ? didYouMean(near, all) : all)
}

function placed(
  command: Command,
  words: readonly string[],
  argv: readonly string[],
  path: string,
): ReadonlyMap<string, string> {
  refuseShortFlags(words, argv, path)
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
function operandsFor(words: readonly string[], all: readonly Operand[]): readonly Operand[] {
  const needed = all.filter(({ optional }) => !optional).length
  return all[0]?.optional && needed > 0 && words.length <= needed ? all.slice(1) : all
}

/** A word that begins with a dash is an unknown flag, unless it comes after `--`. */
function refuseShortFlags(words: readonly string[], argv: readonly string[], path: string): void {
  const dashes = argv.indexOf('--')
  const literal = dashes < 0 ? 0 : argv.length - dashes - 1
  const stray = words.slice(0, words.length - literal).find((word) => /^-[a-z]/i.test(word))
  if (stray !== undefined)
    throw new WrongUsage(
      `\`parley ${path}\` has no flag ${stray}.`,
      `${seeHelp(path)} Words that begin with a dash go after \`--\`.`,
    )
}

function missing(name: string, path: string, about: string | undefined): WrongUsage {
  return new WrongUsage(`\`parley ${path}\` wants ${name}${about ? ` (${about})` : ''}.`, seeHelp(path))
}

export function seeHelp(path: string): string {
  return `See \`parley ${path ? `${path} ` : ''}--help\`.`
}
