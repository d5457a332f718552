// What was said: turns, turns that did not come about, and the person's answers, as they enter the transcript.

import type { Line } from '../../../kernel/line.js'
import type { Answer } from '../../../kernel/question.js'
import type { TurnData } from '../../../kernel/summary.js'
import { book } from './costs.js'
import { type Desk, notice, ownWords, type Pending } from './desk.js'
import type { ToolCall, TurnCost } from './items.js'
import { plainLabel } from './label.js'
import { withPins } from './pins.js'

/** A draft waits until the procedure lets it through; what it cost counts at once. */
export function readTurn(desk: Desk, line: Line): void {
  const turn = line.data as TurnData
  const cost = costOf(turn)
  book(desk, line, turn.seat, turn.from ? { ...cost, input: 0, output: 0 } : cost)
  if (turn.draft) desk.pending.set(turn.seat, pendingAfter(desk.pending.get(turn.seat), turn, cost))
  else if (turn.value !== undefined) desk.items.push(aside(desk, line, turn, cost))
  else pushTurn(desk, line, turn, cost)
}

function pushTurn(desk: Desk, line: Line, turn: TurnData, cost: TurnCost): void {
  const face = faceOf(desk, turn.seat)
  desk.items.push({
    kind: 'turn',
    key: `n${line.n}`,
    n: line.n,
    at: line.at,
    seat: turn.seat,
    name: face.name,
    role: face.role,
    label: '',
    phase: desk.phase,
    round: desk.round,
    text: turn.text,
    cost,
    tools: turn.receipt.tools.map(toolOf),
    cited: [],
    tally: null,
    broken: null,
  })
  withPins(desk, turn.text, face.name, `n${line.n}`)
}

function aside(desk: Desk, line: Line, turn: TurnData, cost: TurnCost) {
  const { seat, call, value } = turn
  return {
    kind: 'aside',
    key: `n${line.n}`,
    n: line.n,
    seat,
    name: faceOf(desk, seat).name,
    call,
    value,
    cost,
  } as const
}

interface FailedData {
  readonly result?: boolean
  readonly seat?: string
  readonly call?: string
  readonly cause?: string
  readonly message?: string
  readonly partial?: string
  readonly tokens?: { readonly input: number; readonly output: number; readonly estimated?: boolean }
  readonly from?: unknown
  readonly tools?: readonly ToolCall[]
}

/** What was said before a turn broke off is kept; a run that broke off is said as such. */
export function readFailure(desk: Desk, line: Line): void {
  const {
    seat,
    result,
    message = 'no reason was given',
    partial = '',
    tokens,
    from,
    cause,
    tools = [],
  } = line.data as FailedData
  if (seat && tokens && !from) book(desk, line, seat, { ...tokens, estimated: tokens.estimated ?? false })
  const broke = partial.trim() !== '' || cause === 'interrupted'
  if (seat && broke) brokenTurn(desk, line, seat, { partial, cause, message, tools })
  else if (seat && result)
    desk.items.push(notice(line, `${faceOf(desk, seat).name} did not speak: ${message}`, 'warning'))
  else
    desk.items.push({
      kind: 'stop',
      key: `n${line.n}`,
      n: line.n,
      at: line.at,
      word: 'failed',
      text: message,
    })
}

interface Broken {
  readonly tools: readonly ToolCall[]
  readonly partial: string
  readonly cause: string | undefined
  readonly message: string
}

function brokenTurn(desk: Desk, line: Line, seat: string, { partial, cause, message, tools }: Broken): void {
  const { name, role } = faceOf(desk, seat)
  const broken = cause === 'interrupted' ? 'stopped here' : `broke off: ${message}`
  desk.items.push({ ...ownWords(desk, line, partial, role), seat, name, broken, tools: tools.map(toolOf) })
}

/** Words become a turn of the person's; a bare choice one line. A chartered meeting emits the words itself. */
export function readAnswer(desk: Desk, line: Line): void {
  const answer = line.data as Answer
  const asked = desk.questions.find(({ key }) => key === line.key)?.question
  desk.questions = desk.questions.filter(({ key }) => key !== line.key)
  const all = asked ? [...asked.options, ...(asked.freeText ? [asked.freeText] : [])] : []
  const chosen = plainLabel(all.find(({ key }) => key === answer.choose)?.label ?? answer.choose)
  const emitsItself = desk.summary.protocol === 'meet' && answer.choose === 'interject'
  if (answer.text !== undefined && !emitsItself) {
    dropOpening(desk, answer.text)
    desk.items.push(ownWords(desk, line, answer.text, desk.summary.protocol === 'talk' ? '' : chosen))
    return
  }
  const title = asked ? asked.title : answer.question
  desk.items.push({ kind: 'choice', key: `n${line.n}`, n: line.n, at: line.at, title, chosen, by: answer.by })
}

/** A talk is opened with words that become the answer to its first question. */
function dropOpening(desk: Desk, text: string): void {
  const at = desk.items.findIndex(
    (item) => item.kind === 'turn' && item.n === 1 && item.text.trim() === text.trim(),
  )
  if (at >= 0) desk.items.splice(at, 1)
}

function pendingAfter(before: Pending | undefined, turn: TurnData, cost: TurnCost): Pending {
  return {
    input: (before?.input ?? 0) + cost.input,
    output: (before?.output ?? 0) + cost.output,
    estimated: (before?.estimated ?? false) || cost.estimated,
    model: cost.model,
    backend: cost.backend,
    tools: [...(before?.tools ?? []), ...turn.receipt.tools.map(toolOf)],
    attempts: (before?.attempts ?? 0) + cost.attempts,
    value: turn.value,
  }
}

export function faceOf(desk: Desk, seat: string) {
  return desk.faces.find(({ id }) => id === seat) ?? { id: seat, name: seat, role: '' }
}

function costOf({ receipt }: TurnData): TurnCost {
  const { tokens, model, backend, attempts } = receipt
  const { input, output, estimated } = tokens
  return { input, output, estimated, model, backend, attempts }
}

function toolOf({ id, name, input, ok, output }: ToolCall): ToolCall {
  return { id, name, input, ok, output }
}
