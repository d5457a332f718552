// Depth: how hard a topic is probed, how many exchanges that takes, and which source is enough for a criterion.

import { type Depth, depths, type Source, type Tier } from '../names.js'
import { holds, tokensOf } from './words.js'

export function depthOf(tier: Tier): Depth {
  return tier === 'trivial' || tier === 'light' ? 'brief' : tier === 'epic' ? 'deep' : 'standard'
}

/** `enough` allows early completion; from `most` on a topic gets no further question unless the person raises it. */
export const exchangeTargets: Readonly<Record<Depth, { readonly enough: number; readonly most: number }>> = {
  brief: { enough: 1, most: 2 },
  standard: { enough: 3, most: 5 },
  deep: { enough: 6, most: Number.POSITIVE_INFINITY },
}

const shallower = ['keep it simple', 'just the basics', 'quick', 'skip the details', 'whatever you think']
const deeper = ['tell me more', 'dig deeper', 'what about edge cases', 'be thorough']

/** The depth that the person's words ask for; both ways at once is no wish. */
export function movedDepth(depth: Depth, reply: string): Depth {
  const tokens = tokensOf(reply)
  const step = Number(holds(deeper, tokens)) - Number(holds(shallower, tokens))
  return depths[Math.min(depths.length - 1, Math.max(0, depths.indexOf(depth) + step))]!
}

const byUserOrDraft = new Set(['PD-1', 'PD-4', 'RD-1', 'RD-2'])
const inCodeAtDepth = new Set(['TA-2', 'TA-3', 'TA-4', 'TA-5'])

/** Whether a criterion that is met is met well enough. */
export function isEnough(
  criterion: string,
  depth: Depth,
  met: { readonly source: Source; readonly inCode: boolean },
): boolean {
  const { source, inCode } = met
  if (depth === 'brief') return true
  if (depth === 'standard') return !byUserOrDraft.has(criterion) || source === 'user' || source === 'draft'
  if (/^(?:PD|RD)-\d+$/.test(criterion) || criterion === 'AR-3') return source === 'user'
  return !inCodeAtDepth.has(criterion) || inCode
}
