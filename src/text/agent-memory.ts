// Agent memory: what one agent remembers of one meeting. Always four headings; no text in them can add a fifth.
import { bullets } from './embedded.js'
import { listOf, readSections, textOf } from './loose-yaml.js'
import { splitFrontmatter } from './split-frontmatter.js'
import { blockList, quoted, scalar } from './yaml-text.js'

export interface MemoryDraft {
  decided: readonly string[]
  constraints: readonly string[]
  open_items: readonly string[]
  sources: readonly string[]
  tags: readonly string[]
}

export interface Memory extends MemoryDraft {
  agent: string
  date: string
  sourceMeeting: string
}

/** What a later meeting needs to know of a memory before it reads it. */
export interface MemoryDigest {
  agent: string
  date: string
  sourceMeeting: string
  tags: readonly string[]
  /** The first thing said in it. */
  gist: string
}

/** Reads a draft with frontmatter, or the bare mapping that a person edits. */
export function parseMemoryDraft(text: string): MemoryDraft {
  const sections = readSections(splitFrontmatter(text)?.yaml || text)
  const list = (key: keyof MemoryDraft) => listOf(sections.get(key))
  return {
    decided: list('decided'),
    constraints: list('constraints'),
    open_items: list('open_items'),
    sources: list('sources'),
    tags: list('tags'),
  }
}

export function renderMemory(memory: Memory): string {
  const frontmatter = [
    '---',
    `agent: ${scalar(memory.agent)}`,
    `date: ${memory.date}`,
    `source_meeting: ${scalar(memory.sourceMeeting)}`,
    'type: decision',
    ...blockList('tags', memory.tags, quoted),
    '---',
  ]
  const body = HEADINGS.map(([key, heading]) => [`## ${heading}`, bullets(memory[key])])
  return `${[frontmatter.join('\n'), ...body.flat().filter((part) => part !== '')].join('\n\n')}\n`
}

export function digestMemory(text: string): MemoryDigest {
  const sections = readSections(splitFrontmatter(text)?.yaml ?? '')
  const value = (key: string) => textOf(sections.get(key))
  return {
    agent: value('agent'),
    date: value('date'),
    sourceMeeting: value('source_meeting'),
    tags: listOf(sections.get('tags')),
    gist: /^- (.*)$/m.exec(text.slice(Math.max(text.indexOf('\n## '), 0)))?.[1] ?? '',
  }
}

const HEADINGS = [
  ['decided', 'What I decided / agreed to in this meeting'],
  ['constraints', 'Constraints I committed to'],
  ['open_items', "Open items I'm tracking"],
  ['sources', 'Sources I relied on'],
] as const
