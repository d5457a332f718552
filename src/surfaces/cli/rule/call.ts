// One call of a rule helper: its arguments, as the usage in the table allows them. A handler reads its flags one by one,
// and the first that is wrong is refused.

import { countOf, isCount, positiveOf } from '../../../rules/counts.js'
import { type Flags, noFlags, readFlags } from '../flags.js'
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
  /** The flags as they came, and the arguments that are none. */
  readonly spoken: Flags

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
    const spoken = spokenIn(row, rest)
    this.word = word
    this.spoken = spoken.kind === 'bad' ? wrong(spoken.message) : spoken
  }

  has(flag: string): boolean {
    return this.spoken.has(flag)
  }

  /** Undefined when it is not given; of several the last. */
  text(flag: string): string | undefined {
    return this.spoken.value(flag)
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

  /** Which of these flags was given last. */
  last(...flags: readonly string[]): string | undefined {
    return this.spoken.order.findLast(({ name }) => flags.includes(name))?.name
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
    return modes[this.last(...Object.keys(modes)) ?? '']?.(this) ?? wrong(none)
  }
}

export function oneOf(words: readonly string[]): string {
  return words.length === 2 ? words.join(' or ') : `one of: ${words.join(' ')}`
}

function spokenIn({ usage, known }: Row, argv: readonly string[]) {
  const named = [...usage.join('\n').matchAll(/--([a-z-]+)( <)?/g)]
  const values = named.flatMap(([, name = '', takes]) => (takes ? [name] : []))
  const switches = [...known, ...named.flatMap(([, name = '', takes]) => (takes ? [] : [name]))]
  const operands = usage.some((line) => /^(?:\[--[a-z]+\] )?\[?</.test(line))
  if (operands && named.length === 0) return noFlags(argv)
  const isValue = (at: number) => values.some((name) => argv[at - 1] === `--${name}`)
  const words = argv.map((word, at) =>
    word === '-h' && known.includes('help') && !isValue(at) ? '--help' : word,
  )
  return readFlags<string, string>(words, { values, switches, operands })
}
