// Rules of REVIEW and SAVE: review-gate, type-target-resolver, write-boundary, and the three that write documents.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseDrafts, planRegistry } from '../../../documents/action-items.js'
import { parseMemoryDraft, renderMemory } from '../../../documents/agent-memory.js'
import { renderNotes } from '../../../documents/meeting-notes.js'
import { notesFromPayload } from '../../../documents/notes-payload.js'
import { formerNotesPath, memoryPath, notesPath } from '../../../documents/places.js'
import { ACTION_TYPES, resolveType } from '../../../rules/action-types.js'
import { haltFor } from '../../../rules/halt-event.js'
import { judgeNames } from '../../../rules/meeting-names.js'
import { DISPOSITIONS, shouldWrite } from '../../../rules/review-gate.js'
import { judgeWrite } from '../../../rules/write-boundary.js'
import { exit, rule, ruleByMode } from './command.js'
import { at, isFile, isFolder, readExact, readIfThere, save, textOf } from './files.js'
import { complain, stamp } from './io.js'
import { refuse, say, wrong } from './refusal.js'
import { date, needed } from './values.js'

const disposition = { takes: 'word', among: DISPOSITIONS } as const

export const reviewGate = ruleByMode({
  name: 'review-gate',
  choose: 'only',
  modes: {
    classify: {
      flags: { disposition, draft: needed('path') },
      run: ({ disposition: word }) => `${word.toUpperCase()}\n`,
    },
    'should-write': {
      flags: { disposition },
      run: ({ disposition: word }) => exit(shouldWrite(word) ? 0 : 1),
    },
  },
  exits: { 0: 'classified, or the draft is to be written', 1: 'it is not to be written', wrong: 2 },
  example: 'parley rule review-gate --should-write --disposition edit',
})

export const typeTargetResolver = rule({
  name: 'type-target-resolver',
  about: `Types: ${ACTION_TYPES.join(' ')}`,
  operand: { takes: '<type>' },
  exits: { 0: 'printed', 2: 'empty or unknown type', wrong: 3 },
  example: 'parley rule type-target-resolver new-story',
  run(_, __, [type, ...more]) {
    if (type === undefined || more.length > 0) wrong('expected exactly one action-item type')
    const verdict = resolveType(type)
    return verdict.kind === 'known' ? `${verdict.target}\n` : refuse(2, ...verdict.messages)
  },
})

export const writeBoundary = rule({
  name: 'write-boundary',
  about: `The path is relative to the project's root. Allowed: .gaia/artifacts/creative-artifacts/,
.gaia/state/action-items.yaml, .gaia/memory/NAME-sidecar/decisions/, .gaia/memory/meeting-sessions/ (.yaml only),
.gaia/custom/skills/.`,
  operand: { takes: '<path>' },
  exits: { 0: 'allowed', 2: 'refused, with a HALT line on standard output', wrong: 3 },
  example: 'parley rule write-boundary .gaia/state/action-items.yaml',
  run(_, io, [path, ...more]) {
    if (!path || more.length > 0) wrong('expected exactly one path')
    const verdict = judgeWrite(path)
    if (verdict.kind === 'allowed') return ''
    io.out(`${haltFor('WRITE-BOUNDARY-VIOLATION', verdict.detail)}\n`)
    return refuse(2, `REJECTED — ${verdict.detail}`)
  },
})

