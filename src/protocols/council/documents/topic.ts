// Topic: one durable subject of a council's memory. Decisions and reasons with links to their records, oldest first.

import { sectionText } from './clean.js'
import { proseLines } from './fences.js'

export interface Topic {
  /** The text after `# Memory:`; empty when the file has no such heading. */
  readonly title: string
  readonly preamble: string
  readonly sections: readonly TopicSection[]
}

export interface TopicSection {
  readonly heading: string
  readonly body: string
}

export function readTopic(text: string): Topic {
  const lines = text.split('\n')
  const prose = proseLines(text)
  const headings = prose.filter(({ text: line }) => line.startsWith('## '))
  const title = prose.find(({ text: line }) => line.startsWith('# Memory:'))
  const preamble = lines.slice((title?.at ?? -1) + 1, headings[0]?.at ?? lines.length)
  return {
    title: title?.text.slice('# Memory:'.length).trim() ?? '',
    preamble: preamble.join('\n').trim(),
    sections: headings.map(({ text: heading, at }, index) => {
      const end = headings[index + 1]?.at ?? lines.length
      return {
        heading: heading.slice(3).trim(),
        body: lines
          .slice(at + 1, end)
          .join('\n')
          .trim(),
      }
    }),
  }
}

export function renderTopic({ title, preamble, sections }: Topic): string {
  const head = [`# Memory: ${title}`, ...(preamble === '' ? [] : [preamble])]
  return `${[...head, ...sections.map(({ heading, body }) => `## ${heading}\n${body}`)].join('\n\n')}\n`
}

export const recordLink = (id: string) => `→ record: \`records/${id}.md\``

const link = /^→ record: (?:`records\/([^`/]+)\.md`|STANDING)(?: \([^()]*\))?$/

/** The records that a topic links to, in order; `STANDING` is none of them. */
export function linkedRecords(text: string): string[] {
  return proseLines(text).flatMap(({ text: line }) => link.exec(line)?.[1] ?? [])
}

/** The first line of the decision that is not a link; empty when there is none. */
export function decisionLine(topic: Topic): string {
  const body = topic.sections.find(({ heading }) => heading === 'Decision')?.body ?? ''
  const first = body.split('\n').find((line) => line.trim() !== '') ?? ''
  return first.startsWith('→ ') ? '' : first.trim()
}

const transcriptHeading = /^#{1,6}\s+(?:Round \d+|Turn \d+|User input after)/i

/** Prose of a topic: no heading of ours, no link, no heading of a transcript. */
export function topicText(text: string): string {
  const drop = new Set(
    proseLines(text)
      .filter(({ text: line }) => transcriptHeading.test(line))
      .map(({ at }) => at),
  )
  return sectionText(
    text
      .split('\n')
      .filter((_, at) => !drop.has(at))
      .join('\n'),
  )
}

/** Why a text is a transcript and no memory; undefined when it may stand. */
export function transcriptFault(text: string, pad: string, seats: readonly string[]): string | undefined {
  const speaker = new RegExp(`^[\\s>*_-]*(?:${seats.join('|')})[*_]*\\s*:`)
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (lines.filter((line) => speaker.test(line)).length >= 4) return 'it has the lines of a conversation'
  const padLines = pad
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const spoken = new Set(padLines.map((_, at) => triple(padLines, at)))
  const lifted = lines.slice(0, -2).some((_, at) => spoken.has(triple(lines, at)))
  return lifted ? 'it has three lines in a row from the scratchpad' : undefined
}

function triple(lines: readonly string[], at: number): string {
  return lines.slice(at, at + 3).join('\n')
}
