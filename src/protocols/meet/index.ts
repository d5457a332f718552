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
import { type Outcome, save } from './save.js'
import { MeetState } from './state.js'
import { rememberTree } from './tree.js'
import { passYield, personSpeaks, type Word, yieldAt } from './yields.js'

export const meet: Protocol<Input, Outcome> = {
  name: 'meet',
  version: 1,
  input: Input,
  title: ({ charter }) => charter.split('\n')[0] ?? charter,
  boundary: ({ seats, date, slug }, id) => [
    '.gaia/state/action-items.yaml',
    ...seats.map((seat) => `.gaia/memory/${seat.id}-sidecar/decisions/${id}.md`),
    `.gaia/artifacts/creative-artifacts/meeting-scratchpad/${date.slice(0, 7)}/${slugOfId(id, { date, slug })}/*`,
    `.gaia/artifacts/creative-artifacts/meeting-notes/meeting-${id}.md`,
  ],

  async run(meeting, input) {
    const state = new MeetState(meeting, input)
    await invite(state)
    const first = await charter(state)
    const second = await prepareGround(state, first)
    const third = await talk(state, second)
    const drafts = await close(state, third)
    const reviewed = await decide(state, drafts)
    return save(state, reviewed)
  },
}

async function invite(state: MeetState): Promise<void> {
  const { seats, person, notices } = state.input
  await state.enter('INVITE')
  for (const { text, degree } of notices) await state.notice(text, degree)
  const names = [...seats.map(({ name }) => name), ...(person.attends ? [`${person.name} (User)`] : [])]
  const words = `Invitees: ${names.join(', ')}`
  await state.say(words, { what: 'invitees', words, names })
}

/** The charter is shown as a turn of the facilitator that is not counted. No model is called before the person has seen it. */
async function charter(state: MeetState): Promise<Word> {
  await state.enter('CHARTER')
  const body = `Charter: ${state.input.charter}`
  const silent = { challenges: [], decisions: [], refs: [], seat: null, cost: 0, origin: null } as const
  const by = {
    speaker: 'Facilitator',
    role: 'Facilitator',
    kind: 'charter',
    phase: 'CHARTER',
    via: 'charter',
  } as const
  await state.emit({ ...silent, ...by, body, shown: body })
  await recallMemories(state)
  await rememberTree(state)
  return yieldAt(state, 'post-charter', charterFacts(state))
}

async function prepareGround(state: MeetState, word: Word): Promise<Word> {
  if (word.kind === 'wrap-up') {
    await state.enter('RESEARCH', 'wrap-up')
    return word
  }
  await state.enter('RESEARCH', state.input.skipResearch ? '--skip-research' : undefined)
  if (word.kind === 'interject') await personSpeaks(state, word.text, 'RESEARCH')
  if (state.input.skipResearch) {
    await passYield(state, 'post-research', '--skip-research')
    return { kind: 'continue' }
  }
  await research(state)
  return yieldAt(state, 'post-research', researchFacts(state))
}

/** Gives what the person said before CLOSE, if anything. */
async function talk(state: MeetState, word: Word): Promise<string | undefined> {
  if (word.kind === 'wrap-up') {
    await state.enter('DISCUSS', 'wrap-up')
    state.wrapUp = true
  } else {
    await state.enter('DISCUSS')
    await discuss(state, word.kind === 'interject' ? word.text : undefined)
  }
  if (state.wrapUp) {
    await passYield(state, 'pre-close', 'wrap-up')
    return undefined
  }
  const last = await yieldAt(state, 'pre-close', closingFacts(state))
  if (last.kind !== 'interject') return undefined
  await personSpeaks(state, last.text, 'DISCUSS')
  return last.text
}

async function close(state: MeetState, lastWord: string | undefined): Promise<Drafts> {
  await state.enter('CLOSE')
  return draftAll(state, lastWord)
}

/** What the person says at the last yield leads back to REVIEW; nothing is drafted again. */
async function decide(state: MeetState, drafts: Drafts): Promise<Reviewed> {
  await state.enter('REVIEW')
  let reviewed = await review(state, drafts, undefined)
  for (;;) {
    const word = await yieldAt(state, 'pre-save', await savingFacts(state, reviewed))
    if (word.kind !== 'interject') return reviewed
    await personSpeaks(state, word.text, 'REVIEW')
    reviewed = await review(state, reviewed.drafts, reviewed)
  }
}
