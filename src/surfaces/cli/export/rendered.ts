// A meeting rendered for readers without parley, in one of the formats: for the command and for the page.

import type { Line } from '../../../kernel/line.js'
import type { Format } from '../../../story/exports.js'
import { positionGrid } from '../../../story/positions.js'
import { citedProposals } from '../../../story/proposals.js'
import type { Story } from '../../../story/story.js'
import { toldDissents } from '../../../story/told-dissents.js'

export async function rendered(format: Format, story: Story, lines: readonly Line[]): Promise<string> {
  const { withoutAddresses } = await import('./addresses.js')
  return withoutAddresses(await written(format, story, lines), lines)
}

async function written(format: Format, story: Story, lines: readonly Line[]): Promise<string> {
  if (format === 'json')
    return `${JSON.stringify({ summary: story.summary, outcome: story.outcome, positions: positionGrid(story), dissents: toldDissents(story), proposals: citedProposals(story), lines }, null, 2)}\n`
  if (format === 'adr') return (await import('./adr.js')).adrOf(story)
  if (format === 'issues') return (await import('./issues.js')).issuesOf(story)
  if (format === 'html') return (await import('./html.js')).htmlOf(story)
  return (await import('./markdown.js')).markdownOf(story)
}
