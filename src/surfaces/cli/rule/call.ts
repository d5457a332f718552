// One call of a rule helper: its arguments, as the usage in the table allows them. A handler reads its flags one by one,
// and the first that is wrong is refused.

import type { Spoken } from '../../../protocols/manifest.js'
import { countOf, isCount, positiveOf } from '../../../rules/counts.js'
import { spokenIn } from '../flags.js'
import { type RuleIo, wrong } from './io.js'

/** What a call ends with: text for standard output, and an exit code when that is not 0. */
export type Ran = string | { readonly code: number; readonly out: string }

/** The functions of the helpers of one module, by the names of the helpers. */
export type Handlers = Readonly<Record<string, (call: Call) => Ran | Promise<Ran>>>

/** What the table says of a helper. */
export interface Row {
  /** The exit code of wrong arguments. */
  readonly wrong: number
  readonly usage: readonly string[]
  /** Flags that no usage shows: they are there only to be answered. */
  readonly known: readonly string[]
  load(): Promise<Handlers>
}

export function exit(code: number, out = ''): Ran {
  return { code, out }
}

export class Call {
  /** What to do, of a helper whose usage begins with such a word; else empty. */
  readonly word: string
  /** The flags as they came. */
  private readonly flags: readonly Spoken[]
  /** The arguments that are none. */
  readonly operands: readonly string[]

  /** Refuses a word, a flag or an operand that the usage does not have. */
  constructor(
    row: Row,
    argv: readonly string[],
    readonly io: RuleIo,
    /** Calls another helper; returns its exit code. */
    readonly run: (name: string, argv: readonly string[], io: RuleIo) => Promise<number>,
  ) {
    const words = row.usage.flatMap((line) => /^[a-z]+/.exec(line) ?? [])
    const [word = '', ...rest] = words.length > 0 ? argv : ['', ...argv]
    if (words.length > 0 && !words.includes(word))
      wrong(`expected ${words.slice(0, -1).join(', ')} or ${words.at(-1)}, got '${word}'`)
    const spoken = heard(row, rest)
    this.word = word
    this.flags = spoken.filter(({ flag }) => flag !== undefined)
    this.operands = spoken.flatMap(({ flag, words }) => (flag === undefined ? words : []))
  }

  has(flag: string): boolean {
    return this.last(flag) !== undefined
  }

  /** Undefined when it is not given; of several the last. */
  text(flag: string): string | undefined {
    return this.last(flag)?.value
  }

  all(name: string): readonly string[] {
    return this.flags.flatMap(({ flag, value }) => (flag === name ? [value ?? ''] : []))
  }

  /** Must be given and not empty. */
  needed(flag: string, missing = `--${flag} is required`): string {
    return this.text(flag) || wrong(missing)
  }

  /** Must be given, and may be empty. */
  present(flag: string, missing = `--${flag} is required`): string {
    return this.text(flag) ?? wrong(missing)
  }

  /** Text without a line break: a break could forge a line of its own where the text is printed. */
  line(flag: string): string {
    const text = this.needed(flag)
    return /[\r\n]/.test(text) ? wrong(`--${flag} must be a single line`) : text
  }

  /** A count that is printed as it was given. */
  digits(flag: string): string {
    const text = this.needed(flag)
    return isCount(text) ? text : this.mustBe(flag, 'a non-negative integer')
  }

  count(flag: string, absent?: number): number {
    return countOf(this.text(flag) ?? absent?.toString()) ?? this.mustBe(flag, 'a non-negative integer')
  }

  positive(flag: string, absent?: number): number {
    return positiveOf(this.text(flag) ?? absent?.toString()) ?? this.mustBe(flag, 'a positive integer')
  }

  among<const Word extends string>(flag: string, words: readonly Word[]): Word {
    return words.find((word) => word === this.text(flag)) ?? this.mustBe(flag, oneOf(words))
  }

  mustBe(flag: string, what: string): never {
    return wrong(`--${flag} must be ${what} (got: '${this.text(flag) ?? ''}')`)
  }

  /** Of these flags the one that was given last. */
  last(...names: readonly string[]): Spoken | undefined {
    return this.flags.findLast(({ flag = '' }) => names.includes(flag))
  }

  /** Which of these flags was given; refused unless it is one alone. */
  only(...flags: readonly string[]): string | undefined {
    const given = flags.filter((flag) => this.has(flag))
    return given.length === 1 ? given[0] : wrong(`give one of --${flags.join(' and --')}`)
  }

  /** Does what the last of these flags says. */
  lastOf(
    modes: Handlers,
    none = `one of --${Object.keys(modes).join(', --')} is required`,
  ): Ran | Promise<Ran> {
    return modes[this.last(...Object.keys(modes))?.flag ?? '']?.(this) ?? wrong(none)
  }
}

export function oneOf(words: readonly string[]): string {
  return words.length === 2 ? words.join(' or ') : `one of: ${words.join(' ')}`
}

/** Every word, as the usage allows it. The first that it does not allow is refused. */
function heard({ usage, known }: Row, argv: readonly string[]): readonly Spoken[] {
  const named = [...usage.join('\n').matchAll(/--([a-z-]+)( <)?/g)]
  const flags = Object.fromEntries([
    ...known.map((name) => [name, {}]),
    ...named.map(([, name = '', takes]) => [name, takes ? { takes } : {}]),
  ])
  const operands = usage.some((line) => /^(?:\[--[a-z]+\] )?\[?</.test(line))
  if (operands && named.length === 0) return argv.map((word) => ({ words: [word], free: true }))
  const spoken = spokenIn(argv, flags)
  for (const one of spoken) refuse(one, flags[one.flag ?? '']?.takes !== undefined, operands)
  return spoken.filter(({ words, free }) => free || words[0] !== '--')
}

function refuse({ flag, value, words, free }: Spoken, takes: boolean, operands: boolean): void {
  const [word = ''] = words
  if (takes && value === undefined) wrong(`${word} needs a value`)
  const isWord = operands && (free || word === '--' || !word.startsWith('--'))
  if (flag === undefined ? !isWord : !takes && value !== undefined) wrong(`unknown argument '${word}'`)
}
