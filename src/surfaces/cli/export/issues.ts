// Export of the follow-ups as issues: one JSON object a line with title and body, for whatever tracks them.

import { wordsOf } from '../../../documents/markdown/words.js'
import type { Story } from '../../../story/story.js'
import { oneLine } from '../screen/clean.js'

export function issuesOf({ summary, outcome }: Story): string {
  const { followUps = [], headline, decision } = outcome ?? {}
  const issues = followUps.map(({ action, owner }) => ({
    title: oneLine(wordsOf(action), 200),
    body: [
      oneLine(wordsOf(action), 2000),
      `Decided in \u201c${oneLine(headline ?? summary.title, 200)}\u201d (${oneLine(summary.id)}).`,
      ...(decision ? [oneLine(wordsOf(decision), 1000)] : []),
    ].join('\n\n'),
    owner: oneLine(owner, 60),
  }))
  return issues.map((issue) => `${JSON.stringify(issue)}\n`).join('')
}
