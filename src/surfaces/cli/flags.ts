// Flags: what every word of a command line is, for every command: a flag that is known, with its value, or a word that is none.

import { parseArgs } from 'node:util'
import type { OwnFlag, Spoken } from '../../protocols/manifest.js'

/** The short names of flags, for every command that knows the long one. */
const shorts: Readonly<Record<string, string>> = { quiet: 'q', verbose: 'v', help: 'h' }

/** A spaced value is taken whatever it looks like, so `--charter --really` has the charter `--really`. */
export function spokenIn(
  argv: readonly string[],
  known: Readonly<Record<string, Pick<OwnFlag, 'takes' | 'loose'>>>,
): readonly Spoken[] {
  const options = Object.entries(known).map(([name, { takes, loose }]) => [
    name,
    {
      type: takes && !loose ? 'string' : 'boolean',
      ...(shorts[name] ? { short: shorts[name] } : {}),
    } as const,
  ])
  const isShort = (word: string) => Object.keys(known).some((name) => word === `-${shorts[name]}`)
  const { tokens } = parseArgs({
    // Short flags come one by one here: any other word with one dash, such as `-5` or `-a-b`, is not for the parser to take apart.
    args: argv.map((word) => (/^-[^-]/.test(word) && !isShort(word) ? '' : word)),
    options: Object.fromEntries(options),
    ...{ strict: false, allowPositionals: true, tokens: true },
  })
  const end = tokens.find(({ kind }) => kind === 'option-terminator')?.index ?? argv.length
  return tokens.map((token): Spoken => {
    const { index: at } = token
    const isFlag = token.kind === 'option' && Object.hasOwn(known, token.name)
    if (!isFlag) return { words: argv.slice(at, at + 1), free: at > end }
    const { name: flag, inlineValue } = token
    if (inlineValue === undefined) return { flag, words: argv.slice(at, at + 1), free: false }
    const words = argv.slice(at, inlineValue ? at + 1 : at + 2)
    return { flag, value: inlineValue ? token.value : words[1], words, free: false }
  })
}
