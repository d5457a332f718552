// Checks of a conversation: what is wrong with a turn before it is shown. What fails is sent back unseen, and repaired by removal in the end.
//
// CV-08 (one turn a message) is kept by the procedure, and CV-21 (no echo) by `withoutEchoes`: both cannot be broken by what arrives here.

import { type Role, roles } from '../names.js'
import type { Spoken } from '../schemas.js'
import type { TopicCoverage } from './coverage.js'
import { comparable, refOf } from './evidence.js'
import * as speech from './speech.js'
import { type Topic, topicOfCriterion } from './topics.js'
import { overlap, wordsOf } from './words.js'

export type Place =
  | { readonly kind: 'point'; readonly voice: number; readonly point: number }
  | { readonly kind: 'voice'; readonly voice: number }
  | { readonly kind: 'question' }
  | { readonly kind: 'turn' }

export interface Fault {
  readonly rule: string
  readonly at: Place
  readonly why: string
}

export interface Draft {
  readonly spoken: Spoken
  /** The text that it was read from, where it came as prose. */
  readonly prose: { readonly text: string; readonly before: string; readonly running: number } | null
}

export interface Asked {
  readonly text: string
  readonly kind: 'open' | 'confirm'
  readonly targets: readonly string[]
}

export interface Conversation extends speech.Speakers {
  readonly exchange: number
  /** The person has reopened what was settled: asking about it again is what they want. */
  readonly amending: boolean
  readonly heard: ReadonlySet<Role>
  /** Personas that are not there; nobody waits for their voice. */
  readonly missing: ReadonlySet<Role>
  readonly topics: readonly Topic[]
  readonly coverage: readonly TopicCoverage[]
  /** Ids of the topics that the tier needs. */
  readonly needed: ReadonlySet<string>
  /** Earlier questions that were answered. */
  readonly answered: readonly Asked[]
  /** Whether the code has been read. */
  readonly scanRead: boolean
  readonly discovery: string | null
  readonly messages: number
  isFile(path: string): boolean
  isRecord(id: string): boolean
}

type Check = (draft: Draft, talk: Conversation) => readonly Fault[]

/** Points of a voice, words of a point, and the share of running text in prose. */
export const brevity = { points: 4, words: 30, running: 0.3 } as const
/** From this overlap on two texts say the same. */
const same = 0.8

export const fixedQuestion = 'What else should we know?'

const checks: Readonly<Record<string, Check>> = {
  'CV-01': lines('CV-01', 'it is a header of a phase; leave headers out', (line) =>
    speech.isPhaseHeader(line),
  ),
  'CV-02': lines('CV-02', 'it is a header of a step; leave headers out', (line) => speech.isStepHeader(line)),
  'CV-03': questionLists,
  'CV-04': lines('CV-04', 'it announces a handover; let the other simply speak', speech.announcesHandover),
  'CV-05': lines('CV-05', 'it offers a menu; ask one question in a sentence', (line) => speech.isMenu(line)),
  'CV-06': voicesEarly,
  'CV-07': endsInQuestion,
  'CV-09': lines('CV-09', 'it puts words in the person’s mouth', speech.playsPerson),
  'CV-10': isBrief,
  'CV-11': lines('CV-11', 'it holds praise, thanks or thinking aloud; leave that out', (line) =>
    speech.isFiller(line),
  ),
  'CV-12': asksAgain,
  'CV-13': earnsQuestion,
  'CV-14': oneFocus,
  'CV-15': lines(
    'CV-15',
    'it shows what is tracked behind the talk (ids, percentages, states, depths); say it in plain words',
    (line, { topics }) =>
      speech.showsTracker(line, {
        topics: topics.map(({ id }) => id),
        criteria: topics.flatMap(({ criteria }) => criteria.map(({ id }) => id)),
      }),
  ),
  'CV-16': lines('CV-16', 'it announces a topic; go there with a concrete thought instead', (line) =>
    speech.announcesTopic(line),
  ),
  'CV-17': lines('CV-17', 'it reports a search; say what the code means instead', (line) =>
    speech.reportsSearch(line),
  ),
  'CV-18': evidenceFirst,
  'CV-19': mayAsk,
  'CV-20': ownField,
  'CV-22': voicesOnly,
}

