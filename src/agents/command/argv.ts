// Argv: a command line as words, by the quoting rules that people expect. No shell sees it, so nothing in it is expanded.

import { WrongUsage } from '../../kernel/errors.js'

/** Splits at spaces, keeps what is quoted together. Inside double quotes a backslash escapes a quote or a backslash. */
export function splitArgv(line: string): readonly string[] {
  const words: string[] = []
  let word: string | undefined
  let rest = line
  while (rest !== '') {
    const [whole, space, single, double, escaped, plain] = token.exec(rest) ?? []
    if (whole === undefined)
      throw new WrongUsage(`A quote is not closed in: ${line}`, 'Close it, or write \\" for a plain quote.')
    rest = rest.slice(whole.length)
    if (space !== undefined) {
      if (word !== undefined) words.push(word)
      word = undefined
    } else {
      word = (word ?? '') + (single ?? double?.replace(/\\(["\\])/g, '$1') ?? escaped ?? plain ?? '')
    }
  }
  return word === undefined ? words : [...words, word]
}

const token = /^(?:(\s+)|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\]+))/
