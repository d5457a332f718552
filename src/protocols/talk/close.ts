// Closing a talk: notes, one write of the artifact, one commit on the integration branch, and everything of the machine's own gone.
//
//   CLO1  The transcript stays until there are notes.
//   CLO2  A branch that cannot be merged is kept; the artifact on the integration branch says so, and the manager is asked once.
//   CLO3  The merge is on record before the worktree is removed, and nothing is taken from a worktree afterwards.
//
// Notes that fail do not keep the talk open: the failure is recorded as one, and the notes can be tried again.

import {
  addLog,
  markMerged,
  moveStatus,
  parseArtifact,
  setJournal,
  setMergePending,
  setNotesSummary,
  setSection,
} from './documents/artifact.js'
import { renderDecisions, type TalkDecision } from './documents/decisions.js'
import { sectionBlock, sectionLine, sectionOf } from './documents/sections.js'
import type { Merge } from './ground.js'
import { artifactsIn, keepChanges, type LiveTalk, linked } from './live-talk.js'
import { type Material, type Notes, writeNotes } from './notes.js'
import { decisionsPath, lastingArtifact, transcriptPath } from './paths.js'
import { AGAIN_MERGE, AGAIN_NOTES, DONE, itemKey, type Left, SETTLED, whatIsLeft } from './questions.js'

export interface TalkOutcome {
  readonly status: 'closed'
  readonly notes: { readonly state: 'done' | 'failed'; readonly text: string; readonly reason: string | null }
  readonly merge: {
    readonly state: 'none' | 'done' | 'pending'
    readonly files: readonly string[]
    readonly branch: string
    readonly cause: string | null
    readonly commit: string | null
  }
  readonly decisions: number
  readonly artifacts: readonly string[]
  readonly openItems: readonly string[]
}

interface Closing {
  readonly live: LiveTalk
  readonly material: Material
  /** The hash that the artifact names. */
  readonly journal: string
  notes: Notes
  merge: Merge
  items: readonly string[]
  /** The text of the artifact as this talk last left it, by its record. */
  artifact(): string
  /** The text that was vouched for last. */
  vouched: string | null
}

export async function closeTalk(live: LiveTalk): Promise<TalkOutcome> {
  const { meeting, ground } = live
  await meeting.phase('close')
  await keepChanges(live, `Before closing ${meeting.id}`)
  const { material, text } = await gather(live)
  const notes = await writeNotes(live, material)
  const at = await meeting.now()
  const journal = await meeting.journalHash()
  const edited = closed(live, material.decisions, { notes, journal }, at)
  await meeting.act('close', () => ground.edit(edited))
  const merge = await meeting.act('merge', () => ground.merge(messageFor(live)))
  const items = notes.kind === 'done' ? notes.items : []
  const closing: Closing = {
    live,
    material,
    journal,
    notes,
    merge,
    items,
    artifact: () => edited(text),
    vouched: null,
  }
  if (merge.kind === 'pending') await pend(closing, merge)
  await removeMerged(live, merge)
  await cleanUp(closing)
  await vouch(closing)
  await announce(closing)
  await meeting.phase('afterwards')
  await settleTheRest(closing)
  return outcomeOf(closing)
}

async function removeMerged({ meeting, ground }: LiveTalk, merge: Merge): Promise<void> {
  const tip = merge.kind === 'pending' ? null : merge.tip
  await meeting.act('remove', () => ground.remove(tip))
}

async function gather({ meeting, ground }: LiveTalk): Promise<{ material: Material; text: string }> {
  const decisions = await meeting.act('decisions', () => ground.decisions())
  const text = await meeting.act('read', () => ground.read())
  const { log, linked } = parseArtifact(text)
  const progress = log.flatMap(({ event, reason }) => (event === 'progress_summary' ? [reason] : []))
  return { material: { decisions, progress, linked }, text }
}

/** Everything in one write of the file. Run again after a kill, it finds the artifact closed and changes nothing. */
function closed(
  live: LiveTalk,
  decisions: readonly TalkDecision[],
  { notes, journal }: Pick<Closing, 'notes' | 'journal'>,
  at: string,
) {
  return (text: string): string => {
    if (parseArtifact(text).status === 'closed') return text
    const moved = moveStatus(text, { to: 'closed', at, reason: 'User closed the meeting' })
    if (moved.kind === 'refused') throw new Error(moved.message)
    const told = withNotes(linked(moved.text, live.changes, live.meeting.id), notes, at)
    const named = setJournal(told, journal)
    const decided = setSection(named, 'Decisions', renderDecisions(decisions))
    return setSection(decided, 'Artifacts', artifactLines(decided, live))
  }
}

/** The words of a failure are never taken for the notes. */
function withNotes(text: string, notes: Notes, at: string): string {
  if (notes.kind === 'failed') {
    const logged = addLog(text, { timestamp: at, event: 'notes_failed', reason: notes.reason })
    return setSection(logged, 'Notes', 'No notes were made. The transcript is kept until there are some.')
  }
  return setSection(setNotesSummary(text, notes.summary), 'Notes', sectionBlock(notes.text))
}

function artifactLines(text: string, live: LiveTalk): string | null {
  const { changes, meeting } = live
  const made = new Map(artifactsIn(changes, meeting.id).map(({ path, change }) => [path, change]))
  const { linked, referenced } = parseArtifact(text)
  const all = [...new Set([...made.keys(), ...linked, ...referenced])]
  const word = (path: string) => (made.get(path) === 'added' ? 'created' : (made.get(path) ?? 'discussed'))
  return all.length === 0 ? null : all.map((path) => `- ${sectionLine(path)} (${word(path)})`).join('\n')
}

