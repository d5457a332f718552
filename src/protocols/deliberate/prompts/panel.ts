// Prompts of a brainstorm and of a meeting: first takes, questions to each other, and what each takes from it.

import type { SeatPrompt } from '../../../kernel/protocol.js'
import { part } from '../../../kernel/turn/prompt-parts.js'
import { fencedBlock } from '../../../text/fenced-block.js'
import { hookPart } from '../hooks.js'
import type { Exchange } from '../rules/meeting.js'
import { directedAt } from '../rules/pairing.js'
import { memberSeat, named, present, type Sitting } from '../sitting.js'
import {
  conductorPrompt,
  contextPart,
  faultsPart,
  filesPart,
  type Interviewed,
  interviewParts,
  memberPrompt,
} from './frame.js'
import type { Written } from './rounds.js'

export function takePrompt(sitting: Sitting, member: string): SeatPrompt {
  const ask = [
    part(
      'ask',
      'Give your first take on the idea, from your lens alone, in two to four sentences: what it should be, what you would watch, what you would leave out. You have no tools.',
    ),
  ]
  return memberPrompt(sitting, memberSeat(sitting, member), { opening: [], ask })
}

export function gistPrompt(sitting: Sitting, takes: readonly Written[]): SeatPrompt {
  return conductorPrompt(sitting, [
    contextPart(sitting),
    filesPart('takes', 'The first takes:', takes),
    part(
      'ask',
      '`agree`: where they agree, one sentence. `tension`: the one difference that matters most, one sentence. `next_step`: what the person should do next, one sentence.',
    ),
  ])
}

export function openingPrompt(sitting: Sitting, member: string, interview: Interviewed): SeatPrompt {
  const ask = [
    part(
      'ask',
      'The meeting opens. Nobody has seen another’s words yet. In three to five sentences: your first take on the topic, what in it is most your domain, and the one question that you hold to be the most important.',
    ),
  ]
  return memberPrompt(sitting, memberSeat(sitting, member), { opening: interviewParts(interview), ask })
}

export function questionsToOthers(
  sitting: Sitting,
  member: string,
  interview: Interviewed,
  openings: readonly Written[],
): SeatPrompt {
  const others = present(sitting).filter(({ id }) => id !== member)
  const directed = directedAt(
    member,
    others.map(({ id }) => id),
    sitting.theme.challenge,
  )
  const aim =
    directed.length === 0 ? '' : ` Your part is to ask above all: ${named(sitting, directed).join(', ')}.`
  const ask = [
    filesPart('openings', 'The openings:', openings),
    hookPart(sitting, 'challenge'),
    part(
      'ask',
      `Ask one or two questions of named others (${others.map(({ id, name }) => `${id}: ${name}`).join(', ')}): where you disagree, where something is missing, or where your domains meet.${aim} ` +
        'Each question is one sentence that can be answered in two or three.',
    ),
  ]
  return memberPrompt(sitting, memberSeat(sitting, member), { opening: interviewParts(interview), ask })
}

export function answerPrompt(
  sitting: Sitting,
  { asker, target, question }: Exchange,
  ground: PanelGround,
): SeatPrompt {
  const [name] = named(sitting, [asker])
  const ask = [
    part('question', `${name} asks you:\n\n${fencedBlock('question', question)}`),
    part(
      'ask',
      `Answer in two or three sentences. \`follow_up\`: at most one question back to ${name}, only if the answer would change what you think.`,
    ),
  ]
  return memberPrompt(sitting, memberSeat(sitting, target), { opening: panelParts(ground), ask })
}

export function followUpPrompt(
  sitting: Sitting,
  one: Exchange,
  answer: string,
  followUp: string,
  ground: PanelGround,
): SeatPrompt {
  const [name] = named(sitting, [one.target])
  const ask = [
    part(
      'exchange',
      `You asked ${name}, who answered and asks back:\n\n${fencedBlock('exchange', `${one.question}\n\n${answer}\n\n${followUp}`)}`,
    ),
    part('ask', 'Answer in two or three sentences. The exchange ends here.'),
  ]
  return memberPrompt(sitting, memberSeat(sitting, one.asker), { opening: panelParts(ground), ask })
}

export interface PanelGround {
  readonly interview: Interviewed
  readonly openings: readonly Written[]
}

/** What everybody has when questions are answered: it came with the call for questions, so only a new conversation needs it. */
function panelParts({ interview, openings }: PanelGround) {
  return [...interviewParts(interview), filesPart('openings', 'The openings:', openings)]
}

export function insightPrompt(
  sitting: Sitting,
  member: string,
  ground: PanelGround,
  exchanges: readonly Written[],
): SeatPrompt {
  const ask = [
    filesPart('exchanges', 'What was asked and answered:', exchanges),
    part(
      'ask',
      'The meeting ends. `insight`: what you take from it. `tension`: what stayed open between you and whom. `recommendation`: what the person should do. `question`: what only the person can answer. One or two sentences each.',
    ),
  ]
  return memberPrompt(sitting, memberSeat(sitting, member), { opening: panelParts(ground), ask })
}

export function notesPrompt(
  sitting: Sitting,
  ground: PanelGround,
  exchanges: readonly (Written & { readonly id: string })[],
  insights: readonly Written[],
  faults: readonly string[],
): SeatPrompt {
  const ids = exchanges.map(({ id }) => id)
  return conductorPrompt(sitting, [
    ...interviewParts(ground.interview),
    filesPart('openings', 'The openings:', ground.openings),
    filesPart('exchanges', 'The exchanges:', exchanges),
    filesPart('insights', 'What each takes from it:', insights),
    faultsPart(faults, meaning),
    part(
      'ask',
      `Everything else in the notes are the members’ own words. You give \`topic\` (at most 12 words), \`summary\` (at most 80 words), \`highlights\` (${Math.min(3, ids.length)} to ${Math.min(5, ids.length)} of ` +
        `${ids.join(', ') || 'none'}: the exchanges worth reading), and \`next_steps\` (two or three, each a sentence).`,
    ),
  ])
}

function meaning(fault: string): string {
  const meanings: Readonly<Record<string, string>> = {
    'no-topic': 'the topic is empty',
    'no-highlights': 'three to five exchanges are wanted, or all where there are fewer',
    'no-steps': 'two or three next steps are wanted',
  }
  return meanings[fault] ?? `there is no exchange ${fault.slice('no-exchange:'.length)}`
}
