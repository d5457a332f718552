// Prompts for what the chair writes when a session is over: the record, the dissents that it left without an answer, and
// the lines that cite what is not there.

import type { Seat } from '../../kernel/agents.js'
import type { SeatPrompt } from '../../kernel/protocol.js'
import { type PromptPart, part } from '../../kernel/turn/prompt-parts.js'
import { type FaultyLine, faultyList } from '../../rules/faulty-lines.js'
import { fencedBlock } from '../../text/fenced-block.js'
import { oneLine } from './documents/text.js'
import { factParts, inBrief, manifestBlock, newsBlock, promptOf, type Saying, taskBlock } from './prompts.js'
import { type LedgerDissent, standing } from './rules/dissent-ledger.js'
import type { Sitting } from './sitting.js'

/** The chair’s synthesis. */
export function chairSynthesize(
  saying: Saying,
  stop: string | null,
  ledger: readonly LedgerDissent[],
): SeatPrompt {
  const { sitting, seat, memory } = saying
  const topics = memory.topics.map(({ name, title, decision }) => `- ${name} — ${title} — ${decision}`)
  const opening = part(
    'chair',
    `The session is over${stop === null ? '' : ` (stopped: ${stop})`}. You chair it: write its record.`,
  )
  const known = `The topics that the memory already has: name, title, decision:\n\n${fencedBlock('topics', topics.join('\n') || 'none yet')}`
  const { unwritten = false } = sitting.input
  const ask = [
    ...factParts(sitting),
    ...(unwritten ? [] : [part('topics', known)]),
    part('dissents', openDissents(standing(ledger))),
    part('rules', synthesisFields(unwritten)),
  ]
  const full = [
    opening,
    manifestBlock(sitting, memory),
    part('scratchpad', `The scratchpad, whole:\n\n${fencedBlock('scratchpad', sitting.pad.text)}`),
    taskBlock(sitting),
    ...ask,
  ]
  const news = sitting.pad.newsFor(seat.id)
  const since = news === undefined ? undefined : [opening, newsBlock(news), ...ask]
  return promptOf(seat, sitting, { full, since })
}

function openDissents(open: readonly LedgerDissent[]): string {
  if (open.length === 0) return 'No dissent stands: `dissents` is empty.'
  return `Dissents that stand, each to be answered by its id:\n\n${fencedBlock('dissents', open.map(inFull).join('\n'))}`
}

function inFull(dissent: LedgerDissent): string {
  return `${inBrief(dissent)}: ${oneLine(dissent.text)}`
}

const answeredDissents =
  '- `dissents`: for every dissent that stands one `{ id, answer, reason }`. `accepted`: the recommendation does what it asks; `rebutted`: ' +
  'it is wrong, and `reason` says why; `carried`: it may be right and is not followed, and `reason` says at what price. Do not repeat its ' +
  'words: the engine writes them.'

/** Where nothing is written, nothing is remembered either. */
function synthesisFields(unwritten: boolean): string {
  return [
    'Answer with these fields:',
    '- `title`: what this is about, in prose, at most 10 words; not the task copied.',
    '- `preamble`: one to three sentences for a reader who was not there.',
    '- `recommendation`: the one headline answer: what was decided or built, in at most 120 words.',
    '- `reasoning`: why, in at most 300 words; which alternatives were weighed and dropped, and what for. Cite `path:line` where a reason ' +
      'rests on a file, and nothing that is not there.',
    answeredDissents,
    '- `follow_ups`: `{ action, owner }`; the owner is one seat of the roster by its name, or `user`. None is fine.',
    unwritten ? '- `topics`: leave it empty; nothing is remembered of this session.' : rememberedTopics,
  ].join('\n')
}

const rememberedTopics =
  '- `topics`: what should be remembered beyond this session: `{ name, title, decision, why, sections?, standing_dissent? }`. ' +
  'A name is the kebab-case noun phrase of a durable subject: not this task’s wording, no date. Same subject as an existing ' +
  'topic: same name. Decisions and reasons only, never the conversation. `sections` is a list of `{ title, text }`; ' +
  '`standing_dissent` is `{ seat, text }` where a dissent should travel with the topic. None is fine, and common.'

/** For a chair whose conversation is lost: what it needs to know to go back to its record. */
function afterRecord(sitting: Sitting, ask: readonly PromptPart[]): readonly PromptPart[] {
  const pad = fencedBlock('scratchpad', sitting.pad.text)
  const words = `The session is over, and you have written its record. The scratchpad, whole:\n\n${pad}`
  return [part('scratchpad', words), taskBlock(sitting), ...ask]
}

/** The synthesis left dissents without an answer: they are asked for by themselves, once. */
export function dissentsUnanswered(
  sitting: Sitting,
  chair: Seat,
  open: readonly LedgerDissent[],
): SeatPrompt {
  const ask = [
    part(
      'dissents',
      `Your synthesis leaves dissents without an answer. Answer each of these, and nothing else:\n\n${fencedBlock('dissents', open.map(inFull).join('\n'))}`,
    ),
    part('rules', answeredDissents),
  ]
  return promptOf(chair, sitting, { full: afterRecord(sitting, ask), since: ask })
}

/** What the synthesis cites is not there: the lines that say so are asked for by themselves, once. */
export function citationsBroken(sitting: Sitting, chair: Seat, faulty: readonly FaultyLine[]): SeatPrompt {
  const ask = [
    part(
      'citations',
      `Your synthesis cites what is not there. These lines of it were checked against the files as they are now:\n\n${fencedBlock('lines', faultyList(faulty))}`,
    ),
    part('rules', mendedLines),
  ]
  return promptOf(chair, sitting, { full: afterRecord(sitting, ask), since: ask })
}

const mendedLines =
  'Read the file where you need to. Answer with `lines`: for each of them `{ id, text }`, the whole line written anew, with a citation that ' +
  'holds, or without one where nothing supports it: then the line must not claim what it did. Change nothing else in it.'