export interface Checked {
  readonly faults: readonly Fault[]
  /** Rules that broke down: the turn passes them, and the journal says so. */
  readonly crashed: readonly string[]
}

export function checkTurn(draft: Draft, talk: Conversation): Checked {
  const faults: Fault[] = []
  const crashed: string[] = []
  for (const [rule, check] of Object.entries(checks)) {
    try {
      faults.push(...check(draft, talk))
    } catch {
      crashed.push(rule)
    }
  }
  return { faults, crashed }
}

/** CV-21: a point that repeats another voice's is left out, and so is a voice with nothing left. */
export function withoutEchoes(spoken: Spoken): Spoken {
  const before: { readonly role: Role; readonly text: string }[] = []
  const contributions = spoken.contributions.flatMap((voice) => {
    const points = voice.points.filter(
      (point) => !before.some(({ role, text }) => role !== voice.role && overlap(text, point) >= same),
    )
    before.push(...points.map((text) => ({ role: voice.role, text })))
    return points.length === 0 ? [] : [{ ...voice, points }]
  })
  return { ...spoken, contributions }
}

// ---- checks of single lines

function lines(rule: string, why: string, isFaulty: (line: string, talk: Conversation) => boolean): Check {
  return ({ spoken }, talk) => [
    ...spoken.contributions.flatMap(({ points }, voice) =>
      points.flatMap((line, point) =>
        isFaulty(line, talk)
          ? [{ rule, at: { kind: 'point' as const, voice, point }, why: `“${line}”: ${why}` }]
          : [],
      ),
    ),
    ...(isFaulty(spoken.question.text, talk)
      ? [{ rule, at: { kind: 'question' as const }, why: `“${spoken.question.text}”: ${why}` }]
      : []),
  ]
}

function onQuestion(rule: string, why: string): Fault[] {
  return [{ rule, at: { kind: 'question' }, why }]
}

// ---- checks of the whole turn

function questionLists({ spoken, prose }: Draft): Fault[] {
  const points = spoken.contributions.flatMap(({ points: list }, voice) =>
    list.flatMap((text, point) => (text.includes('?') ? [{ voice, point }] : [])),
  )
  const isList = points.length >= 3 || (prose !== null && speech.isQuestionList(prose.text.split('\n')))
  if (!isList) return []
  const why = 'it is a list of questions; ask one'
  if (points.length === 0) return [{ rule: 'CV-03', at: { kind: 'turn' }, why }]
  return points.map((place) => ({ rule: 'CV-03', at: { kind: 'point', ...place }, why }))
}

/** By the end of this exchange everybody has spoken. */
export const lastSilence = 3

function voicesEarly({ spoken }: Draft, { exchange, heard, missing }: Conversation): Fault[] {
  const speaking = new Set(spoken.contributions.map(({ role }) => role))
  const fault = (why: string): Fault[] => [{ rule: 'CV-06', at: { kind: 'turn' }, why }]
  if (exchange === 1) {
    const others = [...speaking].filter((role) => role !== 'business-analyst')
    return others.length === 0 ? [] : fault('the analyst opens alone')
  }
  if (exchange < lastSilence) return []
  const silent = roles.filter((role) => !speaking.has(role) && !heard.has(role) && !missing.has(role))
  return silent.flatMap((role) => fault(`${role} has not spoken yet; wanted is ${wantedOf[role]}`))
}

/** One concrete thing of its own field, no agreement. */
export const wantedOf: Readonly<Record<Role, string>> = {
  'business-analyst': 'what the person’s words mean for the people concerned',
  'solutions-architect': 'a file and what it implies',
  'system-designer': 'an interface or a failure case',
}

