// Rehearsals: what each call says when no model speaks. Quotes real lines with their locations, and says where a judgment would be needed.

import type { z } from 'zod'
import { shortened } from '../../documents/excerpts.js'
import type { Rehearse } from '../../kernel/agents.js'
import type { Desk, Extract } from '../../kernel/desk.js'
import { agreementAmong, conflictAmong } from '../../rules/conflict.js'
import { markedDissents } from './documents/gates.js'
import { isSeatEntry } from './documents/pad.js'
import { isSkipped, positionIn } from './documents/pad-lines.js'
import { type LedgerDissent, standing } from './rules/dissent-ledger.js'
import { attendance } from './rules/standing.js'
import { rehearsalMark, rosterOf, type Sitting } from './sitting.js'
import type { SynthesisText, synthesisShape } from './synthesis-shape.js'

const quotedAtOnce = 3
/** Enough lines about the task for two rounds of seats; lines found by the seat's role only come after them. */
const pool = 36

/** How many lines beside those quoted are looked at for where the files agree and differ. */
const looked = 12

/** What the files say about the task in this seat's own words, leaving out what the pad cites already. */
export function rehearseTurn({ input, pad }: Sitting, about = ''): Rehearse<string> {
  const before = pad.text
  return (desk) => {
    const words = `${input.task} ${about}`
    const lines = [...desk.find(words, pool), ...desk.find(`${words} ${desk.seat.role}`, quotedAtOnce)]
    const found = once(lines).filter(({ text }) => !flat(text).includes(flat(input.task)))
    const fresh = found.filter((extract) => !before.includes(placeOf(extract)))
    const quoted = fresh.slice(0, quotedAtOnce)
    if (quoted.length === 0) return nothingNew(desk, found)
    return [
      `${rehearsalMark} read as ${desk.seat.role}, ${nearest(quoted[0]!)} comes nearest to the task; no judgment was made.`,
      `What ${fileCount(quoted)} of this workspace ${fileCount(quoted) === 'one file' ? 'says' : 'say'}:\n\n${quoted.map((extract) => `- ${placeOf(extract)} — "${extract.text}"`).join('\n')}`,
      ...agreementOf(fresh.slice(0, looked), input.task),
      ...dissentOf(fresh.slice(0, looked), input.task),
      limitOf(desk, 'which of these lines matters'),
    ].join('\n\n')
  }
}

/** Short enough for a line of the table or the record. */
function nearest(extract: Extract): string {
  return `${placeOf(extract)} ("${shortened(extract.text, 90)}")`
}

function nothingNew(desk: Desk, found: readonly Extract[]): string {
  const near = found.slice(0, quotedAtOnce).map(placeOf)
  const finding =
    found.length === 0
      ? `${noneOf(desk)} here speaks to the task`
      : `nothing to quote that is not quoted above; nearest to a ${desk.seat.role} ${near.length === 1 ? 'is' : 'are'} ${near.join(', ')}`
  return [`${rehearsalMark} ${finding}; no judgment was made.`, limitOf(desk, 'what to add')].join('\n\n')
}

function limitOf(desk: Desk, what: string): string {
  return `A rehearsal ends here: ${what}, to a ${desk.seat.role}, is a judgment, and no model was asked for one.`
}

function agreementOf(found: readonly Extract[], task: string): string[] {
  const pair = agreementAmong(found, task)?.map(placeOf)
  return pair ? [`${pair.join(' and ')} speak of the same thing and do not contradict each other.`] : []
}

/** Two lines of the workspace that contradict each other are worth a dissent: the seat can quote both. */
function dissentOf(found: readonly Extract[], task: string): string[] {
  const conflict = conflictAmong(found, task)?.map((extract) => `${placeOf(extract)} says "${extract.text}"`)
  if (!conflict) return []
  return [
    `**Dissent:** The workspace does not speak with one voice here: ${conflict.join(', while ')} — reading alone cannot settle which of them holds.`,
  ]
}

export function rehearseSelection(sitting: Sitting): Rehearse<{ seats: string[]; why: string }> {
  return () => ({
    seats: rosterOf(sitting),
    why: 'Rehearsal: who is needed is a judgment, so every seat is taken once.',
  })
}

