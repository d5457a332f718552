// Prompts of the conversation: the opening, a turn, an amendment, a draft that is sent back, and a turn that came as words.

import { type PromptPart, part } from '../../../kernel/turn/prompt-parts.js'
import { fencedBlock } from '../../../text/fenced-block.js'
import type { Fault } from '../rules/checks.js'
import type { Rejected } from '../rules/records.js'
import type { Topic } from '../rules/topics.js'
import type { ScanReading } from '../schemas.js'
import { cardParts, type StateCard } from './card.js'
import { fencedPart, leadSystem, type PromptTexts, readTools, recordRules, type Table } from './frame.js'

/** What is on the table from the beginning. */
export interface Ground {
  readonly draft: string | null
  /** Files that were in the folder already. */
  readonly existing: readonly { readonly file: string; readonly text: string }[]
  readonly discovery: string | null
  readonly topics: readonly Topic[]
  /** Topics that an earlier analysis had covered; they are confirmed, not asked. */
  readonly covered: readonly string[]
  /** That analysis was signed off; what is changed now is presented anew, so it no longer counts. */
  readonly wasSigned: boolean
}

export function openingPrompt(table: Table, ground: Ground): PromptTexts {
  const ask =
    ground.draft === null && ground.existing.length === 0
      ? 'Answer first: there is no draft. The analyst alone opens, in one or two points, and asks what problem the person wants solved.'
      : 'Answer first: what the texts above already tell, in the analyst’s voice alone, two or three points that the person would nod at. Then one natural question about the ' +
        'problem: the one whose answer would change most.'
  return {
    system: leadSystem(table),
    full: [
      ...groundParts(ground),
      part(
        'ask',
        `${ask} Nobody else speaks yet, and nothing was searched. \`targets\`: the criteria that the question is about, 1 to 4 of one topic.`,
      ),
    ],
  }
}

function groundParts({ draft, existing, discovery, topics, covered, wasSigned }: Ground): PromptPart[] {
  const knowledge = topics.map(topicText).join('\n\n')
  return [
    fencedPart('draft', 'The draft that the person brought (`draft`):', 'draft', draft),
    ...existing.map(({ file, text }) =>
      fencedPart(
        `existing ${file}`,
        `${file}, which was in the folder already (\`kept:${file}\`):`,
        'file',
        text,
      ),
    ),
    fencedPart('discovery', 'What is known of the project (`discovery`):', 'discovery', discovery),
    fencedPart(
      'topics',
      'What there is to find out, topic by topic, with the criteria by which it is known:',
      'topics',
      knowledge,
    ),
    part(
      'covered',
      covered.length === 0
        ? ''
        : `An earlier analysis covered: ${covered.join(', ')}. Do not ask about it again; confirm at most. The opening says what is there and where the talk goes on` +
            `${wasSigned ? ', and that earlier sign-offs no longer hold' : ''}.`,
    ),
  ]
}

