// Help of a rule command, made from the declaration that also parses its arguments.

import type { Declaration, Exits, Flag, Flags } from './declare.js'
import { say } from './refusal.js'
import { allFlags } from './values.js'

const WIDTH = 110

/** Scripts that call these helpers rely on their codes, which is why they are not those of other commands. */
const ownCodes =
  "These are this helper's own. Every other parley command ends with 0 done,\n2 wrong usage, 3 waiting for you, 4 halted by a rule, 5 what --fail-on names\nholds, 1 anything else."

export function helpOf(declared: Declaration): string {
  const { about, modes, flags, environment = {}, exits, example } = declared
  const paragraphs = [
    usage(declared),
    about,
    table('Modes', modeLines(declared)),
    table('Flags', flagLines(allFlags(flags, modes))),
    table('Environment', Object.entries(environment)),
    `${table('Exit codes', exitLines(exits))}\n${ownCodes}`,
    `Example:\n${example.replace(/^/gm, '  ')}`,
  ]
  return `${paragraphs.filter((paragraph) => paragraph).join('\n\n')}\n`
}

/** One line a mode. A line that is too long goes on below its first flag. */
function usage({ name, choose, modes, flags, operand }: Declaration): string {
  const lines = Object.entries(modes).map(([mode, own]) => {
    const named =
      mode === '' || Object.hasOwn(own.flags, mode) ? [] : [choose === 'word' ? mode : `--${mode}`]
    return [...named, ...usageWords({ ...flags, ...own.flags }), ...(operand ? [operand.takes] : [])]
  })
  const [first, rest] = [`Usage: parley rule ${name} `, `       parley rule ${name} `]
  return lines.map((words, at) => wrapped(at === 0 ? first : rest, words)).join('\n')
}

function usageWords(flags: Flags): string[] {
  return Object.entries(flags)
    .filter(([, { hidden }]) => !hidden)
    .map(([name, flag]) => (mayBeAbsent(flag) ? `[${shown(name, flag)}]` : shown(name, flag)))
}

function mayBeAbsent({ need, as, among, ...flag }: Flag): boolean {
  return 'or' in flag || (need === undefined && as === undefined && among === undefined)
}

function shown(name: string, { takes }: Flag): string {
  return takes === undefined ? `--${name}` : `--${name} <${takes}>`
}

function modeLines({ choose, modes }: Declaration): [string, string][] {
  return Object.entries(modes).flatMap(([name, { about }]) =>
    about === undefined ? [] : [[choose === 'word' ? name : `--${name}`, about]],
  )
}

function flagLines(flags: Flags): [string, string][] {
  return Object.entries(flags).flatMap(([name, flag]) => {
    const { about, among, or } = flag
    const values = among && (about === undefined ? say.oneOf(among) : `(${say.oneOf(among)})`)
    const fallback = typeof or === 'number' && or >= 0 ? `(default: ${or})` : undefined
    const text = [about, values, fallback].filter(Boolean).join(' ')
    return text === '' ? [] : [[shown(name, flag), text]]
  })
}

function exitLines({ wrong, ...codes }: Exits): [string, string][] {
  const meaning = ['wrong arguments', codes[wrong]].filter(Boolean).join('; ')
  return Object.entries({ ...codes, [wrong]: meaning })
}

function table(title: string, lines: readonly (readonly [string, string])[]): string {
  if (lines.length === 0) return ''
  const width = Math.max(...lines.map(([word]) => word.length))
  return [
    `${title}:`,
    ...lines.map(([word, text]) => wrapped(`  ${word.padEnd(width)}  `, text.split(' '))),
  ].join('\n')
}

function wrapped(start: string, words: readonly string[]): string {
  const lines = [start]
  for (const word of words) {
    const line = lines.at(-1) ?? ''
    if (line.length + word.length <= WIDTH) lines.splice(-1, 1, `${line}${word} `)
    else lines.push(`${' '.repeat(start.length)}${word} `)
  }
  return lines.map((line) => line.trimEnd()).join('\n')
}