function messageFor({ input }: LiveTalk): string {
  return `Talk with ${input.worker.name}: ${input.title}`
}

/** The branch stays, and the manager is asked for help (CLO2). */
async function pend(closing: Closing, { cause, files }: Extract<Merge, { kind: 'pending' }>): Promise<void> {
  const { meeting, ground, input } = closing.live
  const at = await meeting.now()
  await meeting.act('pend', () => ground.pend({ at, cause, files }))
  const before = closing.artifact
  closing.artifact = () => setMergePending(before(), { branch: input.branch, files })
}

/** Everything of the machine's own goes; the transcript only once there are notes (CLO1). */
async function cleanUp({ live, notes }: Closing): Promise<void> {
  const { meeting, ground } = live
  if (notes.kind === 'done') await meeting.remove(transcriptPath(meeting.id))
  await meeting.remove(decisionsPath(meeting.id))
  await meeting.act('tidy', () => ground.tidy())
}

/**
 * The record vouches for what stands in the artifact now; nothing is changed by it. Where the file is gone, or is still as this
 * talk vouched for it before, it is made from the record.
 */
async function vouch(closing: Closing): Promise<void> {
  const { meeting, input, ground } = closing.live
  if (!(await meeting.act('lasts', () => ground.lasts()))) return
  await meeting.revise(lastingArtifact(input, meeting.id), (found) => {
    const text = found === null || found === closing.vouched ? closing.artifact() : found
    closing.vouched = text
    const sections = ['Notes', 'Decisions'].map((name) => sectionOf(text, name) ?? '')
    const noted = closing.notes.kind === 'done' ? sections.filter((section) => section !== '') : []
    const named = [`journal: ${closing.journal}`].filter((line) => text.includes(line))
    return { text, result: null, parts: [...named, ...noted] }
  })
}

/** Tells those who watch how the talk was closed. */
async function announce(closing: Closing): Promise<void> {
  await closing.live.meeting.note('closed', outcomeOf(closing))
}

/** Asks what to do about what is left, until nothing is or the person leaves it so. */
async function settleTheRest(closing: Closing): Promise<void> {
  const { meeting } = closing.live
  for (let left = leftOf(closing); !isNothing(left); left = leftOf(closing)) {
    const { choose } = await meeting.ask(whatIsLeft(left))
    if (choose === DONE) return
    if (choose === AGAIN_NOTES) await notesAgain(closing)
    else if (choose === AGAIN_MERGE) await mergeAgain(closing)
    else if (choose === SETTLED) await settled(closing)
    else await followUp(closing, left, choose)
    await announce(closing)
  }
}

function leftOf({ notes, merge, items, live }: Closing): Left {
  return {
    items,
    notes: notes.kind === 'failed' ? notes.reason : null,
    merge: merge.kind === 'pending' ? { ...merge, branch: live.input.branch } : null,
  }
}

function isNothing({ items, notes, merge }: Left): boolean {
  return items.length === 0 && notes === null && merge === null
}

async function notesAgain(closing: Closing): Promise<void> {
  const { live, material } = closing
  const notes = await writeNotes(live, material)
  if (notes.kind === 'failed') {
    closing.notes = notes
    return
  }
  const { meeting, ground } = live
  const at = await meeting.now()
  const change = (text: string) => withNotes(text, notes, at)
  await meeting.act('notes', () => ground.edit(change))
  const before = closing.artifact
  closing.artifact = () => change(before())
  closing.notes = notes
  closing.items = notes.items
  await meeting.remove(transcriptPath(meeting.id))
  await vouch(closing)
}

function mergeAgain(closing: Closing): Promise<void> {
  const { live } = closing
  return mergedLater(closing, (at, text) => live.ground.mergeAgain(messageFor(live), at, text))
}

function settled(closing: Closing): Promise<void> {
  return mergedLater(closing, (at, text) => closing.live.ground.settled(at, text))
}

async function mergedLater(
  closing: Closing,
  merge: (at: string, text: string) => Promise<Merge>,
): Promise<void> {
  const { live } = closing
  const at = await live.meeting.now()
  const text = await live.meeting.act('read', () => live.ground.read())
  closing.merge = await live.meeting.act('merge', () => merge(at, text))
  closing.artifact = () => (closing.merge.kind === 'pending' ? text : markMerged(text, at))
  if (closing.merge.kind !== 'pending') await removeMerged(live, closing.merge)
  await vouch(closing)
}

async function followUp(closing: Closing, left: Left, choose: string): Promise<void> {
  const { meeting, ground, input } = closing.live
  const chosen = left.items.findIndex((_, at) => itemKey(at) === choose)
  const agenda = left.items[chosen]
  if (agenda === undefined) return
  const at = await meeting.now()
  const referenced = [...new Set([...input.referenced, `meetings/${meeting.id}.md`])]
  await meeting.act('request', () => ground.request({ at, agenda, referenced }))
  closing.items = left.items.filter((_, index) => index !== chosen)
}

function outcomeOf({ live, notes, merge, material, items }: Closing): TalkOutcome {
  const { input, changes, meeting } = live
  return {
    status: 'closed',
    notes:
      notes.kind === 'done'
        ? { state: 'done', text: notes.text, reason: null }
        : { state: 'failed', text: '', reason: notes.reason },
    merge: {
      state: merge.kind === 'merged' ? 'done' : merge.kind === 'pending' ? 'pending' : 'none',
      files: merge.kind === 'pending' ? merge.files : [],
      branch: input.branch,
      cause: merge.kind === 'pending' ? merge.cause : null,
      commit: merge.kind === 'merged' ? merge.commit : null,
    },
    decisions: material.decisions.length,
    artifacts: artifactsIn(changes, meeting.id).map(({ path }) => path),
    openItems: items,
  }
}
