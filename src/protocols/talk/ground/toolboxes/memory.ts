// Tools for memory: read a scope, then change it section by section. A scope that this session never read is not changed.

import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { define, ToolRefused, yes } from '../../../../agents/tools/define.js'
import type { Tool } from '../../../../kernel/agents.js'
import { replaceBelow } from '../../../../workspace/plain-files.js'
import {
  editMemory,
  MEMORY_LIMIT,
  type Memory,
  type MemoryEdit,
  type MemoryScope,
  memoryScopes,
  memorySize,
  parseMemory,
  readSection,
  renderMemory,
  sectionNameProblem,
} from '../../documents/memory.js'
import type { TalkTools } from './context.js'
import { memoryFile, memoryLock } from './memory-files.js'

const Scope = z
  .enum(memoryScopes)
  .describe('global: everyone, everywhere. project: everyone, this project. worker: you alone, everywhere.')

export function memoryTools(context: TalkTools): readonly Tool[] {
  const read = new Set<MemoryScope>(context.alreadyRead ?? [])
  return [readMemory(context, read), editMemoryTool(context, read)]
}

function readMemory(context: TalkTools, read: Set<MemoryScope>): Tool {
  return define({
    name: 'read_memory',
    description: 'Reads one of the three memories, whole or one section of it.',
    writes: false,
    input: z.strictObject({
      scope: Scope,
      section: z.string().optional().describe('The heading of one section, in any case. Left out: all.'),
    }),
    async run({ scope, section }) {
      const memory = await load(context, scope)
      read.add(scope)
      return yes(`${shown(memory, section)}\n\n${budgetLine(context, scope, memory)}`)
    },
  })
}

function editMemoryTool(context: TalkTools, read: ReadonlySet<MemoryScope>): Tool {
  return define({
    name: 'edit_memory',
    description:
      'Changes one section of a memory: upsert replaces or adds it, append adds to its end, delete removes it. ' +
      'Read the scope first.',
    writes: true,
    input: z.strictObject({
      scope: Scope,
      section: z.string().describe('The heading: one line, 1 to 99 characters.'),
      operation: z.enum(['upsert', 'append', 'delete']),
      content: z.string().max(100_000).optional().describe('The text; not needed to delete.'),
    }),
    async run({ scope, section, operation, content }) {
      if (!read.has(scope))
        throw new ToolRefused(`Read the ${scope} memory first: read_memory. Nothing was changed.`)
      const problem = sectionNameProblem(section)
      if (problem !== null) throw new ToolRefused(`${problem} Nothing was changed.`)
      if (operation === 'delete') return yes(await change(context, scope, { operation, section }))
      if (content === undefined) throw new ToolRefused(`${operation} needs content. Nothing was changed.`)
      const clean = { section: await context.scrub(section), content: await context.scrub(content) }
      return yes(await change(context, scope, { operation, ...clean }))
    },
  })
}

/** Reads, changes and replaces the file under its lock. */
function change(context: TalkTools, scope: MemoryScope, edit: MemoryEdit): Promise<string> {
  const file = fileOf(context, scope)
  return context.locks.exclusively(memoryLock(file), async () => {
    const before = await load(context, scope)
    const after = editMemory(before, edit)
    const text = renderMemory(after)
    if (text !== renderMemory(before)) replaceBelow(context.home, file, { text })
    return `${DONE[edit.operation]} "${edit.section.trim()}" in the ${scope} memory.\n\n${budgetLine(context, scope, after)}`
  })
}

const DONE: Readonly<Record<MemoryEdit['operation'], string>> = {
  upsert: 'Wrote',
  append: 'Added to',
  delete: 'Removed',
}

function shown(memory: Memory, section: string | undefined): string {
  if (section === undefined) return renderMemory(memory).trimEnd() || '(nothing yet)'
  const found = readSection(memory, section)
  if (found !== null) return `## ${found.name}\n\n${found.content}`.trimEnd()
  const names = memory.sections.map(({ name }) => name).join(', ')
  return `(There is no section "${section}". ${names === '' ? 'There are none.' : `There are: ${names}.`})`
}

/** The budget is shared by all three scopes: one that fills it alone leaves nothing for the others. */
function budgetLine(context: TalkTools, scope: MemoryScope, memory: Memory): string {
  const limit = context.memoryLimit ?? MEMORY_LIMIT
  const size = memorySize(memory)
  const line = `(The ${scope} memory has ${size} characters; all three together may have ${limit}.`
  return size > limit
    ? `${line} Warning: it is over; what comes last is left out of new sessions. Shorten it.)`
    : `${line})`
}

async function load(context: TalkTools, scope: MemoryScope): Promise<Memory> {
  const text = await readFile(fileOf(context, scope), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return parseMemory(text)
}

function fileOf({ home, project, worker }: TalkTools, scope: MemoryScope): string {
  return memoryFile({ home, project, worker: worker.identity.name }, scope)
}
