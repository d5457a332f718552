// Prompts of the three rounds, the survey before them, and the pairs between them.

import type { SeatPrompt } from '../../../kernel/protocol.js'
import { type PromptPart, part } from '../../../kernel/turn/prompt-parts.js'
import { fencedBlock } from '../../../text/fenced-block.js'
import type { RoundKind } from '../documents/rounds.js'
import { hookPart } from '../hooks.js'
import type { Pair } from '../rules/pairing.js'
import { memberSeat, named, present, type Sitting } from '../sitting.js'
import { conductorPrompt, filesPart, type Interviewed, interviewParts, memberPrompt } from './frame.js'

/** What every member has before it speaks. */
export interface Ground {
  readonly interview: Interviewed
  /** The codebase map; empty in a meeting. */
  readonly map: string
}

const surveyAsk =
  'Draw the map that everybody at the table will argue from, in at most 1 500 words: the shape of the project, the modules that the idea touches with their paths, data ' +
  'models, boundaries, tests, conventions, and what you did not read. Describe; recommend nothing. No heading of level 1 or 2.'

/** By the member whose skill it is, or by the conductor in its place. */
export function surveyPrompt(sitting: Sitting, member: string | null, ground: Ground): SeatPrompt {
  const skill = skillPart(sitting, member ?? '')
  const ask = [skill, part('ask', surveyAsk)]
  if (member === null) return conductorPrompt(sitting, [...interviewParts(ground.interview), ...ask])
  return memberPrompt(sitting, memberSeat(sitting, member), {
    opening: interviewParts(ground.interview),
    ask,
  })
}

export function positionPrompt(
  sitting: Sitting,
  member: string,
  ground: Ground,
  faults: readonly string[],
): SeatPrompt {
  const ask = [
    faultyPart('position', faults),
    part(
      'ask',
      `${sitting.input.mode === 'quick' ? 'The only round' : 'Round 1 of 3'}. Nobody has seen another’s words yet. ` +
        'Look into the workspace as far as your lens needs it, then say where you stand on the idea itself, in at ' +
        'most 300 words, with these labels at the start of their lines:\n\n' +
        '**Core recommendation:** one or two sentences\n\n**Key argument:** one paragraph\n\n**Risks if ignored:** two or three bullets\n\n**Dependencies on other domains:** bullets\n\n' +
        (ground.interview.summary === '' ? '' : 'Answer those of the open questions that are yours. ') +
        'Ground it with the process of your skills: where a skill’s own output format shows more than the position says, it stands ' +
        'below as `### Appendix: <skill>`, at most 150 words each, beside the 300. No appendix repeats the map.',
    ),
  ]
  return memberPrompt(sitting, memberSeat(sitting, member), {
    opening: openingParts(sitting, member, ground),
    ask,
  })
}

export function pairingPrompt(
  sitting: Sitting,
  positions: readonly Written[],
  wrong: readonly string[],
): SeatPrompt {
  const { challenge } = sitting.theme
  const directions =
    challenge.kind === 'organic'
      ? ''
      : `Only along these directions: ${challenge.directions.map(([from, to]) => `${from} (${challenge.groups[from]!.join(', ')}) challenges ${to} (${challenge.groups[to]!.join(', ')})`).join('; ')}.`
  return conductorPrompt(sitting, [
    filesPart('positions', 'The positions of round 1:', positions),
    hookPart(sitting, 'challenge'),
    part(
      'faults',
      wrong.length === 0
        ? ''
        : `Of your last list fewer than two could be used:\n${wrong.map((one) => `- ${one}`).join('\n')}`,
    ),
    part(
      'ask',
      `At the table: ${ids(sitting)}. Find two to four pairs whose positions cannot both be built: contradictions, two claims on one thing, priorities where serving ` +
        'one hurts the other. Only tensions whose resolution would change the design. `tension`: the question with its two answers, at most 25 words. `why`: what in the ' +
        `design depends on it, at most 25 words. ${directions}`.trim(),
    ),
  ])
}

export interface Challenge {
  readonly pair: Pair
  readonly member: string
  readonly other: string
  readonly otherPosition: string
  readonly ownPosition: string
  /** What the person said about the positions; empty where nothing was. */
  readonly feedback: string
}

