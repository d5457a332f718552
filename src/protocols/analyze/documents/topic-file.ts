// Topic file: what a topic is about, by which criteria it is known, and what to ask. Written by us or by a workspace.

import { type Fields, fieldsOf, isRecord } from '../../../rules/values.js'
import { visibleText } from '../../../text/clean.js'
import { lineIn, readFrontmatter, textIn, troubleText } from '../../../text/frontmatter.js'
import { depths, isRole, type Role } from '../names.js'
import { countingRule } from '../rules/counting.js'
import type { Criterion, Topic } from '../rules/topics.js'

export interface TopicReading {
  /** Null: the file is not usable. Without criteria its text is used, and nothing is tracked. */
  readonly topic: Topic | null
  readonly notices: readonly string[]
}

export function readTopic(text: string, from: string): TopicReading {
  const { fields, body, trouble } = readFrontmatter(text)
  if (trouble?.kind === 'broken') return skipped(`${from} is skipped: ${troubleText(trouble)}.`)
  if (trouble?.kind === 'absent') return untracked(body, from)
  const id = lineIn(fields, 'topic_id')
  if (!isTopicId(id))
    return skipped(`${from} is skipped: it has no \`topic_id\` in small letters, digits and dashes.`)
  const criteria = criteriaIn(fields['coverage_criteria'], id, from)
  const primary = lineIn(fields, 'primary_persona')
  const notices = [
    ...criteria.notices,
    ...(criteria.list.length === 0 ? [`${from} has no criteria, so it is not tracked.`] : []),
    ...(isRole(primary) ? [] : [`${from} names no \`primary_persona\`, so the analyst leads it.`]),
  ]
  const topic: Topic = {
    id,
    name: visibleText(lineIn(fields, 'topic_name')).slice(0, longestName) || id.replaceAll('-', ' '),
    primary: isRole(primary) ? primary : 'business-analyst',
    contributing: listIn(fields['contributing_personas']).filter((role): role is Role => isRole(role)),
    criteria: criteria.list,
    sections: sectionsIn(fields['artifact_sections']),
    guidance: guidanceIn(fieldsOf(fields['depth_guidance'])),
    steps: listIn(fields['source_step_files']),
    body: body.trim(),
    from,
  }
  return { topic, notices }
}

const longestName = 200

function isTopicId(id: string): boolean {
  return id.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id)
}

/** A file without front matter: its name is its id, its text can be used. */
function untracked(body: string, from: string): TopicReading {
  const id = (from.split('/').at(-1) ?? '').replace(/\.md$/, '')
  if (body.trim() === '') return skipped(`${from} is skipped: it is empty.`)
  if (!isTopicId(id))
    return skipped(
      `${from} is skipped: it has no front matter, and its name is not small letters, digits and dashes.`,
    )
  const nothing = { contributing: [], criteria: [], sections: [], guidance: {}, steps: [] }
  const topic = {
    id,
    name: id.replaceAll('-', ' '),
    primary: 'business-analyst' as const,
    ...nothing,
    body: body.trim(),
    from,
  }
  return { topic, notices: [`${from} has no front matter: its text is used, and nothing is tracked.`] }
}

function skipped(notice: string): TopicReading {
  return { topic: null, notices: [notice] }
}

function criteriaIn(value: unknown, topic: string, from: string): { list: Criterion[]; notices: string[] } {
  const notices: string[] = []
  const list = (Array.isArray(value) ? value : []).flatMap((item: unknown, at): Criterion[] => {
    const fields = isRecord(item) ? item : { text: item }
    const text =
      typeof fields['text'] === 'string' ? visibleText(fields['text']).replace(/\s+/g, ' ').trim() : ''
    if (text === '') return []
    const named = typeof fields['id'] === 'string' ? fields['id'].trim() : ''
    // It stands in tables, in prompts and in what the models are told to name.
    const given = /^[\w.-]{1,40}$/.test(named) ? named : ''
    const counts = typeof fields['counts'] === 'string' ? fields['counts'].trim() : null
    const isKnown = counts === null || countingRule(counts) !== null
    if (!isKnown)
      notices.push(`${from} counts by ${counts}, which is no rule; the criterion is claimed instead.`)
    return [{ id: given || `${prefixOf(topic)}-${at + 1}`, text, counts: isKnown ? counts : null }]
  })
  return { list, notices }
}

/** The initials of its first two words, or its first two letters. */
export function prefixOf(topic: string): string {
  const [first = '', second] = topic.split('-')
  return (second ? `${first.charAt(0)}${second.charAt(0)}` : first.slice(0, 2)).toUpperCase()
}

function sectionsIn(value: unknown): Topic['sections'] {
  return (Array.isArray(value) ? value : []).flatMap((item: unknown) => {
    const fields = fieldsOf(item)
    const artifact = lineIn(fields, 'artifact')
    return artifact === '' ? [] : [{ artifact, sections: listIn(fields['sections']) }]
  })
}

function guidanceIn(fields: Fields): Topic['guidance'] {
  const found = depths.flatMap((depth) => {
    const value = fields[depth]
    const parts = isRecord(value)
      ? ['behavior', 'acceptance', 'inference_policy'].map((name) => textIn(value, name)).filter(Boolean)
      : [textIn(fields, depth)].filter(Boolean)
    return parts.length === 0 ? [] : [[depth, parts.join(' ')] as const]
  })
  return Object.fromEntries(found)
}

function listIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
