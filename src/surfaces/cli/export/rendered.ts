// A meeting rendered for readers without parley, in one of the formats: for the command and for the page.

import type { Line } from '../../../kernel/line/line.js'
import type { Format } from '../../../view/exports.js'
import { positionGrid } from '../../../view/positions.js'
import { citedProposals } from '../../../view/proposals.js'
import type { Story } from '../../../view/story.js'
import { toldDissents } from '../../../view/told-dissents.js'

export async function rendered(format: Format, story: Story, lines: readonly Line[]): Promise<string> {
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

/** An export goes to others, and where somebody's model server stands is nobody's business. The journal itself keeps the address. */
export function withoutAddresses(text: string, lines: readonly Line[]): string {
  const found = new Set(lines.flatMap(({ data }) => addressesIn(JSON.stringify(data))))
  const origins = [...found].flatMap((address) => (URL.canParse(address) ? [new URL(address).origin] : []))
  // The longest first: an origin is the beginning of its address.
  const all = [...new Set([...found, ...origins])].toSorted((a, b) => b.length - a.length)
  return all.reduce((left, address) => left.replaceAll(address, '[server]'), text)
}

/** `model:NAME@http://host:port/v1`, as voices are named. */
function addressesIn(json: string): readonly string[] {
  return [...json.matchAll(/"model:[^"\s@]*@(https?:\/\/[^"\s]+)"/g)].map(([, address = '']) => address)
}
