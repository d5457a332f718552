// Topics of a session: what the chair proposes to remember is named, checked and added to the council's memory.

import { topicPath } from './documents/places.js'
import { topicText, transcriptFault } from './documents/topic.js'
import { sameTopic, topicName } from './documents/topic-names.js'
import { type TopicNews, updateTopic } from './documents/topic-update.js'
import type { Memory } from './memory.js'
import { meantSeat, rosterOf, type Sitting } from './sitting.js'
import type { Synthesis } from './synthesis-shape.js'

type Proposed = Synthesis['topics'][number]

export interface Remembered {
  /** Names, in the order in which the record links them. */
  readonly names: readonly string[]
  /** Sentences about proposals that were refused. */
  readonly remarks: readonly string[]
}

export async function remember(
  sitting: Sitting,
  proposed: readonly Proposed[],
  memory: Memory,
): Promise<Remembered> {
  const { meeting } = sitting
  const { news, remarks } = chosen(sitting, proposed, memory)
  for (const one of news) {
    await meeting.revise(topicPath(one.name), (current) => ({
      ...updateTopic(current, one, meeting.id),
      result: null,
    }))
  }
  return { names: news.map(({ name }) => name), remarks }
}

/** Refuses transcripts, and merges proposals about the same subject. */
function chosen(sitting: Sitting, proposed: readonly Proposed[], memory: Memory) {
  const news = new Map<string, TopicNews>()
  const remarks: string[] = []
  for (const topic of proposed) {
    const known = [...memory.topics.map(({ name }) => name), ...news.keys()]
    const name = sameTopic(topicName(topic, sitting.meeting.id), known)
    const one = newsOf(sitting, topic, name)
    const fault = name === '' ? 'it has no usable name' : faultOf(sitting, one)
    if (fault) remarks.push(`The topic "${name || topic.name}" was not remembered: ${fault}.`)
    else news.set(name, merged(news.get(name), one))
  }
  return { news: [...news.values()], remarks }
}

function newsOf(sitting: Sitting, topic: Proposed, name: string): TopicNews {
  const standing = topic.standing_dissent
  const seat = standing ? meantSeat(sitting, standing.seat) : undefined
  return {
    name,
    title: topic.title,
    decision: topic.decision,
    why: topic.why,
    sections: sectionsOf(topic.sections),
    standingDissent: standing && seat !== undefined ? { seat, text: standing.text } : null,
  }
}

function sectionsOf(sections: Proposed['sections']): TopicNews['sections'] {
  if (!sections) return []
  if (!Array.isArray(sections)) return Object.entries(sections).map(([heading, body]) => ({ heading, body }))
  return sections.map((section) => ({
    heading: 'title' in section ? section.title : section.heading,
    body: 'text' in section ? section.text : section.body,
  }))
}

function faultOf(sitting: Sitting, news: TopicNews): string | undefined {
  if (topicText(news.decision) === '') return 'it decides nothing'
  const text = [news.decision, news.why, ...news.sections.map(({ body }) => body)].map(topicText).join('\n\n')
  return transcriptFault(text, sitting.pad.text, rosterOf(sitting))
}

function merged(before: TopicNews | undefined, news: TopicNews): TopicNews {
  if (!before) return news
  return {
    ...before,
    decision: `${before.decision}\n\n${news.decision}`,
    why: [before.why, news.why].filter(Boolean).join('\n\n'),
    sections: [...before.sections, ...news.sections],
    standingDissent: before.standingDissent ?? news.standingDissent,
  }
}
