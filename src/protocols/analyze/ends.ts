// How an analysis ends, in words that its report and every surface share. Pure; runs in the browser too.

import { type Domain, isTier } from './names.js'
import type { EndStatus } from './rules/confirmation.js'
import { tierDomains } from './rules/tiers.js'

const ends: Readonly<Record<EndStatus, string>> = {
  accepted: 'Signed off',
  recorded: 'Recorded',
  'early-exit': 'Stopped early: the documents hold what was known',
  unsigned: 'Nothing could be signed off: the documents hold what was known',
}

export function isEnd(status: string): status is EndStatus {
  return Object.hasOwn(ends, status)
}

/** What was decided, and what of this tier was not for want of documents. */
export function endLine(
  slug: string,
  {
    status,
    tier,
    domains,
  }: { readonly status: EndStatus; readonly tier: unknown; readonly domains: readonly string[] },
): string {
  const signed = domains.length === 0 ? '' : `: ${domains.join(', ')}`
  const wanted: readonly Domain[] = status === 'accepted' && isTier(tier) ? tierDomains[tier] : []
  const left = wanted.filter((domain) => !domains.includes(domain))
  const unsigned = left.length === 0 ? '' : ` Not signed off, for want of documents: ${left.join(', ')}.`
  return `${slug}. ${ends[status]}${signed}.${unsigned}`
}

/** What the commands at the end are for, in their order. */
export const nextUses = [
  'build it',
  'argue about it first',
  'plan it',
  'one file an issue, for gh or by hand',
]
