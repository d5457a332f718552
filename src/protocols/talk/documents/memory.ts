// Memory: one file a scope, level-2 headings as sections. Files written by hand are read as they are.
//
//   MEM1  What is rendered parses back to the same memory.
//   MEM2  No content can split a section, and none changes what a Markdown parser sees outside its own: level-2 headings go one level down.

import { sameName, sectionBlock, sectionLine, splitSections } from './sections.js'

export const memoryScopes = ['global', 'project', 'worker'] as const
export type MemoryScope = (typeof memoryScopes)[number]

export interface MemorySection {
  readonly name: string
  readonly content: string
}

export interface Memory {
  /** What stands above the first section. */
  readonly preamble: string
  readonly sections: readonly MemorySection[]
}

export type MemoryEdit =
  | { readonly operation: 'upsert' | 'append'; readonly section: string; readonly content: string }
  | { readonly operation: 'delete'; readonly section: string }

/** Characters of all scopes together that a session is given. */
export const MEMORY_LIMIT = 16_000

export const noMemory: Memory = { preamble: '', sections: [] }

export function parseMemory(text: string): Memory {
  const { preamble, sections } = splitSections(text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'))
  return { preamble, sections: sections.reduce<readonly MemorySection[]>(joined, []) }
}

export function renderMemory({ preamble, sections }: Memory): string {
  const blocks = sections.map(({ name, content }) => `## ${name}\n${content === '' ? '' : `\n${content}\n`}`)
  return [...(preamble === '' ? [] : [`${preamble}\n`]), ...blocks].join('\n')
}

export function readSection(memory: Memory, name: string): MemorySection | null {
  return memory.sections.find((section) => sameName(section.name, name)) ?? null
}

/** A section keeps the spelling of its first name. Deleting a section that is not there changes nothing. */
export function editMemory(memory: Memory, edit: MemoryEdit): Memory {
  const others = memory.sections.filter(({ name }) => !sameName(name, edit.section))
  if (edit.operation === 'delete') return { ...memory, sections: others }
  const old = readSection(memory, edit.section)
  const content = tidy(edit.content)
  const next = edit.operation === 'append' && old !== null ? joinText(old.content, content) : content
  if (old === null)
    return { ...memory, sections: [...others, { name: sectionLine(edit.section), content: next }] }
  const sections = memory.sections.map((section) => (section === old ? { ...old, content: next } : section))
  return { ...memory, sections }
}

/** Why this cannot be the name of a section, or null. */
export function sectionNameProblem(name: string): string | null {
  const trimmed = name.trim()
  if (trimmed === '') return 'A section needs a name.'
  if (trimmed.length > 99) return 'A section name has at most 99 characters.'
  return /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(trimmed)
    ? 'A section name is one line of text.'
    : null
}

export interface Budgeted {
  readonly scopes: Readonly<Record<MemoryScope, Memory>>
  readonly dropped: readonly { readonly scope: MemoryScope; readonly section: string }[]
}

/**
 * What fits into the budget. Whole sections are dropped: the worker's first, then the project's, then the global ones; in a file the
 * last first. What stands above the sections of a file goes after all of them.
 */
export function withinBudget(scopes: Readonly<Record<MemoryScope, Memory>>, limit = MEMORY_LIMIT): Budgeted {
  const kept = { ...scopes }
  const dropped: { scope: MemoryScope; section: string }[] = []
  let size = memoryScopes.reduce((sum, scope) => sum + memorySize(kept[scope]), 0)
  for (const scope of memoryScopes.toReversed()) {
    while (size > limit && memorySize(kept[scope]) > 0) {
      const [smaller, section] = withoutLast(kept[scope])
      size -= memorySize(kept[scope]) - memorySize(smaller)
      kept[scope] = smaller
      dropped.push({ scope, section })
    }
  }
  return { scopes: kept, dropped }
}

export function memorySize(memory: Memory): number {
  return renderMemory(memory).length
}

function withoutLast(memory: Memory): [Memory, string] {
  const last = memory.sections.at(-1)
  if (last === undefined) return [noMemory, '(above the first section)']
  return [{ ...memory, sections: memory.sections.slice(0, -1) }, last.name]
}

/** Two sections of one name, upper and lower case alike, become one with the contents of both. */
function joined(sections: readonly MemorySection[], next: MemorySection): readonly MemorySection[] {
  const first = sections.find(({ name }) => sameName(name, next.name))
  if (first === undefined) return [...sections, next]
  const both = { ...first, content: joinText(first.content, next.content) }
  return sections.map((section) => (section === first ? both : section))
}

function joinText(one: string, other: string): string {
  return [one, other].filter((text) => text !== '').join('\n\n')
}

/** Embedded (MEM2), in the form that parsing gives back. */
function tidy(content: string): string {
  return splitSections(sectionBlock(content.replace(/\r\n?/g, '\n'))).preamble
}
