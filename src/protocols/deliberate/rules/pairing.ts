// Pairs: which of the tensions that the conductor saw become exchanges, and in which direction.

import { oneLine } from '../documents/text.js'
import type { ChallengeRules, Member } from '../documents/theme-shape.js'
import type { Pairs } from '../schemas.js'
import { memberNamed } from './members.js'

export interface Pair {
  /** `P1` … `P4` */
  readonly id: string
  readonly a: string
  readonly b: string
  readonly tension: string
  readonly why: string
}

export interface Pairing {
  readonly pairs: readonly Pair[]
  /** What was wrong with the others, for the second asking. */
  readonly wrong: readonly string[]
}

const most = 4

export function validPairs(reply: Pairs, seated: readonly Member[], rules: ChallengeRules): Pairing {
  const pairs: Pair[] = []
  const wrong: string[] = []
  for (const given of reply.pairs) {
    const judged = judge(given, seated, rules, pairs)
    if (typeof judged === 'string') wrong.push(`${oneLine(given.a)} and ${oneLine(given.b)}: ${judged}`)
    else if (pairs.length < most) {
      const [a, b] = judged
      pairs.push({
        id: `P${pairs.length + 1}`,
        a,
        b,
        tension: oneLine(given.tension),
        why: oneLine(given.why),
      })
    }
  }
  return { pairs, wrong }
}

/** Asked for again when fewer than two are valid. */
export function wantsMorePairs({ pairs }: Pairing): boolean {
  return pairs.length < 2
}

/** Members that a group's directions point at, for whoever asks questions in a meeting. */
export function directedAt(asker: string, seated: readonly string[], rules: ChallengeRules): string[] {
  if (rules.kind === 'organic') return []
  const own = groupOf(asker, rules.groups)
  const targets = rules.directions.flatMap(([from, to]) => (from === own ? (rules.groups[to] ?? []) : []))
  return seated.filter((id) => id !== asker && targets.includes(id))
}

function judge(
  given: Pairs['pairs'][number],
  seated: readonly Member[],
  rules: ChallengeRules,
  pairs: readonly Pair[],
): readonly [string, string] | string {
  const [a, b] = [memberNamed(given.a, seated)?.id, memberNamed(given.b, seated)?.id]
  if (a === undefined || b === undefined) return 'both must be members at the table'
  if (a === b) return 'nobody challenges themselves'
  if (pairs.some((pair) => [pair.a, pair.b].includes(a) && [pair.a, pair.b].includes(b)))
    return 'this pair is listed twice'
  return directed(a, b, rules) ?? 'no direction links their groups'
}

/** As given, turned round where only the other way is a direction, or undefined. */
function directed(a: string, b: string, rules: ChallengeRules): readonly [string, string] | undefined {
  if (rules.kind === 'organic') return [a, b]
  const [from, to] = [groupOf(a, rules.groups), groupOf(b, rules.groups)]
  if (from === undefined || to === undefined) return [a, b]
  const links = (one: string, other: string) =>
    rules.directions.some((way) => way[0] === one && way[1] === other)
  if (links(from, to)) return [a, b]
  return links(to, from) ? [b, a] : undefined
}

function groupOf(id: string, groups: Readonly<Record<string, readonly string[]>>): string | undefined {
  return Object.keys(groups).find((group) => groups[group]!.includes(id))
}
