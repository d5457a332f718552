// The chartered meeting: invite, charter, research, discuss, close, review, save. The person decides at every boundary.

import type { Protocol } from '../../kernel/protocol.js'
import { draftAll } from './close.js'
import { discuss } from './discuss.js'
import type { Drafts } from './drafts.js'
import { charterFacts, closingFacts, researchFacts } from './facts.js'
import { slugOfId } from './identity.js'
import { Input } from './input.js'
import { recallMemories } from './memory.js'
import { research } from './research.js'
import { type Reviewed, review, savingFacts } from './review.js'
import { Room } from './room.js'
import { type Outcome, save } from './save.js'
import { rememberTree } from './tree.js'
import { passYield, personSpeaks, type Word, yieldAt } from './yields.js'

export const meet: Protocol<Input, Outcome> = {
  name: 'meet',
  version: 1,
  input: Input,
  title: ({ charter }) => charter.split('\n')[0] ?? charter,
  boundary: ({ seats, date, slug }, id) => [
    `.gaia/memory/meeting-sessions/${id}.yaml`,
    '.gaia/state/action-items.yaml',
    ...seats.map((seat) => `.gaia/memory/${seat.id}-sidecar/decisions/${id}.md`),
    `.gaia/artifacts/creative-artifacts/meeting-scratchpad/${date.slice(0, 7)}/${slugOfId(id, { date, slug })}/*`,
    `.gaia/artifacts/creative-artifacts/meeting-notes/meeting-${id}.md`,
  ],

  async run(meeting, input) {
    const room = new Room(meeting, input)
    await invite(room)
    const first = await charter(room)
    const second = await prepareGround(room, first)
    const third = await talk(room, second)
    const drafts = await close(room, third)
    const reviewed = await decide(room, drafts)
    return save(room, reviewed)
  },
}

async function invite(room: Room): Promise<void> {
  const { seats, person, notices } = room.input
  await room.enter('INVITE')
  for (const { text, degree } of notices) await room.notice(text, degree)
  const names = [...seats.map(({ name }) => name), ...(person.attends ? [`${person.name} (User)`] : [])]
  const words = `Invitees: ${names.join(', ')}`
  await room.say(words, { what: 'invitees', words, names })
}

/** The charter is shown as a turn of the facilitator that is not counted. No model is called before the person has seen it. */
async function charter(room: Room): Promise<Word> {
  await room.enter('CHARTER')
  const body = `Charter: ${room.input.charter}`
  const silent = { challenges: [], decisions: [], refs: [], seat: null, cost: 0, origin: null } as const
  const by = {
    speaker: 'Facilitator',
    role: 'Facilitator',
    kind: 'charter',
    phase: 'CHARTER',
    via: 'charter',
  } as const
  await room.emit({ ...silent, ...by, body, shown: body })
  await recallMemories(room)
  await rememberTree(room)
  return yieldAt(room, 'post-charter', charterFacts(room))
}

async function prepareGround(room: Room, word: Word): Promise<Word> {
  if (word.kind === 'wrap-up') {
    await room.enter('RESEARCH', 'wrap-up')
    return word
  }
  await room.enter('RESEARCH', room.input.skipResearch ? '--skip-research' : undefined)
  if (word.kind === 'interject') await personSpeaks(room, word.text, 'RESEARCH')
  if (!room.input.skipResearch) await research(room)
  return yieldAt(room, 'post-research', researchFacts(room))
}

/** Gives what the person said before CLOSE, if anything. */
async function talk(room: Room, word: Word): Promise<string | undefined> {
  if (word.kind === 'wrap-up') {
    await room.enter('DISCUSS', 'wrap-up')
    room.wrapUp = true
  } else {
    await room.enter('DISCUSS')
    await discuss(room, word.kind === 'interject' ? word.text : undefined)
  }
  if (room.wrapUp) {
    await passYield(room, 'pre-close')
    return undefined
  }
  const last = await yieldAt(room, 'pre-close', closingFacts(room))
  if (last.kind !== 'interject') return undefined
  await personSpeaks(room, last.text, 'DISCUSS')
  return last.text
}

async function close(room: Room, lastWord: string | undefined): Promise<Drafts> {
  await room.enter('CLOSE')
  return draftAll(room, lastWord)
}

/** What the person says at the last yield leads back to REVIEW; nothing is drafted again. */
async function decide(room: Room, drafts: Drafts): Promise<Reviewed> {
  await room.enter('REVIEW')
  let reviewed = await review(room, drafts, undefined)
  for (;;) {
    const word = await yieldAt(room, 'pre-save', await savingFacts(room, reviewed))
    if (word.kind !== 'interject') return reviewed
    await personSpeaks(room, word.text, 'REVIEW')
    reviewed = await review(room, reviewed.drafts, reviewed)
  }
}
