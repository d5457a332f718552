// Export of what a meeting leaves to do as issues: one JSON object a line with title and body, or one Markdown file each, for gh or by hand.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotGoOn } from '../../../kernel/errors.js'
import { paragraph, oneLine as words } from '../../../text/embedded.js'
import { wordsAndCode, wordsOf } from '../../../text/markdown/words.js'
import { followUpsOf } from '../../../view/settled.js'
import type { Story } from '../../../view/story.js'
import { clean, oneLine } from '../screen/clean.js'
import { worthWords } from './items.js'

export interface ExportedIssue {
  /** Its file, in the order of the work: `01-bound-the-loop.md`. */
  readonly file: string
  readonly title: string
  readonly body: string
  readonly owner?: string
}

/** What the protocol says there is to do; else one for each follow-up. */
export function issuesIn(story: Story): ExportedIssue[] {
  const { summary, outcome } = story
  const { headline, decision, issues } = outcome ?? {}
  if (issues !== undefined)
    return issues.map(({ file, title, body }, at) => ({
      // A journal that somebody else made could name any path here.
      file: /^\d{2,4}-[a-z0-9-]{1,60}\.md$/.test(file) ? file : fileName(at, title),
      title: oneLine(wordsOf(title), 200),
      body: clean(body),
    }))
  return followUpsOf(story).map(({ action, owner }, at) => ({
    file: fileName(at, action),
    title: oneLine(wordsOf(action) || action, 200),
    body: [
      line(wordsAndCode(action) || action, 2000),
      [
        `Decided in \u201c${line(headline ?? summary.title, 200)}\u201d (${oneLine(summary.id)}).`,
        ...worthWords(summary).map((words) => line(words, 600)),
      ].join(' '),
      ...(decision ? [line(wordsAndCode(decision) || decision, 1000)] : []),
    ].join('\n\n'),
    owner: oneLine(owner, 60),
  }))
}

export function issuesOf(story: Story): string {
  return issuesIn(story)
    .map(({ title, body, owner }) => `${JSON.stringify({ title, body, owner })}\n`)
    .join('')
}

export interface FilesMade {
  readonly written: readonly string[]
  /** They were there already, and stay as they are. */
  readonly kept: readonly string[]
}

/** One file each, its text as `told` passes it on. The folder is made; nothing that is there is overwritten. */
export function writeIssues(story: Story, folder: string, told: (text: string) => string): FilesMade {
  const issues = issuesIn(story)
  const made: { written: string[]; kept: string[] } = { written: [], kept: [] }
  try {
    if (issues.length > 0) mkdirSync(folder, { recursive: true })
    for (const { file, title, body, owner } of issues) {
      const path = join(folder, file)
      const text = [
        `# ${words(title)}`,
        body,
        ...(owner === undefined ? [] : [`Owner: ${words(owner)}`]),
      ].join('\n\n')
      if (existsSync(path)) made.kept.push(file)
      else {
        // Fails where something came in between, a link too.
        writeFileSync(path, `${told(text)}\n`, { flag: 'wx' })
        made.written.push(file)
      }
    }
  } catch (error) {
    throw new CannotGoOn(
      'EXPORT',
      `The issues could not be written to ${folder}: ${(error as Error).message}.`,
      'Name another folder with --out.',
    )
  }
  return made
}

function fileName(at: number, title: string): string {
  return `${String(at + 1).padStart(2, '0')}-${dashed(wordsOf(title))}.md`
}

function dashed(title: string): string {
  const words = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return words.slice(0, 50).replace(/-+$/, '') || 'issue'
}

/** Trackers show a body as Markdown, so it holds nothing but words. */
function line(text: string, most: number): string {
  return paragraph(oneLine(text, most))
}
