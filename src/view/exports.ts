// Exports: the formats, and which of them a meeting has something for. Any other would be refused, or be an empty file.

import { followUpsOf } from './settled.js'
import type { Story } from './story.js'

export const formats = ['markdown', 'html', 'json', 'adr', 'issues'] as const
export type Format = (typeof formats)[number]

/** Before it came to anything there is no decision to write down, and perhaps nothing is left to do. */
export function formatsOf(story: Story): readonly Format[] {
  const { decision = null, issues = followUpsOf(story) } = story.outcome ?? {}
  const without = [...(decision === null ? ['adr'] : []), ...(issues.length === 0 ? ['issues'] : [])]
  return formats.filter((format) => !without.includes(format))
}
