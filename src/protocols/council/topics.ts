// Topics of a session: what the chair proposes to remember is named, checked and added to the council's memory.

import { keepsHalf } from '../../rules/kept-words.js'
import { topicPath } from './documents/places.js'
import { topicText, transcriptFault } from './documents/topic.js'
import { sameTopic, topicName } from './documents/topic-names.js'
import { type TopicNews, updateTopic } from './documents/topic-update.js'
import type { Memory } from './memory.js'
import { type LedgerDissent, standing } from './rules/dissent-ledger.js'
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
  ledger: readonly LedgerDissent[],
): Promise<Remembered> {
  const { meeting } = sitting
  const { news, remarks } = chosen(sitting, proposed, memory, ledger)
  for (const one of news) {
    await meeting.revise(topicPath(one.name), (current) => ({
      ...updateTopic(current, one, meeting.id),
      result: null,
    }))
  }
  return { names: news.map(({ name }) => name), remarks }
}

/** Refuses transcripts, and merges proposals about the same subject. */
function chosen(
  sitting: Sitting,
  proposed: readonly Proposed[],
  memory: Memory,
  ledger: readonly LedgerDissent[],
) {
  const news = new Map<string, TopicNews>()
  const remarks: string[] = []
  for (const topic of proposed) {
    const known = [...memory.topics.map(({ name }) => name), ...news.keys()]
    const name = sameTopic(topicName(topic, sitting.meeting.id), known)
    const typed = typedDissent(sitting, topic)
    const dissent = typed && inOwnWords(typed, ledger)
    if (typed && !dissent)
      remarks.push(
        `The topic "${name}" gave a dissent to ${typed.seat}, who did not mark it; it was left out.`,
      )
    const one = newsOf(topic, name, dissent ?? null)
    const fault = name === '' ? 'it has no usable name' : faultOf(sitting, one)
    if (fault) remarks.push(`The topic "${name || topic.name}" was not remembered: ${fault}.`)
    else news.set(name, merged(news.get(name), one))
  }
  return { news: [...news.values()], remarks }
}

type StandingDissent = NonNullable<TopicNews['standingDissent']>

/** The dissent that should travel with a topic, as the chair typed it. */
function typedDissent(sitting: Sitting, { standing_dissent: typed }: Proposed): StandingDissent | undefined {
  const seat = typed ? meantSeat(sitting, typed.seat) : undefined
  return typed && seat !== undefined ? { seat, text: typed.text } : undefined
}

/** The words that the seat itself marked: nobody else writes under its name. */
function inOwnWords(typed: StandingDissent, ledger: readonly LedgerDissent[]): StandingDissent | undefined {
  const own = standing(ledger).filter(({ seat }) => seat === typed.seat)
  const named = own.find(({ id }) => new RegExp(`\\b${id}\\b`, 'i').test(typed.text))
  const meant = named ?? own.find(({ text }) => keepsHalf(text, typed.text) || keepsHalf(typed.text, text))
  const only = meant ?? (own.length === 1 ? own[0] : undefined)
  return only && { seat: only.seat, text: only.text }
}

function newsOf(topic: Proposed, name: string, standingDissent: TopicNews['standingDissent']): TopicNews {
  return {
    name,
    title: topic.title,
    decision: topic.decision,
    why: topic.why,
    sections: sectionsOf(topic.sections),
    standingDissent,
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