export function challengePrompt(
  sitting: Sitting,
  one: Challenge,
  ground: Ground,
  faults: readonly string[],
): SeatPrompt {
  const { pair, member, other, feedback } = one
  const [name] = named(sitting, [other])
  const challenge = [
    part('feedback', feedback === '' ? '' : `The person said about the positions: ${feedback}`),
    part(
      'tension',
      `Round 2 of 3. This is open between you and ${name}, as the conductor sees it:\n\n${fencedBlock('tension', `${pair.tension}\nIt matters because: ${pair.why}`)}`,
    ),
    part('other', `${name}’s position:\n\n${fencedBlock('position', one.otherPosition)}`),
  ]
  const again = faults.length > 0
  const opening = [
    ...openingParts(sitting, member, ground),
    filesPart('own', 'Your own position in round 1:', [{ label: 'position', text: one.ownPosition }]),
    ...(again ? challenge : []),
  ]
  const ask = [
    ...(again ? [] : challenge),
    faultyPart('response', faults),
    part(
      'ask',
      'Answer it in at most 200 words. Where you change your mind, name what changed it; where you do not, say what would.\n\n' +
        `**Their position:** one sentence that ${name} would sign\n\n**My response:** one word: Maintain (you hold), Modify (you change yours; say how) or Defer (it is ${name}’s field, theirs holds)\n\n` +
        '**Reasoning:** one paragraph; its first sentence carries the point, since that is what all others get to read',
    ),
  ]
  return memberPrompt(sitting, memberSeat(sitting, member), { opening, ask })
}

export interface Converging {
  readonly member: string
  readonly own: readonly Written[]
  /** One line for each response, made from the files; empty where there were no pairs. */
  readonly exchanges: readonly string[]
  /** What the others answered to this member, whole. */
  readonly answers: readonly Written[]
  /** What everybody else recommended in round 1, a line each. */
  readonly others: readonly string[]
  readonly feedback: string
}

export function convergePrompt(
  sitting: Sitting,
  one: Converging,
  ground: Ground,
  faults: readonly string[],
): SeatPrompt {
  const told =
    one.exchanges.length === 0
      ? 'No two positions excluded each other, so nobody was challenged in round 2.'
      : `What came of round 2:\n\n${fencedBlock('exchanges', one.exchanges.join('\n'))}`
  const news = [
    part('feedback', one.feedback === '' ? '' : `The person said about the positions: ${one.feedback}`),
    part('exchanges', `Round 3 of 3. ${told}`),
    filesPart('answers', 'What was answered to you:', one.answers),
    part(
      'others',
      one.others.length === 0
        ? ''
        : `What the others recommended in round 1:\n\n${fencedBlock('recommendations', one.others.join('\n'))}`,
    ),
  ]
  const again = faults.length > 0
  const opening = [
    ...openingParts(sitting, one.member, ground),
    filesPart('own', 'What you wrote before:', one.own),
    ...(again ? news : []),
  ]
  const ask = [
    ...(again ? [] : news),
    faultyPart('final', faults),
    part(
      'ask',
      'Say where you end, in at most 250 words.\n\n' +
        '**Revised recommendation:** as it now stands\n\n**Concessions made:** what you gave up, and to whom\n\n**Non-negotiables:** at most three bullets, or `none`; only what you would still object to if ' +
        'everything else were adopted, each one sentence that can be checked\n\n**Implementation notes:** what whoever builds it should know',
    ),
  ]
  return memberPrompt(sitting, memberSeat(sitting, one.member), { opening, ask })
}

/** A file of the session under the name that it has in a prompt. */
export interface Written {
  readonly label: string
  readonly text: string
}

function openingParts(sitting: Sitting, member: string, { interview, map }: Ground): PromptPart[] {
  return [
    ...interviewParts(interview),
    part(
      'map',
      map === '' ? '' : `The map of the project that everybody has:\n\n${fencedBlock('codebase-map', map)}`,
    ),
    skillPart(sitting, member),
    hookPart(sitting, 'spawn', 'skills'),
  ]
}

function skillPart({ loaded }: Sitting, member: string): PromptPart {
  const own = (loaded.get(member) ?? []).map(({ skill, text }) => ({ label: `skill ${skill}`, text }))
  return filesPart('skills', 'The skills that you bring:', own)
}

const labelWords: Readonly<Record<RoundKind, string>> = {
  position: 'position',
  response: 'response',
  final: 'final position',
}

function faultyPart(kind: RoundKind, faults: readonly string[]): PromptPart {
  if (faults.length === 0) return part('faults', '')
  const words = faults.map((fault) =>
    fault === 'no-response'
      ? '- after **My response:** must stand Maintain, Modify or Defer'
      : `- the label **${fault.slice('no-label:'.length)}:** is missing or has nothing behind it`,
  )
  return part(
    'faults',
    `Your ${labelWords[kind]} could not be filed:\n${words.join('\n')}\nWrite it whole again, with every label.`,
  )
}

function ids(sitting: Sitting): string {
  return present(sitting)
    .map(({ id, name }) => `${id} (${name})`)
    .join(', ')
}
