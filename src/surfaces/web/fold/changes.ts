// Changes: which passages of a document are new since the person last looked. A passage is a paragraph, an item of a list or a row of a
// table, known by a short hash of what it says. Pure; what was looked at is kept in the browser.

import type { Block } from '../../../text/markdown/tree.js'

/** The line of the journal with which the document changed last when it was looked at, and its passages: then, and when it was read before. */
export interface Looked {
  readonly line: number
  readonly now: readonly string[]
  readonly before: readonly string[]
}

/**
 * After looking at a document with these passages. What is new against the version that was on the screen before stays marked, also
 * after a reload, until the person has read it.
 */
export function lookedAt(known: Looked | null, line: number, now: readonly string[]): Looked {
  if (known === null) return { line, now, before: now }
  if (known.now.join() === now.join()) return known.line === line ? known : { ...known, line }
  return { line, now, before: known.now }
}

/** The person has gone on to something else, or said so. */
export function asRead(known: Looked): Looked {
  return { ...known, before: known.now }
}

export interface Changes {
  /** Passages that are new, by their hash. */
  readonly fresh: ReadonlySet<string>
  /** How many passages are there no more. */
  readonly gone: number
}

export function changesIn({ now, before }: Looked): Changes {
  const [is, was] = [new Set(now), new Set(before)]
  const without = (all: readonly string[], others: ReadonlySet<string>) =>
    new Set(all.filter((one) => !others.has(one)))
  return { fresh: without(now, was), gone: without(before, is).size }
}

/** What was kept by an older page, or by hand, counts as nothing. */
export function readLooked(text: string): Looked | null {
  try {
    const { line, now, before } = JSON.parse(text) as Looked
    return Number.isInteger(line) && isTexts(now) && isTexts(before) ? { line, now, before } : null
  } catch {
    return null
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

/** Without what stands above the first section: a header says when it was written, and is new each time. */
export function passagesOf(blocks: readonly Block[]): readonly string[] {
  return body(blocks).flatMap((block) => {
    if (block.kind === 'list') return block.items.map(passage)
    return block.kind === 'table' ? block.rows.map(passage) : [passage(block)]
  })
}

function body(blocks: readonly Block[]): readonly Block[] {
  const first = blocks.findIndex((block) => block.kind === 'heading' && block.rank > 1)
  return blocks.slice(Math.max(0, first))
}

/** FNV-1a over what a passage holds: enough to tell passages of one document apart. */
export function passage(part: unknown): string {
  let sum = 2166136261
  for (const letter of JSON.stringify(part)) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 16777619)
  return (sum >>> 0).toString(36)
}
