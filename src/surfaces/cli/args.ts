// Args: parses a command line against what its command takes. Anything unknown is refused with the closest names.

import { WrongUsage } from '../../kernel/errors.js'
import type { OwnFlag } from '../../protocols/manifest.js'
import { closeNames, didYouMean } from '../../rules/close-names.js'
import { shellWord } from '../../rules/shell-word.js'
import { type Args, type Command, everywhere, type Flag, type Operand } from './command.js'
import { type Flags, readFlags } from './flags.js'

export function readArgs(command: Command, argv: readonly string[], path: string): Args {
  const known = flagsOf(command)
  refuseFlags(argv, { known, path, freeText: command.operands?.some(({ rest }) => rest) ?? false })
  const read = readFlags<string, string>(argv, {
    values: namesOf(known, true),
    switches: namesOf(known, false),
    operands: true,
  })
  if (read.kind === 'bad') throw new Error(read.message)
  for (const [name, flag] of Object.entries(known)) checkFlag(name, flag, read, path)
  const { words, short } = withoutShort(read.operands, argv)
  const operands = placed(command, words, path)
  return {
    operand: (name) => operands.get(name),
    required: (name) => operands.get(name) ?? '',
    value: (flag) => read.value(flag),
    values: (flag) => read.all(flag),
    has: (flag) => read.has(flag) || short.has(flag),
  }
}

/** Which flags a command line may have, and whether its other words are text, which may hold what looks like a flag. */
interface Expected {
  readonly known: Readonly<Record<string, OwnFlag>>
  readonly path: string
  readonly freeText: boolean
}

/** A flag that is known, with its value; a word; or `--` with all that follows it. */
interface Piece {
  readonly flag?: string
  readonly words: readonly string[]
}

export function piecesOf(argv: readonly string[], known: Expected['known']): readonly Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!
    if (word === '--') return [...pieces, { words: argv.slice(at) }]
    const flag = shortFlags[word] ?? /^--([^=]+)/.exec(word)?.[1]
    if (flag === undefined || !Object.hasOwn(known, flag)) pieces.push({ words: [word] })
    else if (word.includes('=') || !known[flag]?.takes || known[flag].loose)
      pieces.push({ flag, words: [word] })
    else pieces.push({ flag, words: argv.slice(at, ++at + 1) })
  }
  return pieces
}

/** Throws where a flag is unknown, or has a value too few or too many. After `--` nothing is a flag. */
export function refuseFlags(argv: readonly string[], expected: Expected): void {
  const { known, path } = expected
  for (const { flag, words } of piecesOf(argv, known)) {
    const [word = ''] = words
    const { takes, loose } = known[flag ?? ''] ?? {}
    const inline = word.includes('=')
    if (flag === undefined && word !== '--' && /^--|^-[a-z]/i.test(word))
      throw unknownFlag(word, argv, expected)
    if (flag !== undefined && !takes && inline)
      throw new WrongUsage(`--${flag} takes no value.`, seeHelp(path))
    if (takes && !loose && !inline && words.length < 2)
      throw new WrongUsage(`--${flag} wants a value: --${flag} ${takes}.`, seeHelp(path))
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

function unknownFlag(word: string, argv: readonly string[], expected: Expected): WrongUsage {
  const { known, path, freeText } = expected
  const [name = ''] = word.split('=')
  const near = name.startsWith('--') ? closeNames(name.slice(2), Object.keys(known)) : []
  const names = near.map((flag) => `--${flag}`)
  return new WrongUsage(
    `\`parley ${path}\` has no flag ${name}.`,
    `${didYouMean(names, seeHelp(path))}${freeText ? asText(word, argv, expected) : ''}`,
  )
}

/** The same command with that word, and all behind it that is no flag, as text: to be copied where it was meant so. */
function asText(word: string, argv: readonly string[], { known, path }: Expected): string {
  const pieces = piecesOf(argv, known)
  const at = pieces.findIndex(({ words }) => words[0] === word)
  const behind = pieces.slice(at)
  const flags = behind.filter(({ flag }) => flag !== undefined)
  const text = behind.filter(({ flag }) => flag === undefined)
  const words = text.flatMap((one) => (one.words[0] === '--' ? one.words.slice(1) : one.words))
  const line = [...[...pieces.slice(0, at), ...flags].flatMap((one) => one.words), '--', ...words]
  return `\nIf it is one of your words, put \`--\` before them:\n  parley ${path} ${line.map(shellWord).join(' ')}`
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
function operandsFor(words: readonly string[], all: readonly Operand[]): readonly Operand[] {
  const needed = all.filter(({ optional }) => !optional).length
  return all[0]?.optional && needed > 0 && words.length <= needed ? all.slice(1) : all
}

function missing(name: string, path: string, about: string | undefined): WrongUsage {
  return new WrongUsage(`\`parley ${path}\` wants ${name}${about ? ` (${about})` : ''}.`, seeHelp(path))
}

export function seeHelp(path: string): string {
  return `See \`parley ${path ? `${path} ` : ''}--help\`.`
}
