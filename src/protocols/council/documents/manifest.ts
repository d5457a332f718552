// Manifest: one line for each topic of the memory, newest first, within a cap. Bodies of topics are never part of it.

import { utf8Bytes } from './text.js'
import { decisionLine, linkedRecords, readTopic } from './topic.js'

export interface TopicFile {
  readonly name: string
  readonly text: string
}

export function manifestOf(topics: readonly TopicFile[], maxBytes: number | null): string {
  if (topics.length === 0) return 'none yet'
  const lines = newestFirst(topics).map(manifestLine)
  const fitting = maxBytes === null ? lines.length : longestRun(lines, maxBytes)
  const older = lines.length - fitting
  const more = older > 0 ? [`- (+${older} older topics — list .council/memory/ and Read as needed)`] : []
  return [...lines.slice(0, fitting), ...more].join('\n')
}

/** Session ids sort by time; topics that no session wrote come last, by name. */
export function newestFirst(topics: readonly TopicFile[]): TopicFile[] {
  const dated = topics.map((topic) => ({ topic, updated: linkedRecords(topic.text).toSorted().at(-1) ?? '' }))
  return dated
    .toSorted((a, b) => compare(b.updated, a.updated) || compare(a.topic.name, b.topic.name))
    .map(({ topic }) => topic)
}

function manifestLine({ name, text }: TopicFile): string {
  const topic = readTopic(text)
  return `- \`memory/${name}.md\` — ${topic.title || name} — ${decisionLine(topic) || '(no decision line)'}`
}

function longestRun(lines: readonly string[], maxBytes: number): number {
  let bytes = 0
  const over = lines.findIndex((line) => {
    bytes += utf8Bytes(line) + 1
    return bytes > maxBytes
  })
  return over < 0 ? lines.length : over
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
