// The texts of a synthesis: every place where the chair writes prose, by name, so that all of them are read and changed in one way.

import type { Synthesis } from './synthesis-shape.js'

/** The same synthesis with each of its texts changed. A title is a heading and rests on nothing: it stays. */
export function mapTexts(value: Synthesis, change: (where: string, text: string) => string): Synthesis {
  return {
    ...value,
    preamble: change('preamble', value.preamble),
    recommendation: change('recommendation', value.recommendation),
    reasoning: change('reasoning', value.reasoning),
    follow_ups: value.follow_ups.map((item, at) => ({
      ...item,
      action: change(`follow-up ${at + 1}`, item.action),
    })),
    dissents: value.dissents.map((answer, at) => ({
      ...answer,
      reason: change(`answer ${at + 1}`, answer.reason),
    })),
    topics: value.topics.map((topic, at) => mapTopic(topic, `topic ${at + 1}`, change)),
  }
}

type Topic = Synthesis['topics'][number]

function mapTopic(topic: Topic, where: string, change: (where: string, text: string) => string): Topic {
  const standing = topic.standing_dissent
  return {
    ...topic,
    decision: change(`${where}, decision`, topic.decision),
    why: change(`${where}, why`, topic.why),
    sections: mapSections(topic.sections, where, change),
    standing_dissent: standing
      ? { ...standing, text: change(`${where}, standing dissent`, standing.text) }
      : standing,
  }
}

function mapSections(
  sections: Topic['sections'],
  where: string,
  change: (where: string, text: string) => string,
): Topic['sections'] {
  if (!sections) return sections
  if (!Array.isArray(sections)) {
    const entries = Object.entries(sections)
    return Object.fromEntries(
      entries.map(([heading, text]) => [heading, change(`${where}, ${heading}`, text)]),
    )
  }
  return sections.map((section, at) => {
    const place = `${where}, section ${at + 1}`
    return 'text' in section
      ? { ...section, text: change(place, section.text) }
      : { ...section, body: change(place, section.body) }
  })
}
