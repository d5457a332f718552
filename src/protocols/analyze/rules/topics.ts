// Topics: an area of knowledge with the criteria by which it is known well enough. `documents/topic-file.ts` reads them.

import type { Depth, Role, Tier } from '../names.js'

export interface Criterion {
  readonly id: string
  readonly text: string
  /** The rule that counts it in the records; null: it is claimed with evidence. */
  readonly counts: string | null
}

export interface Topic {
  readonly id: string
  readonly name: string
  readonly primary: Role
  readonly contributing: readonly Role[]
  readonly criteria: readonly Criterion[]
  readonly sections: readonly { readonly artifact: string; readonly sections: readonly string[] }[]
  readonly guidance: Readonly<Partial<Record<Depth, string>>>
  readonly steps: readonly string[]
  readonly body: string
  readonly from: string
}

const required: Readonly<Record<'trivial' | 'light', readonly string[]>> = {
  trivial: ['problem-discovery'],
  light: ['problem-discovery', 'requirements-definition', 'technical-analysis', 'specification'],
}

/** Topics that a tier must know; standard and epic need all, those of the workspace too. */
export function requiredTopics(tier: Tier, topics: readonly Topic[]): Topic[] {
  const tracked = topics.filter(({ criteria }) => criteria.length > 0)
  if (tier === 'standard' || tier === 'epic') return tracked
  return tracked.filter(({ id }) => required[tier].includes(id))
}

const shipped = [...required.light, 'architecture', 'security']

/** Of the topics that ship, those that a tier must know. */
export function requiredTopicIds(tier: Tier): readonly string[] {
  return tier === 'trivial' || tier === 'light' ? required[tier] : shipped
}

export function topicOfCriterion(topics: readonly Topic[], criterion: string): Topic | null {
  return topics.find(({ criteria }) => criteria.some(({ id }) => id === criterion)) ?? null
}