function endsInQuestion({ spoken }: Draft): Fault[] {
  const points = spoken.contributions.flatMap(({ points: list }, voice) =>
    list.flatMap((text, point) =>
      /\?["'”’)\s*_]*$/.test(text)
        ? [
            {
              rule: 'CV-07',
              at: { kind: 'point' as const, voice, point },
              why: `“${text}” asks; only the question does`,
            },
          ]
        : [],
    ),
  )
  const isQuestion = spoken.question.text.trimEnd().endsWith('?')
  return [
    ...points,
    ...(isQuestion ? [] : onQuestion('CV-07', 'the question does not end with a question mark')),
  ]
}

function isBrief({ spoken, prose }: Draft): Fault[] {
  const voices = spoken.contributions.flatMap(({ points }, voice) => [
    ...points.flatMap((text, point): Fault[] => {
      const count = wordsOf(text).length
      const at = { kind: 'point' as const, voice, point }
      if (point >= brevity.points)
        return [{ rule: 'CV-10', at, why: `“${text}”: a voice has at most ${brevity.points} points` }]
      return count <= brevity.words
        ? []
        : [{ rule: 'CV-10', at, why: `“${text}” has ${count} words; at most ${brevity.words}` }]
    }),
  ])
  const isRunning = prose !== null && prose.running > brevity.running
  return isRunning
    ? [...voices, { rule: 'CV-10', at: { kind: 'turn' }, why: 'it is running text; write short points' }]
    : voices
}

function asksAgain({ spoken: { question } }: Draft, talk: Conversation): Fault[] {
  const { coverage, answered, amending } = talk
  if (question.text === fixedQuestion) return []
  const { targets, kind, text } = question
  const isSaid = (id: string) => sourceOf(id, coverage) === 'user'
  if (!amending && targets.length > 0 && targets.every(isSaid))
    return onQuestion('CV-12', `the person has said all of ${targets.join(', ')} already${instead(talk)}`)
  const alike = answered.find((one) => overlap(one.text, text) >= same)
  if (alike) return onQuestion('CV-12', `“${alike.text}” was asked and answered`)
  const confirmedBefore = (id: string) =>
    answered.some((one) => one.kind === 'confirm' && one.targets.includes(id))
  return !amending && kind === 'confirm' && targets.length > 0 && targets.every(confirmedBefore)
    ? onQuestion('CV-12', `${targets.join(', ')}: one confirmation is enough${instead(talk)}`)
    : []
}

/** What could be asked about instead. */
function instead({ coverage, needed }: Conversation): string {
  const unmet = coverage
    .filter(({ topic_id, closed }) => closed === null && needed.has(topic_id))
    .flatMap(({ criteria_total, criteria_met }) =>
      criteria_total.filter((id) => !criteria_met.some((met) => met.id === id)),
    )
  return unmet.length === 0 ? '' : `; not known yet: ${unmet.join(', ')}`
}

function earnsQuestion({ spoken: { question } }: Draft, { coverage }: Conversation): Fault[] {
  const known = question.targets.filter((id) => {
    const source = sourceOf(id, coverage)
    return source !== null && source !== 'user'
  })
  if (known.length === 0 || (question.kind === 'confirm' && question.inference?.trim())) return []
  return onQuestion(
    'CV-13',
    `what is known already tells ${known.join(', ')}: make it a \`confirm\` that states your \`inference\` and asks whether it is right`,
  )
}

function oneFocus({ spoken: { question } }: Draft, { topics }: Conversation): Fault[] {
  const found = question.targets.map((id) => topicOfCriterion(topics, id)?.id ?? null)
  const named = [...new Set(found.filter((id) => id !== null))]
  return [
    ...(found.includes(null)
      ? onQuestion('CV-14', `there is no criterion ${question.targets[found.indexOf(null)]}`)
      : []),
    ...(named.length > 1
      ? onQuestion('CV-14', `the targets belong to several topics (${named.join(', ')}); keep those of one`)
      : []),
    ...((question.text.match(/\?/g) ?? []).length > 1
      ? onQuestion('CV-14', 'it is more than one question; ask the one that matters more')
      : []),
  ]
}

/** Prose cites nothing that could be looked up. */
function evidenceFirst({ spoken, prose }: Draft, talk: Conversation): Fault[] {
  if (prose !== null) return []
  return spoken.contributions.flatMap((voice, at): Fault[] => {
    const fault = (why: string): Fault[] => [{ rule: 'CV-18', at: { kind: 'voice', voice: at }, why }]
    if (voice.role === 'solutions-architect' && !isGrounded(voice, talk))
      return fault(groundless(voice, talk))
    if (voice.role === 'system-designer' && !(voice.refs ?? []).some((ref) => isAgreed(ref, talk)))
      return fault(
        'the designer starts from no record or message: name one that is there in `refs`, such as u1',
      )
    return []
  })
}

function groundless({ refs = [] }: Grounded, talk: Conversation): string {
  const paths = refs.flatMap((text) => {
    const ref = refOf(text)
    return ref?.kind === 'path' ? [ref.path] : []
  })
  const there = paths.filter((path) => talk.isFile(path))
  if (there.length > 0)
    return `the architect cites ${there.join(', ')}, but no point names ${there.map(baseName).join(' or ')}`
  if (paths.length > 0) return `the architect cites ${paths.join(', ')}, which is not there`
  return talk.scanRead
    ? 'the architect cites no file: put its path in `refs`, and its name in a point'
    : 'the architect leans on neither the draft nor a file: put one in `refs`'
}

function baseName(path: string): string {
  return path.split('/').at(-1)!
}

interface Grounded {
  readonly points: readonly string[]
  readonly refs?: readonly string[] | undefined
}

function isGrounded({ points, refs = [] }: Grounded, talk: Conversation): boolean {
  return refs.some((text) => {
    const ref = refOf(text)
    if (ref?.kind === 'draft') return !talk.scanRead
    if (ref?.kind === 'discovery')
      return talk.discovery !== null && points.some((point) => sharesWords(point, talk.discovery!))
    if (ref?.kind !== 'path' || !talk.isFile(ref.path)) return false
    const base = baseName(ref.path).toLowerCase()
    return points.some((point) => point.toLowerCase().includes(base))
  })
}

/** Four words in a row, or words in quotes, that stand in the text. */
function sharesWords(point: string, text: string): boolean {
  const quotes = [...point.matchAll(/[“"]([^”"]+)[”"]/g)].map(([, quote]) => comparable(quote!))
  const whole = comparable(text)
  if (quotes.some((quote) => quote !== '' && whole.includes(quote))) return true
  const words = wordsOf(point)
  const running = ` ${wordsOf(text).join(' ')} `
  return words.some(
    (_, at) => at + 4 <= words.length && running.includes(` ${words.slice(at, at + 4).join(' ')} `),
  )
}

function isAgreed(text: string, { messages, isRecord }: Conversation): boolean {
  const ref = refOf(text)
  if (ref?.kind === 'message') return ref.number <= messages
  return ref?.kind === 'record' && isRecord(ref.id)
}

function mayAsk({ spoken: { question } }: Draft): Fault[] {
  return question.role === 'business-analyst' || question.kind === 'confirm'
    ? []
    : onQuestion(
        'CV-19',
        'only the analyst asks openly; others state what they found and ask whether it is right',
      )
}

function ownField({ spoken }: Draft): Fault[] {
  return spoken.contributions.flatMap(({ role, points }, voice): Fault[] => {
    const code = role === 'business-analyst' ? points.find(speech.holdsCode) : undefined
    const why = `“${code}”: the analyst speaks in plain words, without code and without backticks`
    return code === undefined ? [] : [{ rule: 'CV-20', at: { kind: 'voice', voice }, why }]
  })
}

function voicesOnly({ spoken, prose }: Draft): Fault[] {
  const seen = new Set<Role>()
  const twice = spoken.contributions.flatMap(({ role }, voice): Fault[] => {
    if (!seen.has(role)) {
      seen.add(role)
      return []
    }
    return [{ rule: 'CV-22', at: { kind: 'voice', voice }, why: `${role} speaks twice` }]
  })
  const outside =
    spoken.contributions.length === 0 || (prose !== null && prose.before.trim() !== '')
      ? [{ rule: 'CV-22', at: { kind: 'turn' as const }, why: 'there are words outside of the three voices' }]
      : []
  return [...twice, ...outside]
}

function sourceOf(criterion: string, coverage: readonly TopicCoverage[]) {
  const met = coverage.flatMap(({ criteria_met }) => criteria_met).find(({ id }) => id === criterion)
  return met?.source ?? null
}
