// Arguments: what the words behind `parley analyze` ask for, and what of them is wrong usage before anything is read.

import {
  type ItemSource,
  isItemSource,
  isRole,
  isTier,
  itemSources,
  leadSeat,
  roles,
  type Tier,
  tiers,
} from './names.js'
import { slugFault } from './rules/slug.js'
import { type Wrong, wrong } from './wrong.js'

export interface Arguments {
  readonly kind: 'arguments'
  readonly list: boolean
  readonly slug: string | null
  /** A path, or `-` for standard input; so is `dispatch`. */
  readonly draft: string | null
  readonly dispatch: string | null
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
  /** Flags that every command of parley has, with their values, for the reader that all of them share. */
  readonly common: readonly string[]
}

const valued = [
  '--draft',
  '--dispatch',
  '--root',
  '--source',
  '--source-id',
  '--discovery',
  '--tier',
  '--personas',
  '--topics',
  '--max-exchanges',
] as const
const switches = ['--light', '--team', '--again', '--web', '--list'] as const
const commonValued = ['--agents', '--seat', '--answers', '--token-ceiling', '--record', '--cwd']
const commonSwitches = ['--yes', '--json']

export const exchangeBounds = { least: 3, most: 100, usual: 30 } as const

type Given = ReadonlyMap<string, string>

export function readArguments(words: readonly string[]): Arguments | Wrong {
  const read = flagsOf(words)
  if ('why' in read) return read
  const { given, operands, common } = read
  if (operands.length > 1)
    return wrong(`There is more than one item: ${operands.join(', ')}.`, 'Analyse one at a time.')
  const faults = [
    operandFault(operands[0], given),
    listFault(operands, given),
    inputFault(operands[0], given),
    choiceFault(given),
    seatFault(common, given),
  ]
  return faults.find((fault) => fault !== null) ?? argumentsOf(operands[0], given, common)
}

function argumentsOf(operand: string | undefined, given: Given, common: readonly string[]): Arguments {
  const value = (flag: (typeof valued)[number]) => given.get(flag) ?? null
  const light = given.has('--light')
  const exchanges = value('--max-exchanges')
  return {
    kind: 'arguments',
    list: given.has('--list'),
    slug: operand === undefined || operand === '-' ? null : operand,
    draft: operand === '-' ? '-' : value('--draft'),
    dispatch: value('--dispatch'),
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
    common,
  }
}

interface Flags {
  readonly given: Given
  readonly operands: readonly string[]
  readonly common: readonly string[]
}

function flagsOf(words: readonly string[]): Flags | Wrong {
  const given = new Map<string, string>()
  const operands: string[] = []
  const common: string[] = []
  const rest = [...words]
  while (rest.length > 0) {
    const word = rest.shift()!
    if (word === '--') {
      operands.push(...rest.splice(0))
      break
    }
    if (!word.startsWith('-') || word === '-') {
      operands.push(word)
      continue
    }
    const fault = takeFlag(word, rest, given, common)
    if (fault !== null) return fault
  }
  return { given, operands, common }
}

function takeFlag(word: string, rest: string[], given: Map<string, string>, common: string[]): Wrong | null {
  const [name, inline] = split(word)
  const isOwn = isIn(valued, name)
  if (isOwn || commonValued.includes(name)) {
    const value = inline ?? rest.shift()
    if (value === undefined || value === '')
      return wrong(`${name} wants a value.`, `Give one behind it: ${name} VALUE.`)
    if (!isOwn) common.push(name, value)
    else if (given.has(name)) return wrong(`${name} was given more than once.`, 'Once is enough.')
    else given.set(name, value)
    return null
  }
  if (inline !== undefined && (isIn(switches, name) || commonSwitches.includes(name)))
    return wrong(`${name} takes no value.`, `Give ${name} alone.`)
  if (isIn(switches, name)) given.set(name, '')
  else if (commonSwitches.includes(name)) common.push(name)
  else return wrong(`There is no flag ${name}.`, '`parley analyze --help` lists them.')
  return null
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
    given.get('--dispatch') === '-' ? '--dispatch -' : '',
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

function seatFault(common: readonly string[], given: Given): Wrong | null {
  const seated = common.flatMap((word, at) => (common[at - 1] === '--seat' ? [word.split('=')[0]!] : []))
  return seatsFault(seated, { team: given.has('--team'), known: false })
}

/** Whether seats may be given a voice. `known`: whether the configuration has been read, which may choose team mode too. */
export function seatsFault(
  seated: readonly string[],
  mode: { readonly team: boolean; readonly known: boolean },
): Wrong | null {
  const strange = seated.find((seat) => seat !== leadSeat && !isRole(seat))
  if (strange !== undefined)
    return wrong(`There is no seat "${strange}".`, `Seats are: ${[leadSeat, ...roles].join(', ')}.`)
  const alone = mode.team || !mode.known ? undefined : seated.find(isRole)
  return alone === undefined
    ? null
    : wrong(`The seat ${alone} exists in team mode only.`, 'Add --team, or give the voice to `lead`.')
}

function split(word: string): [string, string | undefined] {
  const equals = word.indexOf('=')
  return equals < 0 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)]
}

function isIn<T extends string>(list: readonly T[], text: string): text is T {
  return (list as readonly string[]).includes(text)
}
