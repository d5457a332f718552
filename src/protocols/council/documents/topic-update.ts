// Updating a topic: a session adds its decision with its link, and its reasons; nothing that was there is changed.
//
//   TOPIC1  Everything that stood in the file still stands there, in its order.
//
// Adding the same session again changes nothing. `## Decision` ends with the newest link; links are oldest first, each once.

import { foreignLine } from './clean.js'
import {
  linkedRecords,
  readTopic,
  recordLink,
  renderTopic,
  type Topic,
  type TopicSection,
  topicText,
} from './topic.js'
import { topicTitle } from './topic-names.js'

export interface TopicNews {
  readonly name: string
  readonly title: string
  readonly decision: string
  readonly why: string
  readonly sections: readonly TopicSection[]
  readonly standingDissent: { readonly seat: string; readonly text: string } | null
}

export interface UpdatedTopic {
  readonly text: string
  /** The pieces that are this session's, as they stand in the file. */
  readonly parts: readonly string[]
}

export function updateTopic(current: string | null, news: TopicNews, session: string): UpdatedTopic {
  const added = additions(news, session)
  const parts = ownParts(current, added, news)
  if (current !== null && linkedRecords(current).includes(session)) return { text: current, parts }
  const before = current === null ? emptyTopic(news) : readTopic(current)
  const titled = before.title === '' ? { ...before, title: emptyTopic(news).title } : before
  return { text: renderTopic(added.reduce(withAddition, ordered(titled))), parts }
}

/** The session that made the file owns all of its bytes, title and headings too; a later one only what it added. */
function ownParts(current: string | null, added: readonly TopicSection[], news: TopicNews): string[] {
  const { title, sections } = added.reduce(withAddition, ordered(emptyTopic(news)))
  const [head, ...rest] = sections.map(({ heading, body }) => `## ${heading}\n${body}\n`)
  const top = `# Memory: ${title}\n\n${head}`
  const made = current === null || current.startsWith(`${top}\n`)
  if (made) return [`${top}\n`, ...rest.map((part) => `\n\n${part}`)]
  return added.map((section) => addedPart(readTopic(current ?? ''), section))
}

/** A standing dissent is somebody's: the heading that names whose is part of it, with what stands between the two. */
function addedPart({ sections }: Topic, { heading, body }: TopicSection): string {
  if (!heading.startsWith('Standing dissent (')) return body
  const known = sections.find((section) => section.heading === heading)?.body ?? ''
  const at = `\n\n${known}\n\n`.indexOf(`\n\n${body}\n\n`)
  const before = at < 0 ? (known === '' ? '' : `${known}\n\n`) : known.slice(0, at)
  return `## ${heading}\n${before}${body}`
}

function additions(news: TopicNews, session: string): TopicSection[] {
  const standing = news.standingDissent
  const decision = topicText(news.decision)
  const gap = takesInNextLine(decision) ? '\n\n' : '\n'
  const own = [
    { heading: 'Decision', body: `${decision}${gap}${recordLink(session)}` },
    { heading: 'Why', body: topicText(news.why) || 'The reasons are in the record.' },
    ...news.sections.map(({ heading, body }) => ({
      heading: headingText(heading),
      body: topicText(body),
    })),
    ...(standing ? [{ heading: `Standing dissent (${standing.seat})`, body: topicText(standing.text) }] : []),
  ]
  return own.filter(({ heading, body }) => heading !== '' && body !== '')
}

/** The last lines are a list, a quotation, a table or hold code, which a line right below would join. */
function takesInNextLine(text: string): boolean {
  const last = text.slice(text.lastIndexOf('\n\n') + 1)
  return /^[ \t]|^(?:>|[-+*]|\d{1,9}[.)])|[|`]/m.test(last)
}

/** A section of the chair's may not pass for one of ours. */
function headingText(heading: string): string {
  const text = topicText(heading)
    .split('\n')[0]!
    .replace(/^#+\s*/, '')
    .trim()
  return /^(?:Decision|Why|Standing dissent|Round \d|Turn \d|User input)/i.test(text) ? '' : text
}

function withAddition(topic: Topic, { heading, body }: TopicSection): Topic {
  const at = topic.sections.findIndex((section) => section.heading === heading)
  if (at < 0) return { ...topic, sections: [...topic.sections, { heading, body }] }
  const known = topic.sections[at]!
  if (`\n\n${known.body}\n\n`.includes(`\n\n${body}\n\n`)) return topic
  const grown = { heading, body: known.body === '' ? body : `${known.body}\n\n${body}` }
  return { ...topic, sections: topic.sections.with(at, grown) }
}

/** Decision and Why come first, in that order, also where the person's own file lacked them. */
function ordered(topic: Topic): Topic {
  const own = ['Decision', 'Why'].map(
    (heading) => topic.sections.find((section) => section.heading === heading) ?? { heading, body: '' },
  )
  const rest = topic.sections.filter((section) => !own.includes(section))
  return { ...topic, sections: [...own, ...rest] }
}

function emptyTopic({ title, name }: TopicNews): Topic {
  return { title: foreignLine(topicTitle(title, name)), preamble: '', sections: [] }
}
