// Arguments: what the words behind `parley analyze` ask for, and what of them is wrong usage before anything is read.

import type { OwnFlag } from '../manifest.js'
import { type ItemSource, isItemSource, isTier, itemSources, type Tier, tiers } from './names.js'
import { slugFault } from './rules/slug.js'
import { type Wrong, wrong } from './wrong.js'

export interface Arguments {
  readonly kind: 'arguments'
  readonly list: boolean
  readonly slug: string | null
  /** A path, or `-` for standard input. */
  readonly draft: string | null
  readonly root: string | null
  readonly source: ItemSource | null
  readonly sourceId: string | null
  readonly discovery: string | null
  /** With `--light` it is `light`. */
  readonly tier: Tier | null
  readonly light: boolean
  readonly team: boolean
  readonly personas: string | null
  readonly topics: string | null
  readonly maxExchanges: number | null
  readonly again: boolean
  readonly web: boolean
}

/** What each takes; a flag without a value takes none. */
export const flags = {
  draft: { takes: 'FILE' },
  root: { takes: 'DIR' },
  source: { takes: 'SOURCE' },
  'source-id': { takes: 'ID' },
  discovery: { takes: 'FILE' },
  tier: { takes: 'TIER' },
  personas: { takes: 'DIR' },
  topics: { takes: 'DIR' },
  'max-exchanges': { takes: 'N' },
  ...{ light: {}, team: {}, again: {}, web: {}, list: {} },
} as const satisfies Readonly<Record<string, OwnFlag>>

export const exchangeBounds = { least: 3, most: 100, usual: 30 } as const

type Given = ReadonlyMap<string, string>

export function readArguments(words: readonly string[]): Arguments | Wrong {
  const read = flagsOf(words)
  if ('why' in read) return read
  const { given, operands } = read
  if (operands.length > 1)
    return wrong(`There is more than one item: ${operands.join(', ')}.`, 'Analyse one at a time.')
  const faults = [
    operandFault(operands[0], given),
    listFault(operands, given),
    inputFault(operands[0], given),
    choiceFault(given),
  ]
  return faults.find((fault) => fault !== null) ?? argumentsOf(operands[0], given)
}

function argumentsOf(operand: string | undefined, given: Given): Arguments {
  const value = (flag: string) => given.get(flag) ?? null
  const light = given.has('--light')
  const exchanges = value('--max-exchanges')
  return {
    kind: 'arguments',
    list: given.has('--list'),
    slug: operand === undefined || operand === '-' ? null : operand,
    draft: operand === '-' ? '-' : value('--draft'),
    root: value('--root'),
    source: value('--source') as ItemSource | null,
    sourceId: value('--source-id'),
    discovery: value('--discovery'),
    tier: light ? 'light' : (value('--tier') as Tier | null),
    light,
    team: given.has('--team'),
    personas: value('--personas'),
    topics: value('--topics'),
    maxExchanges: exchanges === null ? null : Number(exchanges),
    again: given.has('--again'),
    web: given.has('--web'),
  }
}

interface Read {
  readonly given: Given
  readonly operands: readonly string[]
}

/** Whoever calls it has refused flags that nobody knows. */
function flagsOf(words: readonly string[]): Read | Wrong {
  const given = new Map<string, string>()
  const operands: string[] = []
  const rest = [...words]
  while (rest.length > 0) {
    const word = rest.shift()!
    if (word === '--') return { given, operands: [...operands, ...rest] }
    const [name, inline] = split(word)
    const flag = isFlag(name) ? flags[name] : undefined
    if (flag === undefined) operands.push(word)
    else if (given.has(`--${name}`)) return wrong(`--${name} was given more than once.`, 'Once is enough.')
    else given.set(`--${name}`, 'takes' in flag ? (inline ?? rest.shift() ?? '') : '')
    if (flag && 'takes' in flag && given.get(`--${name}`) === '')
      return wrong(`--${name} wants a value.`, `Give one behind it: --${name} VALUE.`)
  }
  return { given, operands }
}

function operandFault(operand: string | undefined, given: Given): Wrong | null {
  if (operand === undefined) return null
  if (operand !== '-') return slugFault(operand)
  return given.has('--draft')
    ? wrong('The draft was given twice, as `-` and with --draft.', 'Give it once.')
    : null
}

function listFault(operands: readonly string[], given: Given): Wrong | null {
  if (!given.has('--list')) return null
  const other = operands[0] ?? [...given.keys()].find((flag) => flag !== '--list' && flag !== '--root')
  return other === undefined
    ? null
    : wrong(
        `--list opens nothing, so ${other} has no meaning beside it.`,
        'Give --list alone, or with --root.',
      )
}

function inputFault(operand: string | undefined, given: Given): Wrong | null {
  const places = [
    operand === '-' ? '`-`' : '',
    given.get('--draft') === '-' ? '--draft -' : '',
    given.get('--discovery') === '-' ? '--discovery -' : '',
  ].filter(Boolean)
  return places.length > 1
    ? wrong(
        `Standard input is named twice, by ${places.join(' and ')}.`,
        'It can be read once: put the other text into a file.',
      )
    : null
}

function choiceFault(given: Given): Wrong | null {
  const [source, tier, exchanges] = ['--source', '--tier', '--max-exchanges'].map((flag) => given.get(flag))
  if (source !== undefined && !isItemSource(source))
    return wrong(`There is no source "${source}".`, `Choose one of: ${itemSources.join(', ')}.`)
  if (tier !== undefined && !isTier(tier))
    return wrong(`There is no tier "${tier}".`, `Choose one of: ${tiers.join(', ')}.`)
  if (given.has('--light') && tier !== undefined && tier !== 'light')
    return wrong(`--light and --tier ${tier} contradict each other.`, 'Give one of the two.')
  return exchanges === undefined ? null : exchangesFault(exchanges)
}

/** Also for the setting of the same name. */
export function exchangesFault(text: string): Wrong | null {
  const { least, most } = exchangeBounds
  const isNumber = /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most
  return isNumber
    ? null
    : wrong(`--max-exchanges ${text} is out of bounds.`, `Give a whole number from ${least} to ${most}.`)
}

/** The name of a flag without its dashes, and the value behind its equals sign. */
function split(word: string): [string, string | undefined] {
  if (!word.startsWith('--')) return ['', undefined]
  const equals = word.indexOf('=')
  return equals < 0 ? [word.slice(2), undefined] : [word.slice(2, equals), word.slice(equals + 1)]
}

function isFlag(name: string): name is keyof typeof flags {
  return Object.hasOwn(flags, name)
}
