// Arguments: what the words behind `parley deliberate` ask for. The first flag of the table that is present wins, wherever it stands.

import type { OwnFlag } from '../manifest.js'
import type { Mode } from './modes.js'

export type Asked =
  | { readonly kind: 'help' }
  | { readonly kind: 'list'; readonly all: boolean }
  | { readonly kind: 'status' }
  | { readonly kind: 'archive' | 'lock' | 'export'; readonly slug: string }
  | { readonly kind: 'cleanup'; readonly all: boolean }
  | { readonly kind: 'resume'; readonly slug: string | null; readonly pick: boolean }
  /** A new session; without an idea it has to be asked for, or comes with `from`. */
  | { readonly kind: 'session'; readonly mode: Mode; readonly idea: string }

export interface Arguments {
  readonly kind: 'arguments'
  readonly asked: Asked
  /** Null where none was named. */
  readonly theme: string | null
  /** The folder of an analysis to start from. */
  readonly from: string | null
  readonly warnings: readonly string[]
}

export type ArgumentsReading =
  | Arguments
  | { readonly kind: 'wrong'; readonly why: string; readonly hint: string }

/** In order of precedence. */
const table = [
  '--help',
  '--list',
  '--status',
  '--archive',
  '--lock',
  '--export',
  '--cleanup',
  '--resume',
  '--brainstorm',
  '--quick',
  '--deep',
  '--auto',
  '--guided',
  '--meet',
  '--audit',
] as const
type TableFlag = (typeof table)[number]

const takesSlug: readonly string[] = ['--archive', '--lock', '--export', '--resume']
const ownValues = ['--theme', '--from']
/** What goes with others of the table alone. */
const beside: Readonly<Record<string, readonly TableFlag[]>> = {
  '--all': ['--list', '--cleanup'],
  '--pick': ['--resume'],
}

/** All of them by their names, without dashes. */
export const flags: Readonly<Record<string, OwnFlag>> = Object.fromEntries([
  ...[...table, ...Object.keys(beside)].map((flag) => [flag.slice(2), {}]),
  ...takesSlug.map((flag) => [flag.slice(2), { takes: 'SLUG', loose: true }]),
  ...ownValues.map((flag) => [flag.slice(2), { takes: flag === '--from' ? 'FOLDER' : 'ID' }]),
])

export function readArguments(words: readonly string[]): ArgumentsReading {
  const tokens = tokensOf(words)
  if ('why' in tokens) return tokens
  const given = tokens.filter((token) => token.kind === 'table')
  const winner = table.find((flag) => given.some(({ name }) => name === flag)) ?? null
  const owned = tokens.filter((token) => token.kind === 'own')
  const twice = ownValues.find((flag) => owned.filter(({ name }) => name === flag).length > 1)
  if (twice !== undefined) return wrong(`${twice} was given more than once.`, 'Once is enough.')
  const own = (flag: string) => owned.find(({ name }) => name === flag)?.value
  const alone = Object.keys(beside).find(
    (flag) =>
      owned.some(({ name }) => name === flag) && !given.some(({ name }) => beside[flag]!.includes(name)),
  )
  if (alone !== undefined && winner !== '--help')
    return wrong(`${alone} goes with ${beside[alone]!.join(' or ')}.`, 'In an idea it stands behind `--`.')
  const rest = restOf(tokens, winner)
  const asked = askedFor(winner, rest, own('--from') !== undefined)
  if ('why' in asked) return asked
  return {
    kind: 'arguments',
    asked,
    theme: own('--theme') ?? null,
    from: own('--from') ?? null,
    warnings: [...losers(given, winner), ...unused(asked, rest.idea)],
  }
}

type Token =
  | { readonly kind: 'table'; readonly name: TableFlag; readonly value: string | undefined }
  | { readonly kind: 'own'; readonly name: string; readonly value: string | undefined }
  | { readonly kind: 'word'; readonly word: string; readonly plain: boolean }

type Wrong = { readonly kind: 'wrong'; readonly why: string; readonly hint: string }

