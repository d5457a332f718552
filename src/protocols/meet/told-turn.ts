// An emitted turn for surfaces: its header as fields, what was said, and the exact block of the transcript.

import { DISPATCHED_VIA, ORIGINS, turnHeader } from '../../rules/turn-header.js'
import { fieldsOf, listIn, numberIn, oneOf, textIn, textsIn } from '../../view/reading.js'
import type { Story } from '../../view/story.js'
import type { Told } from '../../view/telling.js'
import { loopBreakRole, plainBody } from './loop-break.js'
import { proposalsIn } from './told-proposals.js'
import { turnParts } from './turn-parts.js'

interface TurnHead {
  readonly round: number
  /** Counted through the whole meeting; 0 for the charter. */
  readonly t: number
  readonly speaker: string
  readonly role: string
  readonly phase: string
}

interface EmittedTurn extends TurnHead {
  readonly seat: string | null
  readonly text: string
  readonly verbatim: string
  /** Without the lines below the header that only machines read. */
  readonly shown?: string
  /** A prelude: the transcript has its first line only. */
  readonly abridged: boolean
}

export function tellEmitted(data: unknown, story: Story): readonly Told[] | undefined {
  const turn = emittedIn(data)
  if (!turn) return undefined
  const { seat, speaker, role, phase, round, t, verbatim, shown, abridged } = turn
  const text = plainBody(role, turn.text)
  const parts = turnParts(text)
  const told: Told[] = []
  if (phase === 'DISCUSS' && round > story.round) told.push({ kind: 'round', round })
  told.push({
    kind: 'turn',
    ...{ seat, name: speaker, role: plainRole(role), phase, round, text, parts, verbatim },
    ...(shown === undefined ? {} : { shown }),
    ...(abridged ? { abridged } : {}),
    label: t > 0 ? `turn ${t}` : 'charter',
  })
  const pins = parts.flatMap((part) => (part.kind === 'pin' ? [part] : []))
  if (phase === 'DISCUSS' && pins.length > 0) told.push({ kind: 'pins', pins, by: speaker })
  const proposals = proposalsIn(data)
  if (proposals.length > 0) told.push({ kind: 'proposals', proposals })
  return told
}

function plainRole(role: string): string {
  if (role === loopBreakRole) return 'breaks a loop'
  return role === 'User' ? '' : role
}

function emittedIn(data: unknown): EmittedTurn | undefined {
  const [text, speaker, role, phase] = ['text', 'speaker', 'role', 'phase'].map((name) => textIn(data, name))
  const [t, round] = [numberIn(data, 't'), numberIn(data, 'round')]
  if (text === undefined || speaker === undefined || role === undefined || phase === undefined)
    return undefined
  if (t === undefined || round === undefined) return undefined
  const prelude = preludeText(fieldsOf(data)['prelude'])
  const head = { t, round, speaker, role, phase }
  const header = headerOf(data, head)
  const body = textIn(data, 'shown') ?? text
  return {
    ...head,
    seat: textIn(data, 'seat') ?? null,
    text: prelude ?? text,
    verbatim: `${header}\n${body}`,
    shown: `${header.split('\n', 1)[0]}\n\n${body}`,
    abridged: prelude !== undefined,
  }
}

/** The header exactly as the meeting's transcript has it. */
function headerOf(data: unknown, { t, round, speaker, role, phase }: TurnHead): string {
  const { via, origin } = fieldsOf(data)
  return turnHeader({
    ...{ round, turn: t, speaker, role: role.replaceAll('/', '-') },
    turnCost: numberIn(data, 'cost') ?? 0,
    runningTotal: numberIn(data, 'total') ?? 0,
    phase: textIn(data, 'kind') === 'facilitator' ? undefined : phase,
    turnId: textIn(data, 'turn'),
    dispatchedVia: oneOf(via, DISPATCHED_VIA),
    origin: oneOf(origin, ORIGINS),
  })
}

/** What the seat prepared, and below it the other sources that it consulted. */
function preludeText(prelude: unknown): string | undefined {
  if (listIn(prelude, 'bullets').length + listIn(prelude, 'sources').length === 0) return undefined
  const bullets = textsIn(prelude, 'bullets').map((bullet) => `- ${bullet}`)
  const others = textsIn(prelude, 'sources').filter((ref) => !bullets.some((bullet) => bullet.includes(ref)))
  const consulted = others.length > 0 ? `Also consulted: ${others.join(', ')}` : ''
  return [bullets.join('\n'), consulted].filter((part) => part !== '').join('\n\n')
}