export const actionItemsWriter = rule({
  name: 'action-items-writer',
  about: `Drafts are a YAML list: '- type: TYPE', then indented priority, assignee, context_for_target, acceptance.
Each gets the next id AI-DATE-N of its date. A registry that is not there is made.`,
  flags: {
    registry: needed('file'),
    drafts: needed('file'),
    'source-meeting': needed('ref'),
    date: { ...needed('YYYY-MM-DD'), as: date },
  },
  exits: {
    0: 'appended, or nothing to append',
    2: 'an unknown type, and nothing is written',
    3: 'no drafts file, or the registry cannot be written',
    wrong: 2,
  },
  example: `parley rule action-items-writer --registry .gaia/state/action-items.yaml --drafts drafts.yaml \\
  --source-meeting meeting-2026-01-02-api --date 2026-01-02`,
  run({ registry, drafts: file, sourceMeeting, date }, io) {
    const say = (message: string) => complain(io, 'action-items-writer', message)
    const { drafts, unknownKeys } = parseDrafts(textOf(io, file, 3))
    for (const key of unknownKeys) say(`ignored the key '${key}': no action item has it`)
    const before = isFile(at(io, registry)) ? readExact(at(io, registry)) : undefined
    if (before === null) refuse(3, `${registry} cannot be read as UTF-8 text; left as it is`)
    const plan = planRegistry({ registry: before, drafts, date, created: stamp(io), sourceMeeting })
    if (plan.kind === 'refused') refuse(2, ...plan.messages)
    if (drafts.length > 0) return save(io, '', registry, plan.text, 3)
    say('no drafted items; the registry is left as it is')
    return ''
  },
})

const meeting = { date: needed('YYYY-MM-DD'), slug: needed('slug') }

function checkNames(date: string, slug: string): void {
  const names = judgeNames(date, slug)
  if (names.kind === 'unfit') wrong(names.reason)
}

export const memoryWritethrough = rule({
  name: 'memory-writethrough',
  about: `Each AGENT.md among the drafts is frontmatter with the lists decided, constraints, open_items, sources, tags.
It becomes .gaia/memory/AGENT-sidecar/decisions/DATE-SLUG.md under the root, replacing an old one.`,
  flags: { root: needed('dir'), drafts: needed('dir'), 'source-meeting': needed('ref'), ...meeting },
  exits: {
    0: 'written, also when there are no drafts',
    3: 'no such folder of drafts, or a file cannot be written',
    wrong: 2,
  },
  example: `parley rule memory-writethrough --root . --drafts drafts --source-meeting meeting-2026-01-02-api \\
  --date 2026-01-02 --slug api`,
  /** All drafts are read before any is written. */
  run({ root, drafts, sourceMeeting, date, slug }, io) {
    checkNames(date, slug)
    const folder = at(io, drafts)
    if (!isFolder(folder)) refuse(3, say.noFolder(drafts))
    const agents = agentsIn(folder)
    const odd = agents.find((agent) => agent.includes('..'))
    if (odd) wrong(`the draft ${odd}.md names no agent: '..' leads elsewhere`)
    const files = agents.map((agent) => {
      const draft = parseMemoryDraft(readIfThere(join(folder, `${agent}.md`)) ?? '')
      return [memoryPath(agent, date, slug), renderMemory({ ...draft, agent, date, sourceMeeting })] as const
    })
    for (const [path, text] of files) save(io, root, path, text, 3)
    return ''
  },
})

function agentsIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => /^[^.].*\.md$/.test(name) && isFile(join(folder, name)))
  return names.map((name) => name.slice(0, -'.md'.length)).sort()
}

export const meetingNotesWriter = rule({
  name: 'meeting-notes-writer',
  about: `The payload is a YAML mapping; every key may be missing:
  charter mode summary total_tokens closing_artifact_bias invitees_override research_phase web_search
  transcript preludes scratchpad_final
  decisions risks open_questions action_items memory_writethrough scratchpad_extractions
  default_invitees_resolved missing_invitees        lists
  attendees                                         list of name, role, tokens`,
  flags: { root: needed('dir'), payload: needed('file'), ...meeting },
  exits: { 0: 'written', 3: 'no payload, or the notes cannot be written', wrong: 2 },
  example: 'parley rule meeting-notes-writer --root . --payload notes.yaml --date 2026-01-02 --slug api',
  run({ root, payload, date, slug }, io) {
    checkNames(date, slug)
    const notes = notesFromPayload(textOf(io, payload, 3), date, slug)
    save(io, root, notesPath(date, slug), renderNotes(notes), 3)
    // Notes of the same meeting at the former path are an older copy of these: only the new file may remain.
    rmSync(join(at(io, root), formerNotesPath(date, slug)), { force: true })
    return ''
  },
})