function tokensOf(words: readonly string[]): Token[] | Wrong {
  const dashes = words.indexOf('--')
  const before = dashes < 0 ? words : words.slice(0, dashes)
  const after = dashes < 0 ? [] : words.slice(dashes + 1)
  const tokens: Token[] = []
  for (let at = 0; at < before.length; at++) {
    const [name, inline] = split(before[at]!)
    const wantsValue = ownValues.includes(name)
    if (wantsValue && inline === undefined) at++
    const value = inline ?? (wantsValue ? before[at] : undefined)
    if (wantsValue && value === undefined)
      return wrong(`${name} wants a value.`, `Give one behind it: ${name} VALUE.`)
    if (isTableFlag(name)) tokens.push({ kind: 'table', name, value: inline })
    else if (isOwnFlag(name)) tokens.push({ kind: 'own', name, value })
    else tokens.push({ kind: 'word', word: before[at]!, plain: true })
  }
  return [...tokens, ...after.map((word): Token => ({ kind: 'word', word, plain: false }))]
}

interface Rest {
  readonly idea: string
  readonly slug: string | undefined
  readonly all: boolean
  readonly pick: boolean
}

/** What stays when the winner, the flags that go with it and its operand are taken out. */
function restOf(tokens: readonly Token[], winner: TableFlag | null): Rest {
  const at = tokens.findIndex((token) => token.kind === 'table' && token.name === winner)
  const inline = at < 0 ? undefined : (tokens[at] as { value: string | undefined }).value
  const taken = winner !== null && takesSlug.includes(winner) && inline === undefined
  const operand = taken
    ? tokens.findIndex((token, place) => place > at && token.kind === 'word' && token.plain)
    : -1
  const words = tokens.flatMap((token, place) =>
    token.kind === 'word' && place !== operand ? [token.word] : [],
  )
  const has = (flag: string) => tokens.some((token) => token.kind === 'own' && token.name === flag)
  const operandToken = tokens[operand]
  return {
    idea: words.join(' ').replace(/\s+/g, ' ').trim(),
    slug: inline ?? (operandToken?.kind === 'word' ? operandToken.word : undefined),
    all: has('--all'),
    pick: has('--pick'),
  }
}

function askedFor(winner: TableFlag | null, rest: Rest, from: boolean): Asked | Wrong {
  switch (winner) {
    case '--help':
    case '--status':
      return { kind: winner === '--help' ? 'help' : 'status' }
    case '--list':
    case '--cleanup':
      return { kind: winner === '--list' ? 'list' : 'cleanup', all: rest.all }
    case '--resume':
      return { kind: 'resume', slug: rest.slug || null, pick: rest.pick }
    case '--archive':
    case '--lock':
    case '--export': {
      if (!rest.slug) return wrong(`${winner} wants the session it is for.`, 'Sessions are listed by --list.')
      return { kind: winner.slice(2) as 'archive' | 'lock' | 'export', slug: rest.slug }
    }
    default:
      if (winner === '--auto' && rest.idea === '' && !from)
        return wrong('Auto mode requires an idea.', 'Usage: parley deliberate --auto IDEA…')
      return { kind: 'session', mode: modeOf(winner), idea: rest.idea }
  }
}

function modeOf(flag: TableFlag | null): Mode {
  if (flag === null) return 'standard'
  return flag === '--meet' ? 'meeting' : (flag.slice(2) as Mode)
}

function losers(given: readonly { readonly name: TableFlag }[], winner: TableFlag | null): string[] {
  const lost = new Set(given.map(({ name }) => name).filter((name) => name !== winner))
  return [...lost].map((name) => `${name} is ignored, because ${winner} goes before it.`)
}

function unused(asked: Asked, idea: string): string[] {
  if (asked.kind === 'session' || asked.kind === 'help' || idea === '') return []
  return [`"${idea}" is ignored: --${asked.kind} takes no idea.`]
}

function split(word: string): [string, string | undefined] {
  const equals = word.startsWith('--') ? word.indexOf('=') : -1
  return equals < 0 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)]
}

function isOwnFlag(name: string): boolean {
  return name.startsWith('--') && Object.hasOwn(flags, name.slice(2))
}

function isTableFlag(name: string): name is TableFlag {
  return (table as readonly string[]).includes(name)
}

function wrong(why: string, hint: string): Wrong {
  return { kind: 'wrong', why, hint }
}
