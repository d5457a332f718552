// Rules of REVIEW and SAVE: what may be written, and the three that write documents.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { resolveType } from '../../../rules/action-types.js'
import { haltFor } from '../../../rules/halt-event.js'
import { isDate, judgeNames } from '../../../rules/meeting-names.js'
import { DISPOSITIONS, shouldWrite } from '../../../rules/review-gate.js'
import { judgeWrite } from '../../../rules/write-boundary.js'
import { parseDrafts, planRegistry } from '../../../text/action-items.js'
import { parseMemoryDraft, renderMemory } from '../../../text/agent-memory.js'
import { renderNotes } from '../../../text/meeting-notes.js'
import { notesFromPayload } from '../../../text/notes-payload.js'
import { formerNotesPath, memoryPath, notesPath } from '../../../text/places.js'
import { type Call, exit, type Handlers } from './call.js'
import {
  at,
  complain,
  isFile,
  isFolder,
  type RuleIo,
  readIfThere,
  refuse,
  save,
  stamp,
  textOf,
  wrong,
} from './io.js'

export const handlers: Handlers = {
  'review-gate'(call) {
    const mode = call.only('classify', 'should-write')
    const word = call.among('disposition', DISPOSITIONS)
    if (mode === 'should-write') return exit(shouldWrite(word) ? 0 : 1)
    return call.needed('draft') && `${word.toUpperCase()}\n`
  },

  'type-target-resolver'({ operands }) {
    const [type, ...more] = operands
    if (type === undefined || more.length > 0) wrong('expected exactly one action-item type')
    const verdict = resolveType(type)
    return verdict.kind === 'known' ? `${verdict.target}\n` : refuse(2, ...verdict.messages)
  },

  'action-items-writer'(call) {
    const { io } = call
    const registry = call.needed('registry')
    const file = call.needed('drafts')
    const sourceMeeting = call.needed('source-meeting')
    const date = call.needed('date')
    if (!isDate(date)) call.mustBe('date', 'YYYY-MM-DD')
    const { drafts, unknownKeys } = parseDrafts(textOf(io, file, 3))
    for (const key of unknownKeys)
      complain(io, 'action-items-writer', `ignored the key '${key}': no action item has it`)
    const before = exactText(io, registry)
    const plan = planRegistry({ registry: before, drafts, date, created: stamp(io), sourceMeeting })
    if (plan.kind === 'refused') refuse(2, ...plan.messages)
    if (drafts.length > 0) return save(io, '', registry, plan.text, 3)
    complain(io, 'action-items-writer', 'no drafted items; the registry is left as it is')
    return ''
  },

  'memory-writethrough'(call) {
    const { io } = call
    const root = call.needed('root')
    const drafts = call.needed('drafts')
    const sourceMeeting = call.needed('source-meeting')
    const { date, slug } = namesOf(call)
    const folder = at(io, drafts)
    if (!isFolder(folder)) refuse(3, `no such folder: ${drafts}`)
    const agents = agentsIn(folder)
    const odd = agents.find((agent) => agent.includes('..'))
    if (odd) wrong(`the draft ${odd}.md names no agent: '..' leads elsewhere`)
    // All drafts are read before any is written.
    const files = agents.map((agent) => {
      const draft = parseMemoryDraft(readIfThere(join(folder, `${agent}.md`)) ?? '')
      return [memoryPath(agent, date, slug), renderMemory({ ...draft, agent, date, sourceMeeting })] as const
    })
    for (const [path, text] of files) save(io, root, path, text, 3)
    return ''
  },

  'meeting-notes-writer'(call) {
    const [root, payload] = [call.needed('root'), call.needed('payload')]
    const { date, slug } = namesOf(call)
    const notes = notesFromPayload(textOf(call.io, payload, 3), date, slug)
    save(call.io, root, notesPath(date, slug), renderNotes(notes), 3)
    // Notes of the same meeting at the former path are an older copy of these: only the new file may remain.
    rmSync(join(at(call.io, root), formerNotesPath(date, slug)), { force: true })
    return ''
  },

  'write-boundary'({ io, operands }) {
    const [path, ...more] = operands
    if (!path || more.length > 0) wrong('expected exactly one path')
    const verdict = judgeWrite(path)
    if (verdict.kind === 'allowed') return ''
    io.out(`${haltFor('WRITE-BOUNDARY-VIOLATION', verdict.detail)}\n`)
    return refuse(2, `REJECTED — ${verdict.detail}`)
  },
}

function namesOf(call: Call): { date: string; slug: string } {
  const [date, slug] = [call.needed('date'), call.needed('slug')]
  const names = judgeNames(date, slug)
  return names.kind === 'unfit' ? wrong(names.reason) : { date, slug }
}

function agentsIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => /^[^.].*\.md$/.test(name) && isFile(join(folder, name)))
  return names.map((name) => name.slice(0, -'.md'.length)).sort()
}

/** The text of a file that will be written back: refused when its bytes would not survive being read as text. */
function exactText(io: RuleIo, path: string): string | undefined {
  if (!isFile(at(io, path))) return undefined
  const bytes = readFileSync(at(io, path))
  const text = bytes.toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes)
    ? text
    : refuse(3, `${path} cannot be read as UTF-8 text; left as it is`)
}
