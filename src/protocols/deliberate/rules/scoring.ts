// Scoring: keyword, semantic and modifiers of every member, and the total that follows. Code computes; a model only judges relevance.

import { oneLine } from '../documents/text.js'
import type { Overlap, Theme } from '../documents/theme-shape.js'
import type { Scores } from '../schemas.js'
import { hitsIn, keywordScores } from './keywords.js'
import { memberNamed } from './members.js'

export interface Scored {
  readonly id: string
  readonly keyword: number
  readonly semantic: number
  readonly modifiers: number
  readonly total: number
  readonly rationale: string
}

/** What was judged, by a model or in its place. */
interface Judged {
  readonly semantic: ReadonlyMap<string, number>
  readonly rationale: ReadonlyMap<string, string>
  /** Ids of the bonuses that apply. */
  readonly bonuses: ReadonlySet<string>
  /** Who loses, by the id of the rule: a member, `less_relevant` or `none`. */
  readonly overlaps: ReadonlyMap<string, string>
}

/** `text` is the idea and the person's own answers. In the order of the roster. */
export function scored(theme: Theme, text: string, reply: Scores): Scored[] {
  return totals(theme, keywordsOf(theme, text).keyword, judgedBy(theme, reply))
}

/** Without the model: relevance from the summary's table, or the keywords where there is none. */
export function scoredByEngine(
  theme: Theme,
  text: string,
  relevance: ReadonlyMap<string, number> | null,
): Scored[] {
  const { hits, keyword } = keywordsOf(theme, text)
  const semantic = theme.roster.map(({ id }): [string, number] => {
    const fromTable = Math.floor((relevance?.get(id) ?? 0) * 0.8 + 0.5)
    return [id, relevance === null ? keyword.get(id)! : fromTable]
  })
  const bonuses = theme.bonuses.filter(({ agent, keywords }) =>
    keywords.length > 0 ? hitsIn(text, keywords) > 0 : (hits.get(agent) ?? 0) >= 2,
  )
  return totals(theme, keyword, {
    semantic: new Map(semantic),
    rationale: new Map(theme.roster.map(({ id }) => [id, `${hits.get(id)} keywords found`])),
    bonuses: new Set(bonuses.map(({ id }) => id)),
    overlaps: new Map(),
  })
}

function keywordsOf({ roster }: Theme, text: string) {
  const hits = roster.map(({ keywords }) => hitsIn(text, keywords))
  const keyword = keywordScores(hits)
  return {
    hits: new Map(roster.map(({ id }, at) => [id, hits[at]!])),
    keyword: new Map(roster.map(({ id }, at) => [id, keyword[at]!])),
  }
}

/** Clamped where out of range, 0 where a member is missing; ids that nobody knows are ignored. */
function judgedBy({ roster, overlaps }: Theme, reply: Scores): Judged {
  const found = roster.map(({ id }) => ({
    id,
    said: reply.members.find(({ member }) => memberNamed(member, roster)?.id === id),
  }))
  return {
    semantic: new Map(found.map(({ id, said }) => [id, clamp(said?.semantic ?? 0, 4)])),
    rationale: new Map(found.map(({ id, said }) => [id, oneLine(said?.rationale ?? '')])),
    bonuses: new Set(reply.bonuses),
    overlaps: new Map(overlaps.map((rule) => [rule.id, loserOf(rule, reply)])),
  }
}

function loserOf({ id, cases, default: usual }: Overlap, reply: Scores): string {
  const named = reply.overlaps.find(({ overlap }) => overlap === id)?.case
  if (named === 0) return 'none'
  return (named === undefined ? undefined : cases[named - 1]?.penalize) ?? usual
}

function totals(theme: Theme, keyword: ReadonlyMap<string, number>, judged: Judged): Scored[] {
  const bonus = bonusesOf(theme, judged.bonuses)
  const standing = theme.roster.map(({ id }, at) => {
    const semantic = judged.semantic.get(id) ?? 0
    return { id, at, semantic, sum: keyword.get(id)! + semantic + (bonus.get(id) ?? 0) }
  })
  const penalty = penaltiesOf(theme, judged.overlaps, standing)
  return theme.roster.map(({ id }) => {
    const semantic = judged.semantic.get(id) ?? 0
    const modifiers = (bonus.get(id) ?? 0) + (penalty.get(id) ?? 0)
    const total = clamp(keyword.get(id)! + semantic + modifiers, 10)
    return {
      id,
      keyword: keyword.get(id)!,
      semantic,
      modifiers,
      total,
      rationale: judged.rationale.get(id) ?? '',
    }
  })
}

/** At most one for each member, the largest. */
function bonusesOf({ bonuses }: Theme, applied: ReadonlySet<string>): Map<string, number> {
  const found = new Map<string, number>()
  for (const { id, agent, delta } of bonuses) {
    if (applied.has(id)) found.set(agent, Math.max(delta, found.get(agent) ?? 0))
  }
  return found
}

interface Standing {
  readonly id: string
  readonly at: number
  readonly semantic: number
  readonly sum: number
}

/** At most one for each member, the largest. */
function penaltiesOf(
  { overlaps }: Theme,
  losers: ReadonlyMap<string, string>,
  standing: readonly Standing[],
): Map<string, number> {
  const found = new Map<string, number>()
  for (const { id, pair, delta } of overlaps) {
    const named = losers.get(id) ?? 'none'
    const loser = named === 'less_relevant' ? lessRelevant(pair, standing) : named
    if (loser !== 'none') found.set(loser, Math.min(delta, found.get(loser) ?? 0))
  }
  return found
}

/** The lower sum, then the lower semantic, then the later in the roster. */
function lessRelevant(pair: readonly string[], standing: readonly Standing[]): string {
  const both = standing.filter(({ id }) => pair.includes(id))
  const [least] = both.toSorted(
    (one, other) => one.sum - other.sum || one.semantic - other.semantic || other.at - one.at,
  )
  return least!.id
}

function clamp(value: number, most: number): number {
  return Math.min(most, Math.max(0, value))
}