function topicText({ id, name, primary, criteria, body }: Topic): string {
  const lines = criteria.map(
    (one) => `- ${one.id}: ${one.text}${one.counts === null ? '' : ' (counted in the records, not claimed)'}`,
  )
  const knowledge = body.replace(/^# [^\n]*\n+/, '')
  return [`# ${name} (\`${id}\`, led by ${primary})`, lines.join('\n'), knowledge]
    .filter(Boolean)
    .join('\n\n')
}

export interface Message {
  readonly number: number
  readonly text: string
  /** The question that it answers, where that was none of a turn's. */
  readonly asked: string | null
}

export interface Turning {
  readonly ground: Ground
  /** Everything that was said before this exchange, for a voice that was not there. */
  readonly thread: string
  /** What is on record so far, for the same. */
  readonly records: string
  /** The person's messages since the last turn, with their numbers. */
  readonly messages: readonly Message[]
  readonly scan: ScanReading | null
  /** Whether this is the first exchange after it was made. */
  readonly scanIsNews: boolean
  readonly card: StateCard
  /** What the teammates handed in. */
  readonly team: string | null
}

export function turnPrompt(table: Table, turning: Turning): PromptTexts {
  return conversationPrompt(table, turning, turnAsk(turning))
}

function turnAsk({ scan, scanIsNews, team }: Turning): string {
  return [
    'Answer first: what the person just said. Then, only where they have something that the others cannot know, the architect and the designer. Then one question.',
    scan === null || !scanIsNews
      ? ''
      : 'The code has been read: the architect joins with one finding that changes something.',
    team === null
      ? 'Put down what was learned: `claims` for criteria that are claimed, `records` by their owners, `inferences` for what is assumed. What the card lists as missing and the code or the texts ' +
        'can tell, the architect and the designer put down now, without asking: files and order, decisions, modules, contracts, failures, security.'
      : 'Weave what the three handed in into one conversation. Hand in no records: theirs are taken.',
    'What does not fit now goes into `held`. `signals.closed` with evidence where the person does not want to talk about a topic; `signals.plateau` when nothing new comes and nothing that the card lists can be filled without the person.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** `replied`: the person has answered what was proposed in this amendment. */
export function amendPrompt(
  table: Table,
  turning: Turning,
  { domain, replied }: { readonly domain: string; readonly replied: boolean },
): PromptTexts {
  const ask = replied
    ? `The ${domain} is being amended, and the person has replied to what you proposed. Answer first: what follows from the reply. Change the records accordingly. If nothing is left to change, set ` +
      '`signals.resolved`: then everything is presented anew, and the question that a turn must have is not shown. A voice that has nothing to add stays out, unless it has not spoken in this amendment yet.'
    : `The person does not accept the ${domain} as presented. Answer first: what exactly they want changed, as you understand it; if they only said "Amend", ask what. Changes ` +
      'ripple, so all three speak: what it means for requirements, for the code, for the contracts. Change the records accordingly. The person replies to this before it can be settled.'
  return conversationPrompt(table, turning, ask)
}

function conversationPrompt(table: Table, turning: Turning, ask: string): PromptTexts {
  const { ground, thread, records, team, scan, scanIsNews } = turning
  const code = fencedPart('scan', 'What the code shows:', 'scan', scan === null ? null : scanText(scan))
  const now = [
    ...messageParts(turning),
    ...(scanIsNews ? [code] : []),
    fencedPart('team', 'What the three handed in:', 'team', team),
    ...cardParts(turning.card),
    part('ask', ask),
  ]
  return {
    system: [...leadSystem(table), part('records', recordRules(null)), part('tools', readTools)],
    full: [
      ...groundParts(ground),
      fencedPart('thread', 'What was said so far:', 'thread', thread),
      fencedPart('record', 'What is on record so far:', 'records', records),
      // A voice that was not there when the code was read is told now.
      ...(scanIsNews ? [] : [code]),
      ...now,
    ],
    since: now,
  }
}

/** The reading in lines, for prompts. */
export function scanText(reading: ScanReading): string {
  const { scope, why, complexity, nature, risk, files, modules, conventions, depends } = reading
  const list = (label: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`${label}: ${items.join('; ')}`]
  return [
    `${scope} (${why}); complexity ${complexity}, ${nature}, risk ${risk}`,
    ...files.map(
      ({ path, category, module, why: reason }) =>
        `${path} (${[category, module].filter(Boolean).join(', ')})${reason ? `: ${reason}` : ''}`,
    ),
    ...list('Modules', modules),
    ...list('Conventions', conventions),
    ...list(
      'Dependencies',
      depends.map(({ from, to }) => `${from} → ${to}`),
    ),
  ].join('\n')
}

/** The person's own words stand in the open, on lines of their own. */
export function messageParts({ messages }: Pick<Turning, 'messages'>): PromptPart[] {
  return messages.map(({ number, text, asked }) => {
    const says = asked === null ? 'The person says' : `Asked “${asked}”, the person says`
    return part(`message u${number}`, `${says} (\`u${number}\`):\n\n${quoted(text)}`)
  })
}

function quoted(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map((line) => `> ${line}`)
    .join('\n')
}

/** What was wrong with a draft; the person never saw it. `refused`: claims and records of it that would not be taken either. */
export function retryPart(faults: readonly Fault[], refused: readonly Rejected[] = []): PromptPart {
  const lines = [...new Set(faults.map(({ why }) => `- ${why}`))]
  const also = refused.map(({ what, why }) => `- ${what}: ${why}`)
  return part(
    'faults',
    [
      `Your last turn was not shown, because of this:\n${lines.join('\n')}`,
      ...(also.length > 0
        ? [`These would be refused as they are; correct them or leave them out:\n${also.join('\n')}`]
        : []),
      'Give the whole turn again with that mended, its claims and records too. Change nothing else.',
    ].join('\n\n'),
  )
}

/** For a turn that came as words: the same exchange, its substance in the structure. */
export function extractPrompt(table: Table, turning: Turning, spoken: string): PromptTexts {
  return {
    system: [...leadSystem(table), part('records', recordRules(null))],
    full: [
      ...groundParts(turning.ground),
      fencedPart('record', 'What is on record so far:', 'records', turning.records),
      ...messageParts(turning),
      part('spoken', `What was answered to that:\n\n${fencedBlock('turn', spoken)}`),
      ...cardParts(turning.card),
      part(
        'ask',
        'Answer first: which claims, records and inferences follow from what the person said. Add nothing that was not said, and quote it.',
      ),
    ],
  }
}
