// Archive: a whole session in one issue body, shortened in visible steps until the service takes it.

import { embed } from '../../../text/embedded.js'
import { fencesIn } from '../../../text/fences.js'
import { sectionOf } from './sections.js'
import { oneLine, withoutComments } from './text.js'

export interface ArchiveParts {
  readonly date: string
  readonly agents: readonly string[]
  readonly skills: readonly string[]
  readonly phase: string
  /** Texts of the session's files, by path; absent ones are left out. */
  readonly files: ReadonlyMap<string, string>
}

export interface Archive {
  readonly body: string
  /** What was left out or shortened, for the person. */
  readonly cut: readonly string[]
}

const longest = 60_000

/** The file that stands for the design, in order of preference. */
const results = ['design.md', 'design-sketch.md', 'meeting-notes.md', 'audit/report.md'] as const

/** At least one result must be there: an archive of nothing helps nobody. */
export function canArchive(files: Iterable<string>): boolean {
  const all = new Set(files)
  return results.some((path) => all.has(path))
}

export function renderArchive(parts: ArchiveParts, most = longest): Archive {
  const blocks = blocksOf(parts)
  const cut: string[] = []
  const size = () => joined(blocks).length
  for (const { what, block, shorten } of steps) {
    const found = size() > most ? blocks.filter(block) : []
    for (const one of found)
      one.text = shorten(one.text, Math.max(0, one.text.length - (size() - most) - 200))
    if (found.length > 0) cut.push(what)
  }
  return { body: joined(blocks), cut }
}

interface Block {
  readonly title: string
  readonly details: boolean
  text: string
}

interface Step {
  readonly what: string
  readonly block: (block: Block) => boolean
  /** `room` is how long the text may be for the whole to fit. */
  readonly shorten: (text: string, room: number) => string
}

const steps: readonly Step[] = [
  {
    what: 'rounds reduced to their first lines',
    block: ({ title }) => title.startsWith('Deliberation — '),
    shorten: (text) =>
      `_(Shortened: each file is reduced to its heading and first labelled line.)_\n\n${text.split(divider).map(firstLines).join('\n\n')}`,
  },
  {
    what: 'transcript left out',
    block: ({ title }) => title === 'Interview Transcript',
    shorten: () => '_(Left out: the issue would be too long.)_',
  },
  {
    what: 'assembly left out',
    block: ({ title }) => title === 'Assembly Scores',
    shorten: () => '_(Left out: the issue would be too long.)_',
  },
  { what: 'PRD cut', block: ({ title }) => title === 'PRD', shorten: cutAt },
  { what: 'design cut', block: ({ title }) => title === 'Design Document', shorten: cutAt },
  // What is left can be too long only in a session that other tools wrote.
  { what: 'other parts cut', block: ({ title }) => title !== 'Session Metadata', shorten: cutAt },
]

const divider = '\n\n<hr>\n\n'

function blocksOf({ date, agents, skills, phase, files }: ArchiveParts): Block[] {
  const text = (path: string) => files.get(path) ?? ''
  const result = results.map(text).find((found) => found !== '') ?? ''
  const tables = ['Tension Resolutions', 'Non-Negotiables', 'Decision Log'].flatMap((title) => {
    const found = sectionOf(text('design.md'), title)
    return found === null ? [] : [`### ${title}\n${found}`]
  })
  const list = text('plan.md').startsWith('# Task List') ? text('plan.md') : ''
  const round = (n: number) =>
    [...files]
      .filter(([path]) => path.includes(`round${n}/`))
      .map(([, file]) => embedded(file))
      .join(divider)
  const metadata = `- **Date:** ${date}\n- **Agents:** ${agents.join(', ')}\n- **Skills Used:** ${skills.join(', ')}\n- **Phase Reached:** ${phase}`
  const open: [string, string][] = [
    ['Session Metadata', metadata],
    ['Interview Summary', embedded(text('interview-summary.md'))],
    ['Design Document', embedded(result)],
    ['PRD', embedded(text('prd.md'))],
    ['Task List', embedded(list)],
    ['Acceptance Contract', embedded(text('acceptance-contract.md'))],
    ['Decision Log', words(tables.join('\n\n'))],
  ]
  const folded: [string, string][] = [
    ['Interview Transcript', embedded(text('interview-transcript.md'))],
    ['Assembly Scores', embedded(text('assembly.md'))],
    ['Deliberation — Round 1 Positions', round(1)],
    ['Deliberation — Round 2 Challenges', round(2)],
    ['Deliberation — Round 3 Convergence', round(3)],
  ]
  const blocks = (list: readonly [string, string][], details: boolean) =>
    list.filter(([, found]) => found !== '').map(([title, found]) => ({ title, details, text: found }))
  return [...blocks(open, false), ...blocks(folded, true)]
}

function joined(blocks: readonly Block[]): string {
  const texts = blocks.map(({ title, details, text }) =>
    details ? `<details>\n<summary>${title}</summary>\n\n${text}\n\n</details>` : `## ${title}\n${text}`,
  )
  return texts.join('\n\n')
}

/** A file inside ours: its headings go two levels down, and nothing in it can end a block or pass for a marker. */
function embedded(file: string): string {
  const lines = file.trim().split('\n')
  const { code } = fencesIn(lines)
  const demoted = lines.map((line, at) =>
    code[at]
      ? line
      : line.replace(
          /^( {0,3})(#{1,6})(?=\s|$)/,
          (_, space: string, marks: string) => `${space}${'#'.repeat(Math.min(6, marks.length + 2))}`,
        ),
  )
  return words(demoted.join('\n'))
}

/** Embedded, and without anything that a search for a marker or for the end of a block would find. */
function words(text: string): string {
  return withoutComments(embed(text)).replace(/\\?<(?=\/?(?:details|summary)\b)/gi, '&lt;')
}

function firstLines(file: string): string {
  const lines = file.split('\n')
  const label = lines.find((line) => line.startsWith('**'))
  return [lines[0]!, ...(label === undefined ? [] : [label])].join('\n')
}

/** Cut between lines where it can be, and never inside a fence that would then stay open. */
function cutAt(text: string, room: number): string {
  if (room >= text.length) return text
  const kept = text.slice(0, room)
  const lines = kept.slice(0, Math.max(0, kept.lastIndexOf('\n'))).split('\n')
  const { open } = fencesIn(lines)
  return [
    ...lines,
    ...(open === null ? [] : [open]),
    '',
    `_(Cut here: ${text.length - kept.length} more characters are in the session’s folder.)_`,
  ].join('\n')
}

export function archiveTitle(themeName: string, idea: string, degraded: boolean): string {
  return `[${themeName} Archive] ${oneLine(idea)}${degraded ? ' (degraded)' : ''}`
}