export function rehearseRouting(
  { input }: Sitting,
  usual: string,
): Rehearse<{ next: string; sub_goal: string }> {
  return () => ({
    next: usual,
    sub_goal: `Read what the workspace says about: ${shortened(input.task, 160)}`,
  })
}

/** Every selected seat reads once; then there is nothing that a rehearsal could add. */
export function rehearseAdjudication(
  { pad }: Sitting,
  seats: readonly string[],
): Rehearse<{ call: 'continue' | 'stop'; why: string }> {
  const { spoke } = attendance(pad.entries, seats)
  const waiting = seats.filter((seat) => !spoke.includes(seat))
  return () =>
    waiting.length > 0
      ? { call: 'continue', why: `Rehearsal: ${waiting.join(', ')} not heard yet.` }
      : {
          call: 'stop',
          why: 'Rehearsal: every seat has read once. Nothing was built, and a rehearsal can add no more.',
        }
}

/** Weighing a dissent is a judgment: a rehearsal carries every one. */
export function rehearseAnswers(
  open: readonly LedgerDissent[],
): Rehearse<{ dissents: { id: string; answer: 'carried'; reason: string }[] }> {
  const reason = 'weighing it is a judgment, and a rehearsal makes none'
  return () => ({ dissents: open.map(({ id }) => ({ id, answer: 'carried', reason })) })
}

export function rehearseSynthesis(
  sitting: Sitting,
  ledger: readonly LedgerDissent[],
): Rehearse<z.input<typeof synthesisShape>> {
  const text = rehearseText(sitting)
  const answers = rehearseAnswers(standing(ledger))
  return (desk) => ({ ...text(desk), ...answers(desk) })
}

/** A record of what was read: who found what, where the files differ, and what a real run would have to settle. */
function rehearseText({ input, pad }: Sitting): Rehearse<SynthesisText> {
  const entries = pad.entries.filter(isSeatEntry).filter(({ body }) => !isSkipped(body))
  const places = [...new Set(pad.text.match(/`[^`\s]+:\d+`/g) ?? [])]
  const dissents = markedDissents(pad.entries)
  return (desk) => ({
    title: shortened(input.task, 80),
    preamble: `It shows the order of a session and what ${textFiles(desk)} of this workspace ${desk.files === 1 ? 'says' : 'say'}; it decides nothing.`,
    recommendation:
      places.length === 0
        ? 'Nothing was judged: no line of this workspace speaks to the task, and no model was asked.'
        : `Nothing was judged. A real session would start from these places: ${places.slice(0, 12).join(', ')}.`,
    reasoning: [
      'What each seat brought, in its own words:',
      entries.map((entry) => `- ${entry.seat}: ${positionIn(entry.body)}`).join('\n') || '- nobody spoke',
      ...agreementWords(places.length, dissents.length),
    ].join('\n\n'),
    follow_ups: [
      { action: `Hold this session with a model: ${shortened(input.task, 120)}`, owner: 'user' },
      ...(dissents.length === 0
        ? []
        : [{ action: 'Settle which of the lines named in the dissents holds', owner: input.council.chair }]),
    ],
    topics: [],
  })
}

/** Without an extract there is nothing that could agree. */
function agreementWords(extracts: number, dissents: number): readonly string[] {
  if (dissents > 0) return ['Some extracts contradict each other; the dissents below name the lines.']
  return extracts === 0 ? [] : ['The extracts do not contradict each other on their face.']
}

/** Words joined by dashes, to find the task in a line also where it is written as an id: such a line only repeats the question. */
function flat(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

function once(found: readonly Extract[]): Extract[] {
  return [...new Map(found.map((extract) => [placeOf(extract), extract])).values()]
}

function placeOf({ path, line }: Extract): string {
  return `\`${path}:${line}\``
}

function noneOf(desk: Desk): string {
  return desk.files < 2 ? 'no text file' : `none of the ${textFiles(desk)}`
}

function textFiles({ files }: Desk): string {
  return files === 1 ? '1 text file' : `${files} text files`
}

function fileCount(extracts: readonly Extract[]): string {
  const files = new Set(extracts.map(({ path }) => path)).size
  return files === 1 ? 'one file' : `${files} files`
}
