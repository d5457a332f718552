// What surfaces show of a council session: its seats, phases, rounds, documents and outcome.

import { commonMarkWords } from '../../rules/degradations.js'
import { sourceCounts } from '../../rules/source-words.js'
import { citedIn, tallyOf } from '../../view/citations.js'
import type { Cited, Item } from '../../view/items.js'
import { nothingTold, type OutcomeTold } from '../../view/outcome.js'
import { facesIn } from '../../view/plain.js'
import { fieldsOf, listIn, numberIn, oneOf, textIn, textsIn } from '../../view/reading.js'
import type { PhaseTold, RowTold, Telling, Told, ToldBefore } from '../../view/telling.js'
import { saidParts } from './said-parts.js'

export const telling: Telling = {
  protocols: { 'council.meeting': 'Council meeting', 'council.work': 'Council at work' },
  seats: (input) => facesIn(fieldsOf(fieldsOf(input)['council'])['seats']),
  phase,
  documents: [
    { path: /^\.council\/records\/[^/]+\.scratch\.md$/, kind: 'pad', title: 'Scratchpad' },
    { path: /^\.council\/records\//, kind: 'record', title: 'Record' },
    { path: /^\.council\/scratch\//, kind: 'pad', title: 'Scratchpad', working: true },
    { path: /^\.council\/memory\//, kind: 'memory', title: 'Memory' },
  ],
  folders: ['.council/records', '.council/memory'],
  // The outcome holds the same commands, and they are shown there.
  notes: { round: tellRound, progress: tellProgress, handover: () => [], dissents: tellDissents },
  degraded: (_, data) => skippedIn(data),
  parts: saidParts,
  reply: chairWords,
  acted: ({ name, result }) => (name === 'check sources' ? tellSources(result) : []),
  answer: ({ by }, { key, input }) => ({ settled: by === 'answers' && isSettled(key, input) }),
  tell,
}

/** `--rounds` and `--conclude` settle what comes after the first rounds. */
function isSettled(key: string, input: unknown): boolean {
  const { rounds, conclude } = fieldsOf(fieldsOf(input)['ahead'])
  const [, round] = /^round-(\d+)\/ask:/.exec(key) ?? []
  return round !== undefined && typeof rounds === 'number' && (Number(round) < rounds || conclude === true)
}

function phase(name: string): PhaseTold {
  const [, kind, n] = /^(round|turn)-(\d+)$/.exec(name) ?? []
  if (kind === 'round') return { label: `Round ${n}`, round: Number(n) }
  return { label: kind === 'turn' ? `Turn ${n}` : 'Finish' }
}

/** What the chair decided in a call, in a sentence. */
function chairWords(call: string, value: unknown): string | undefined {
  const [why, next, goal] = [textIn(value, 'why'), textIn(value, 'next'), textIn(value, 'sub_goal')]
  const because = why ? `: ${why}` : ''
  switch (call) {
    case 'chair.select':
      return `seats ${textsIn(value, 'seats').join(', ')}${because}`
    case 'chair.route':
      return next === undefined ? undefined : `${next} goes next${goal ? `: ${goal}` : ''}`
    case 'chair.adjudicate':
      return `${textIn(value, 'call') === 'stop' ? 'calls it done' : 'lets the work go on'}${because}`
    case 'chair.synthesize':
      return `writes the record: ${textIn(value, 'title') ?? ''}`
    case 'chair.answer':
      return `answers ${listIn(value, 'dissents')
        .map((one) => `${textIn(one, 'id')} (${textIn(one, 'answer')})`)
        .join(', ')}`
    case 'chair.mend':
      return 'mends citations that are not there'
    default:
      return undefined
  }
}

/** The position of every seat after a round. */
function tellRound(data: unknown): readonly Told[] | undefined {
  const round = numberIn(data, 'round')
  return round === undefined ? undefined : [{ kind: 'rows', round, rows: rowsIn(data) }]
}

function rowsIn(data: unknown): readonly RowTold[] {
  return listIn(data, 'rows').flatMap(rowIn)
}

/** What the last turn marked and took back, under the ids that the record has too. */
function tellDissents(data: unknown): readonly Told[] | undefined {
  const seat = textIn(data, 'seat')
  if (seat === undefined) return undefined
  const marked = listIn(data, 'marked').map((one) => ({
    id: textIn(one, 'id') ?? '',
    against: textIn(one, 'against') ?? '',
    text: textIn(one, 'text') ?? '',
    restated: fieldsOf(one)['restated'] === true,
  }))
  const withdrawn = listIn(data, 'withdrawn').map((one) => ({
    id: textIn(one, 'id') ?? '',
    reason: textIn(one, 'reason') ?? '',
  }))
  return [{ kind: 'dissents', seat, marked, withdrawn }]
}

/** What a turn cites, or a reply of the chair. What the record cites stands in the outcome. */
function tellSources(result: unknown): readonly Told[] {
  const cited = citedIn(fieldsOf(result)['sources'])
  const by = oneOf(textIn(result, 'of'), ['turn', 'chair'])
  if (by === undefined || cited.length === 0) return []
  const verbatim = `Sources: ${sourceCounts(cited)}.`
  return [{ kind: 'citations', of: by === 'turn' ? 'turn' : 'reply', tally: tallyOf(cited), cited, verbatim }]
}

function tellProgress(data: unknown): readonly Told[] | undefined {
  const text = textIn(data, 'line')
  return text === undefined ? undefined : [{ kind: 'notice', degree: 'info', text }]
}

function skippedIn(data: unknown): readonly string[] {
  return listIn(data, 'skipped').flatMap((one) => {
    const seat = textIn(one, 'seat')
    return seat === undefined ? [] : [absent(seat, textIn(one, 'reason'))]
  })
}

function absent(seat: string, reason: string | undefined): string {
  return `${seat} gave no answer${reason ? `: ${reason}` : ''}`
}

function rowIn(row: unknown): RowTold[] {
  const [seat, position = ''] = [textIn(row, 'seat'), textIn(row, 'position')]
  if (seat === undefined) return []
  const { answered, withdrew } = fieldsOf(row)
  const dissents = listIn(row, 'dissents').map((dissent) => ({
    id: textIn(dissent, 'id') ?? '',
    qualifier: textIn(dissent, 'qualifier') ?? '',
    text: textIn(dissent, 'text') ?? '',
  }))
  const withdrawal = withdrew === true ? { withdrew } : {}
  return [{ seat, position, answered: answered === true, dissents, ...withdrawal }]
}

function tell(outcome: unknown, before?: ToldBefore): OutcomeTold | undefined {
  const [title, recommendation, record, reasoning] = ['title', 'recommendation', 'record', 'reasoning'].map(
    (name) => textIn(outcome, name),
  )
  const unwritten = fieldsOf(outcome)['record'] === null
  if (title === undefined || recommendation === undefined || (record === undefined && !unwritten))
    return undefined
  const { commit, work } = fieldsOf(outcome)
  const sources = citedIn(fieldsOf(outcome)['sources'])
  return {
    ...nothingTold,
    headline: title,
    paragraphs: [recommendation, ...(reasoning === undefined ? [] : [reasoning])],
    facts: [
      ...(record === undefined ? [] : [{ label: 'Record', value: record }]),
      ...textsIn(outcome, 'topics').map((value) => ({ label: 'Memory', value })),
      ...(sources.length > 0 ? [{ label: 'Sources in the record', value: sourceCounts(sources) }] : []),
    ],
    remarks: [
      ...(unwritten ? ['Kept in the meeting alone: no file was written, and nothing was committed.'] : []),
      ...committedWords(commit),
      ...textsIn(outcome, 'remarks'),
      ...workRemarks(work),
    ],
    commands: textsIn(work, 'handOver'),
    commits: [
      ...commitIn(commit, null),
      ...commitIn(fieldsOf(work)['commit'], textIn(work, 'branch') ?? null),
    ],
    decision: recommendation,
    ...becauseOf(reasoning ?? reasonGiven(recommendation, before?.items ?? [])),
    followUps: listIn(outcome, 'followUps').flatMap(followUpIn),
    dissents: listIn(outcome, 'dissents').flatMap(endOf),
    ...(sources.length > 0 ? { sources } : {}),
    degraded: [
      ...textsIn(outcome, 'degraded').map((mark) => commonMarkWords(mark) ?? mark),
      ...restsOnBroken(sources),
    ],
  }
}

/** What the chair wrote with this recommendation. Lines that it mended afterwards may be others in the record: then nobody's are told. */
function reasonGiven(recommendation: string, items: readonly Item[]): string | undefined {
  const replies = items.filter((item) => item.kind === 'reply')
  const last = replies.findLast(({ call }) => call === 'chair.synthesize' || call === 'chair.mend')
  const same = textIn(last?.value, 'recommendation')?.trim() === recommendation.trim()
  return same ? textIn(last?.value, 'reasoning') : undefined
}

function becauseOf(reasoning: string | undefined): Pick<OutcomeTold, 'because'> {
  return reasoning ? { because: reasoning } : {}
}

function committedWords(commit: unknown): readonly string[] {
  const [hash, branch] = [textIn(commit, 'hash'), textIn(commit, 'branch')]
  if (textIn(commit, 'kind') !== 'committed' || hash === undefined) return []
  return [`Committed${branch === undefined ? '' : ` to ${branch}`} as ${hash.slice(0, 10)}.`]
}

function commitIn(commit: unknown, own: string | null): NonNullable<OutcomeTold['commits']> {
  const hash = textIn(commit, 'hash')
  if (textIn(commit, 'kind') !== 'committed' || hash === undefined) return []
  return [{ hash, branch: own ?? textIn(commit, 'branch') ?? null }]
}

function restsOnBroken(sources: readonly Cited[]): readonly string[] {
  const broken = sources.filter(({ state }) => state === 'broken')
  if (broken.length === 0) return []
  const refs = [...new Set(broken.map(({ ref, reason }) => `${ref}, ${reason}`))]
  return [
    `the record rests on ${refs.length === 1 ? 'a broken citation' : 'broken citations'}: ${refs.join('; ')}`,
  ]
}

function endOf(dissent: unknown): NonNullable<OutcomeTold['dissents']> {
  const id = textIn(dissent, 'id')
  const { answer } = fieldsOf(dissent)
  const kind = textIn(answer, 'kind')
  if (id === undefined || (kind !== 'accepted' && kind !== 'rebutted' && kind !== 'carried')) return []
  return [{ id, answer: kind, reason: textIn(answer, 'reason') ?? '' }]
}

function followUpIn(item: unknown): NonNullable<OutcomeTold['followUps']> {
  const [action, owner] = [textIn(item, 'action'), textIn(item, 'owner')]
  return action === undefined ? [] : [{ action, owner: owner ?? '' }]
}

/** By the reason that is recorded. */
const stopWords: ReadonlyMap<string, string> = new Map([
  ['chair-done', 'the chair called it done'],
  ['max_turns', 'as many as it may take'],
  ['scratch_max_bytes', 'the scratchpad is full'],
  ['max_wall_seconds', 'its time is up'],
  ['user-stop', 'as you asked'],
])

function workRemarks(work: unknown): readonly string[] {
  const [stop, turns] = [textIn(work, 'stop'), numberIn(work, 'turns')]
  if (stop === undefined || turns === undefined) return []
  const branch = textIn(work, 'branch')
  const where = branch === undefined ? 'in place: there is no repository' : `on branch ${branch}`
  const stopped = `Stopped after ${turns} ${turns === 1 ? 'turn' : 'turns'} (${stopWords.get(stop) ?? stop}), ${where}.`
  const nothing = branch !== undefined && textsIn(work, 'handOver').length === 0
  return nothing ? [stopped, 'Nothing to merge: the branch has no commit of its own.'] : [stopped]
}
