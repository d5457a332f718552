// Documents of a meeting: openings, exchanges, syntheses, and the notes made of them. Everything but highlights and steps are the
// members' own words.

import { embed } from '../../../text/embedded.js'
import type { Exchange } from '../rules/meeting.js'
import { nameOf } from '../rules/members.js'
import type { Insight, Notes } from '../schemas.js'
import { labelText } from './labels.js'
import { cleanReply, withoutHalts } from './reply.js'
import { inline, listed, oneLine } from './text.js'
import type { Member } from './theme-shape.js'

export function renderOpening(agent: string, topic: string, reply: string): string {
  return `## ${agent} Opening — ${inline(topic)}\n\n${cleanReply(reply)}\n`
}

/** An opening without its heading. */
export function openingIn(file: string): string {
  return file.replace(/^## .*\n/, '').trim()
}

export interface Answers {
  /** Null where the one asked gave none. */
  readonly answer: string | null
  readonly followUp?: { readonly question: string; readonly answer: string | null }
}

export function exchangeFile({ asker, target, k }: Exchange): string {
  return `${asker}-asks-${target}-${k}.md`
}

export function renderExchange({ question }: Exchange, { answer, followUp }: Answers): string {
  const lines = [`**Q:** ${oneLine(question)}`, `**A:** ${said(answer)}`]
  if (followUp) lines.push(`**Follow-up:** ${oneLine(followUp.question)}`, `**A:** ${said(followUp.answer)}`)
  return `${lines.map(behindLabel).join('\n\n')}\n`
}

const insightLabels = ['Key insight', 'Unresolved tension', 'Recommendation', 'Question for you'] as const
type InsightLabel = (typeof insightLabels)[number]

export function renderInsight({ insight, tension, recommendation, question }: Insight): string {
  const texts = [insight, tension, recommendation, question]
  return `${insightLabels.map((label, at) => behindLabel(`**${label}:** ${said(texts[at]!)}`)).join('\n\n')}\n`
}

export interface NotesParts {
  readonly themeName: string
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly roster: readonly Member[]
  /** Ids of who sat there, in roster order. */
  readonly panel: readonly string[]
  /** Files by member id; who was absent has none. */
  readonly openings: ReadonlyMap<string, string>
  readonly insights: ReadonlyMap<string, string>
  readonly exchanges: readonly { readonly exchange: Exchange; readonly file: string }[]
}

export function renderNotes(notes: Notes, parts: NotesParts): string {
  const name = (id: string) => nameOf(id, parts.roster)
  const chosen = parts.exchanges.filter(({ exchange }) => notes.highlights.includes(exchange.id))
  const openings = parts.panel.flatMap((id) => {
    const file = parts.openings.get(id)
    return file === undefined ? [] : [`### ${name(id)}\n${embed(openingIn(file), { level: 3 })}`]
  })
  const highlights = chosen.map(
    ({ exchange, file }) =>
      `### ${exchange.id}: ${name(exchange.asker)} asks ${name(exchange.target)}\n${embed(file, { level: 3 })}`,
  )
  return [
    `# ${parts.themeName} Meeting: ${inline(notes.topic)}\n**Date:** ${parts.date}\n**Panel:** ${parts.panel.map(name).join(', ')}`,
    `## Topic\n${withoutHalts(embed(notes.summary))}`,
    `## Opening Perspectives\n${orNone(openings)}`,
    `## Cross-Examination Highlights\n${orNone(highlights)}`,
    `## Key Insights\n${each(parts, 'Key insight')}`,
    `## Unresolved Tensions\n${each(parts, 'Unresolved tension')}`,
    `## Questions for You\n${each(parts, 'Question for you')}`,
    `## Recommended Next Steps\n${listed(notes.next_steps, 'None.')}\n`,
  ].join('\n\n')
}

/** One line a member, labelled with the name. */
function each({ panel, insights, roster }: NotesParts, label: InsightLabel): string {
  const lines = panel.flatMap((id) => {
    const text = labelText(insights.get(id) ?? '', label, insightLabels)
    return text === null || text === '' ? [] : [`- **${nameOf(id, roster)}:** ${inline(text)}`]
  })
  return lines.length === 0 ? 'None.' : lines.join('\n')
}

function orNone(blocks: readonly string[]): string {
  return blocks.length === 0 ? 'None.' : blocks.join('\n\n')
}

/** A line of it that reads like one of our labels would begin another part. */
/** Behind a label a fence opens nothing, so what it would have held is looked at once more. */
function behindLabel(text: string): string {
  return withoutHalts(embed(text))
}

function said(text: string | null): string {
  if (text === null || text.trim() === '') return '_(no answer)_'
  return cleanReply(text).replace(/\n(?=\*\*[^*\n]+(?::\s*\*\*|\*\*\s*:))/g, '\n ')
}
