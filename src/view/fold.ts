// The fold: journal lines into the story that every surface renders.
//
//   TALE1  Line by line or all at once gives the same story; a line that was told already changes nothing.
//   TALE2  No journal that can be read makes it throw, whatever its notes hold.
//   TALE3  An item keeps its identity until it changes, so that a long transcript is painted once.

import type { Line, LineOf } from '../kernel/line/line.js'
import type { AgentNotice } from '../kernel/line/line-data.js'
import { settleDissents } from './dissents.js'
import { haltWords } from './halts.js'
import type { Notice } from './items.js'
import { notes, wordsIn } from './notes.js'
import { phaseLabel } from './phase-label.js'
import { tellOutcome } from './plain.js'
import { fieldsOf, listIn, textIn, textsIn } from './reading.js'
import { answered, asked, failed, turn } from './said.js'
import { blank, copyOf, type Draft, type Story } from './story.js'
import { grown } from './summary.js'
import type { Telling } from './telling.js'
import { placeIn } from './tellings.js'
import { enterRound, put } from './told.js'

export function storyOf(lines: readonly Line[], telling: Telling): Story {
  const draft = blank()
  for (const line of lines) tellLine(draft, line, telling)
  return draft
}

/** The same story when there is nothing new in these lines, else a new one: the arrays of the old are left alone. */
export function extended(story: Story, lines: readonly Line[], telling: Telling): Story {
  const news = lines.filter(({ n }) => n > story.summary.lines)
  if (news.length === 0) return story
  const draft = copyOf(story)
  for (const line of news) tellLine(draft, line, telling)
  return draft
}

/** Goes on with a story in place: for whoever holds it alone. */
export function tellLine(draft: Draft, line: Line, telling: Telling): void {
  if (line.n <= draft.summary.lines) return
  draft.summary = grown(draft.summary, line, telling)
  add(draft, line, telling)
  secrets(draft, line, telling)
  draft.questions = stillOpen(draft)
}

/** Every line says where secrets were masked in it. Told as the protocol tells its own notices. */
function secrets(draft: Draft, line: Line, telling: Telling): void {
  listIn(line.data, 'secrets').forEach((one, at) => {
    const place = textIn(one, 'place')
    if (place === undefined) return
    const text = `secret masked in ${place} (${textsIn(one, 'kinds').join(', ')})`
    const note = { kind: 'notice', data: { degree: 'CRITICAL', text } }
    for (const told of notes(note, draft, telling)) put(draft, line, told, 'secret', `s${at}`)
  })
}

/** What a line adds besides the summary. */
function add(draft: Draft, line: Line, telling: Telling): void {
  switch (line.kind) {
    case 'opened':
      opened(draft, line, telling)
      break
    case 'phase':
      phase(draft, line, telling)
      break
    case 'turn':
      turn(draft, line, telling)
      break
    case 'failed':
      failed(draft, line, telling)
      break
    case 'asked':
      asked(draft, line, telling)
      break
    case 'answered':
      answered(draft, line, telling)
      break
    case 'wrote':
      wrote(draft, line, telling)
      break
    case 'acted':
      for (const told of telling.acted?.(line.data, draft) ?? []) put(draft, line, told, '')
      break
    case 'noted':
      noted(draft, line, telling)
      break
    case 'paused':
    case 'halted':
    case 'aborted':
    case 'concluded':
      stopped(draft, line, telling)
  }
}

function opened(draft: Draft, line: LineOf<'opened'>, telling: Telling): void {
  const { n, at, data } = line
  draft.opened = data
  draft.faces = [...telling.seats(data.input)]
  draft.person = telling.person?.(data.input) || draft.person
  limit(draft, data.agents)
  if (data.forkedFrom) {
    const text = `Forked from ${data.forkedFrom.id} at line ${data.forkedFrom.at}.`
    put(draft, line, { kind: 'notice', degree: 'info', text }, 'forked')
  }
  const text = telling.openingWords?.(data.input) ?? ''
  if (text.trim() !== '') draft.items.push({ kind: 'opening', key: `n${n}`, n, at, name: draft.person, text })
}

/** What the meeting may cost. */
function limit(draft: Draft, agents: unknown): void {
  const { ceiling, costCeiling, default: usual, seats, prices } = fieldsOf(agents)
  if (typeof usual === 'string')
    draft.voices = { default: usual, seats: fieldsOf(seats), prices: fieldsOf(prices) }
  if (typeof ceiling === 'number') draft.ceiling = ceiling
  if (typeof costCeiling === 'number') draft.costCeiling = costCeiling
}

