// Library: which persona and which topics an analysis has. The first place that has one wins, file by file.

import type { Role } from '../names.js'
import type { Topic } from './topics.js'

export interface PlacedFile {
  readonly path: string
  readonly text: string
}

/** Where a persona is looked for, the first place first. A folder that was named is the only one. */
export function personaPaths(role: Role, named: string | null): string[] {
  if (named !== null) return [`${named}/${role}.md`, `${named}/persona-${role}.md`]
  return [
    `.parley/analyze/personas/${role}.md`,
    `.claude/agents/persona-${role}.md`,
    `src/claude/agents/persona-${role}.md`,
  ]
}

/** Folders of topics in the workspace; `adds`: whether a new id adds a topic, or only a known one is replaced. */
export const topicFolders = [
  { path: '.parley/analyze/topics', adds: true },
  { path: '.claude/skills/analysis-topics', adds: false },
  { path: 'src/claude/skills/analysis-topics', adds: false },
] as const

export interface Resolved<T> {
  readonly found: T
  readonly notices: readonly string[]
}

export interface TopicLayer {
  readonly topics: readonly Topic[]
  readonly adds: boolean
}

/** Layers with the strongest first, on top of the library's. */
export function mergedTopics(library: readonly Topic[], layers: readonly TopicLayer[]): Resolved<Topic[]> {
  const found = new Map(library.map((topic) => [topic.id, topic]))
  for (const { topics, adds } of layers.toReversed())
    for (const topic of topics) if (adds || found.has(topic.id)) found.set(topic.id, topic)
  return withoutClashes(inOrder([...found.values()]))
}

/** As they build on each other; those of a workspace follow. */
const order = [
  'problem-discovery',
  'requirements-definition',
  'technical-analysis',
  'architecture',
  'specification',
  'security',
]

function inOrder(topics: readonly Topic[]): Topic[] {
  const rank = ({ id }: Topic) => (order.includes(id) ? order.indexOf(id) : order.length)
  return topics.toSorted((one, other) => rank(one) - rank(other))
}

/** Where only one place may be looked at; what cannot be used there leaves the library's. */
export function exclusiveTopics(given: readonly Topic[], library: readonly Topic[]): Resolved<Topic[]> {
  if (given.length === 0)
    return { found: [...library], notices: ['None of the topics can be used, so the library’s are.'] }
  return withoutClashes(inOrder([...new Map(given.map((topic) => [topic.id, topic])).values()]))
}

/** A criterion belongs to one topic: where two have one of the same id, the first keeps it. */
function withoutClashes(topics: readonly Topic[]): Resolved<Topic[]> {
  const owners = new Map<string, string>()
  const notices: string[] = []
  const found = topics.map((topic) => ({
    ...topic,
    criteria: topic.criteria.filter(({ id }) => {
      const owner = owners.get(id)
      if (owner === undefined) {
        owners.set(id, topic.id)
        return true
      }
      notices.push(
        `${topic.from}: the criterion ${id} is ${owner}’s already, so it is left out. Give it another id.`,
      )
      return false
    }),
  }))
  return { found, notices }
}
