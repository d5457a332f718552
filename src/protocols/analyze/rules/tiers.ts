// Tiers: how large an item is, who decides that, and what follows from it.

import type { AnsweredBy } from '../../../kernel/question.js'
import { type Domain, isTier, type Tier, tiers } from '../names.js'
import { verdictOf } from './intent.js'
import { isNegated, matchesOf, tokensOf } from './words.js'

/** What is signed off, in order. */
export const tierDomains: Readonly<Record<Tier, readonly Domain[]>> = {
  trivial: [],
  light: ['requirements', 'design'],
  standard: ['requirements', 'architecture', 'design'],
  epic: ['requirements', 'architecture', 'design'],
}

export type Level = 'low' | 'medium' | 'high'

export interface Sized {
  readonly risk: Level
  readonly files: readonly { readonly category: string }[]
}

export interface Proposal {
  readonly tier: Tier
  readonly affected: number
  readonly rationale: string
}

const touching = ['new', 'modify', 'config', 'migration']

/** From the reading of the code; `standard` where there is none. */
export function proposalFrom(reading: Sized | null): Proposal {
  if (reading === null)
    return {
      tier: 'standard',
      affected: 0,
      rationale: 'The code was not read, so the usual size is assumed.',
    }
  const affected = reading.files.filter(({ category }) => touching.includes(category)).length
  const base = affected <= 2 ? 0 : affected <= 8 ? 1 : affected <= 20 ? 2 : 3
  const lift = reading.risk === 'low' ? 0 : 1
  const tier = tiers[Math.min(base + lift, tiers.length - 1)]!
  const lifted = tiers[base] === tier ? '' : ', which makes it a step larger'
  const files = affected === 1 ? '1 file is' : `${affected} files are`
  return { tier, affected, rationale: `${files} affected and the risk is ${reading.risk}${lifted}.` }
}

/** The tier that is final from the start; null where it is proposed and asked for. Values of another shape count as none. */
export function fixedTier(given: {
  readonly flag: Tier | null
  readonly recorded: unknown
  readonly light: boolean
}): Tier | null {
  const { flag, recorded, light } = given
  return [flag, recorded].find(isTier) ?? (light ? 'light' : null)
}

export interface RecommendedScope {
  readonly scope: Tier
  readonly rationale: string
  readonly user_confirmed: boolean
  /** What was proposed, where the person chose another. */
  readonly user_override: Tier | null
}

export interface ScopeAnswer {
  readonly choose: string
  readonly text?: string
  readonly by: AnsweredBy
}

/** How the answer to the scope question settles the tier. Only the person or a prepared answer confirms. */
export function settledScope(proposal: Proposal, answer: ScopeAnswer): RecommendedScope {
  const { tier: proposed, rationale } = proposal
  const named = isTier(answer.choose) ? answer.choose : answer.text === undefined ? null : tierIn(answer.text)
  if (named !== null && named !== proposed)
    return { scope: named, rationale, user_confirmed: answer.by !== 'default', user_override: proposed }
  const agrees =
    named !== null ||
    answer.choose === 'fits' ||
    (answer.text !== undefined && verdictOf(answer.text) === 'accept')
  return {
    scope: proposed,
    rationale,
    user_confirmed: agrees && answer.by !== 'default',
    user_override: null,
  }
}

/** What it runs as: nobody skips every sign-off by not having answered. */
export function runningTier({ scope, user_confirmed }: RecommendedScope): Tier {
  return scope === 'trivial' && !user_confirmed ? 'light' : scope
}

/** The one tier that a text names, denies nothing of and asks nothing about. */
function tierIn(text: string): Tier | null {
  const tokens = tokensOf(text)
  if (tokens.some((token) => 'mark' in token && token.mark === '?')) return null
  const named = tiers.filter((tier) => matchesOf([tier], tokens).some(({ at }) => !isNegated(tokens, at)))
  return named.length === 1 ? named[0]! : null
}