function phase(draft: Draft, line: LineOf<'phase'>, telling: Telling): void {
  const { n, at } = line
  const { name } = line.data
  const { label, round, quiet = false } = telling.phase?.(name) ?? { label: phaseLabel(name) }
  if (round !== undefined) enterRound(draft, line, round, name)
  else draft.items.push({ kind: 'phase', key: `n${n}`, n, at, name, label, skipped: null, quiet })
}

/** A file that grows with the meeting is written often, and worth a word once. */
function wrote(draft: Draft, { n, at, data }: LineOf<'wrote'>, telling: Telling): void {
  const { path, removed = false, masked = false } = data
  const known = draft.documents.has(path)
  const { kind, title, working } = placeIn(path, telling.documents)
  draft.documents.delete(path)
  if (!removed) draft.documents.set(path, { path, kind, title, line: n, at, working })
  if (known && !removed) return
  draft.items.push({ kind: 'wrote', key: `n${n}`, n, at, path, removed, masked, working })
}

/** What the kernel notes for itself is nobody's news. */
function noted(draft: Draft, line: LineOf<'noted'>, telling: Telling): void {
  const { data } = line
  if (data.aside) {
    if (data.kind === 'agent-notice') agentNotice(draft, line, data.data)
    if (data.kind === 'voices') voices(draft, line, data.data.agents)
    return
  }
  draft.recap = telling.recap?.(data.kind, data.data) ?? draft.recap
  const drawn = drawIn(draft, line, telling)
  notes(data, draft, telling).forEach((told, at) => {
    put(draft, line, told, data.kind, at === 0 ? '' : `t${at}`, drawn)
  })
}

/** What the note says on one line, where it is also drawn. */
function drawIn(draft: Draft, { n, data }: LineOf<'noted'>, telling: Telling): Notice['drawn'] {
  const draws = telling.draws
  const made = draws && Object.hasOwn(draws, data.kind) ? draws[data.kind]?.(data.data, draft, n) : undefined
  for (const drawing of made ?? []) draft.drawings.set(drawing.id, drawing)
  const id = made?.[0]?.id
  return id === undefined ? undefined : { id, line: wordsIn(data.data) }
}

/** From here on others speak for the seats. */
function voices(draft: Draft, line: LineOf<'noted'>, agents: unknown): void {
  limit(draft, agents)
  const { default: usual, seats } = fieldsOf(agents)
  const own = Object.entries(fieldsOf(seats)).map(([seat, voice]) => `${seat} by ${String(voice)}`)
  const text = `Voices from here on: ${[String(usual), ...own].join(', ')}.`
  put(draft, line, { kind: 'notice', degree: 'info', text }, 'voices')
}

/** What an agent said beside its reply is for whoever watches, not for the other seats. */
function agentNotice(draft: Draft, line: LineOf<'noted'>, { seat, text }: AgentNotice): void {
  put(draft, line, { kind: 'notice', degree: 'info', text: `${seat}: ${text}` }, 'agent-notice')
}

function stopped(
  draft: Draft,
  line: LineOf<'paused' | 'halted' | 'aborted' | 'concluded'>,
  telling: Telling,
): void {
  const { n, at, kind: word } = line
  if (line.kind === 'concluded') {
    draft.outcome = tellOutcome(line.data.outcome, telling, draft)
    settleDissents(draft, draft.outcome.dissents ?? [])
  }
  const [text, words] = reasonOf(line)
  draft.items.push({ kind: 'stop', key: `n${n}`, n, at, word, text, words })
}

function reasonOf(line: LineOf<'paused' | 'halted' | 'aborted' | 'concluded'>): [string, string] {
  if (line.kind === 'concluded') return ['', '']
  return line.kind === 'halted'
    ? [line.data.line, haltWords(line.data)]
    : [line.data.reason, line.data.reason]
}

/** Which questions are open is the summary's to say. */
function stillOpen({ questions, summary }: Draft): Draft['questions'] {
  const open = new Set(summary.questions.map(({ key }) => key))
  return questions.every(({ key }) => open.has(key))
    ? questions
    : questions.filter(({ key }) => open.has(key))
}
