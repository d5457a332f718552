// Confirmation: from the end of the talk to the last sign-off. A pure machine; what it asks and writes is done by others.
//
//   CONF1  Only an accept leads onward, one domain at a time: nothing is skipped, and no number of rounds accepts by itself.
//   CONF2  An amendment voids every acceptance, and the sequence begins again from its first domain.

import { type Domain, type Role, roles, type Tier } from '../names.js'
import type { Artifact } from './artifacts.js'
import { tierDomains } from './tiers.js'

export const presenting = {
  requirements: 'PRESENTING_REQUIREMENTS',
  architecture: 'PRESENTING_ARCHITECTURE',
  design: 'PRESENTING_DESIGN',
} as const satisfies Readonly<Record<Domain, string>>

export const confirmationStates = [
  'IDLE',
  presenting.requirements,
  presenting.architecture,
  presenting.design,
  'AMENDING',
  'TRIVIAL_SHOW',
  'FINALIZING',
  'COMPLETE',
] as const
export type ConfirmationState = (typeof confirmationStates)[number]

export interface Confirmation {
  readonly state: ConfirmationState
  readonly accepted: readonly Domain[]
  readonly applicable: readonly Domain[]
  readonly amendment_cycles: number
  /** Roles that spoke since AMENDING was entered; null before their first turn. */
  readonly heard: readonly Role[] | null
  /** Whether the person has replied to a turn of AMENDING. */
  readonly replied: boolean
  readonly exited: boolean
}

export const beforeConfirmation: Confirmation = {
  state: 'IDLE',
  accepted: [],
  applicable: [],
  amendment_cycles: 0,
  heard: null,
  replied: false,
  exited: false,
}

export type ConfirmationEvent =
  /** The talk has enough. */
  | { readonly kind: 'ready'; readonly tier: Tier; readonly applicable: readonly Domain[] }
  | { readonly kind: 'mentioned' }
  | { readonly kind: 'accept' }
  | { readonly kind: 'amend' }
  | { readonly kind: 'revisit' }
  /** A turn was shown while amending, and a reply to one came. */
  | { readonly kind: 'turn'; readonly roles: readonly Role[] }
  | { readonly kind: 'reply' }
  | { readonly kind: 'resolved'; readonly applicable: readonly Domain[]; readonly missing: readonly Role[] }
  /** The person confirmed that we stop here. */
  | { readonly kind: 'exit' }
  | { readonly kind: 'written' }

/** The state after an event; null where there is no such edge. */
export function confirmed(now: Confirmation, event: ConfirmationEvent): Confirmation | null {
  switch (event.kind) {
    case 'ready':
      if (now.state !== 'IDLE') return null
      return event.tier === 'trivial' ? { ...now, state: 'TRIVIAL_SHOW' } : fromTheTop(now, event.applicable)
    case 'mentioned':
      return now.state === 'TRIVIAL_SHOW' ? { ...now, state: 'FINALIZING' } : null
    case 'accept':
      return afterAccept(now)
    case 'amend':
      return presentedDomain(now) === null ? null : amending(now)
    case 'revisit':
      return presentedDomain(now) === null ? null : now
    case 'turn':
      if (now.state !== 'AMENDING') return null
      return { ...now, heard: [...new Set([...(now.heard ?? []), ...event.roles])] }
    case 'reply':
      if (now.state !== 'AMENDING') return null
      return now.heard === null ? now : { ...now, replied: true }
    case 'resolved':
      return isResolvable(now, event.missing) ? fromTheTop(now, event.applicable) : null
    case 'exit':
      return isOver(now) ? null : { ...now, state: 'FINALIZING', exited: true }
    case 'written':
      return now.state === 'FINALIZING' ? { ...now, state: 'COMPLETE' } : null
  }
}

/** The domain whose summary waits for an answer. */
export function presentedDomain({ state }: Confirmation): Domain | null {
  return (Object.keys(presenting) as Domain[]).find((domain) => presenting[domain] === state) ?? null
}

/** All that was presented so far in this sequence, and may be asked for again. */
export function presentedSoFar(now: Confirmation): Domain[] {
  const here = presentedDomain(now)
  return here === null ? [...now.accepted] : [...now.accepted, here]
}

function afterAccept(now: Confirmation): Confirmation | null {
  const domain = presentedDomain(now)
  if (domain === null) return null
  const accepted = [...now.accepted, domain]
  const next = now.applicable.find((one) => !accepted.includes(one))
  return { ...now, accepted, state: next === undefined ? 'FINALIZING' : presenting[next] }
}

function amending(now: Confirmation): Confirmation {
  return {
    ...now,
    state: 'AMENDING',
    accepted: [],
    amendment_cycles: now.amendment_cycles + 1,
    heard: null,
    replied: false,
  }
}

/** Nothing to sign off leads to the end, unsigned. */
function fromTheTop(now: Confirmation, applicable: readonly Domain[]): Confirmation {
  const first = applicable[0]
  return {
    ...now,
    accepted: [],
    applicable: [...applicable],
    heard: null,
    replied: false,
    state: first === undefined ? 'FINALIZING' : presenting[first],
  }
}

/** Changes ripple, so all three have looked at it, and the person has seen what they made of it. */
export function isResolvable(now: Confirmation, missing: readonly Role[]): boolean {
  const everybody = roles.every((role) => now.heard?.includes(role) || missing.includes(role))
  return now.state === 'AMENDING' && now.replied && everybody
}

function isOver({ state }: Confirmation): boolean {
  return state === 'FINALIZING' || state === 'COMPLETE'
}

const sourceFiles: Readonly<Record<Domain, readonly Artifact[]>> = {
  requirements: ['requirements-spec.md'],
  architecture: ['architecture-overview.md'],
  design: ['module-design.md', 'interface-spec.md', 'data-flow.md'],
}

/** Domains of the tier whose documents are there with something in them. */
export function applicableDomains(tier: Tier, hasContent: (artifact: Artifact) => boolean): Domain[] {
  return tierDomains[tier].filter((domain) => sourceFiles[domain].some(hasContent))
}

export function sourcesOf(domain: Domain): readonly Artifact[] {
  return sourceFiles[domain]
}

export type EndStatus = 'accepted' | 'recorded' | 'early-exit' | 'unsigned'

export function endStatus(now: Confirmation, tier: Tier): EndStatus {
  if (now.exited) return 'early-exit'
  if (tier === 'trivial') return 'recorded'
  const isSigned =
    now.applicable.length > 0 && now.applicable.every((domain) => now.accepted.includes(domain))
  return isSigned ? 'accepted' : 'unsigned'
}
