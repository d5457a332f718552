// Phase 3: survey, positions without having seen each other, challenges in pairs, and where each ends.

import type { Meeting } from '../../../kernel/protocol.js'
import { ask } from '../asking.js'
import { readPairs, renderPairs, responseFile } from '../documents/pairs.js'
import {
  exchangeLine,
  type RoundHead,
  recommendationIn,
  renderRoundFile,
  responseIn,
  roundFaults,
} from '../documents/rounds.js'
import { renderListing, renderSurvey } from '../documents/survey.js'
import { writeFile } from '../files.js'
import { hear, hearShape, hearTextIfRoom, type NoRoom, type Unheard, type Words } from '../hearing.js'
import { noteHooks } from '../hooks.js'
import type { Interviewed } from '../prompts/frame.js'
import {
  challengePrompt,
  convergePrompt,
  type Ground,
  pairingPrompt,
  positionPrompt,
  surveyPrompt,
  type Written,
} from '../prompts/rounds.js'
import { inRosterOrder, nameOf } from '../rules/members.js'
import { cycleFolder } from '../rules/onward.js'
import { type Pair, type Pairing, validPairs, wantsMorePairs } from '../rules/pairing.js'
import { mapSkill } from '../rules/skills.js'
import * as shapes from '../schemas.js'
import { conductorSeat, leaveOut, mark, memberSeat, named, present, type Sitting } from '../sitting.js'
import { together } from './members.js'

export interface Deliberated {
  readonly ground: Ground
  readonly positions: ReadonlyMap<string, string>
  readonly feedback: string
}

/** What came of pairs, round 2 and round 3 of one cycle. */
export interface Cycle {
  readonly pairs: readonly Pair[]
  readonly responses: readonly Response[]
  readonly finals: ReadonlyMap<string, string>
}

export interface Response {
  readonly pair: Pair
  readonly member: string
  readonly other: string
  readonly file: string
}

/** Before round 1 somebody draws the map that all argue from. */
export async function survey(sitting: Sitting, interview: Interviewed): Promise<Ground> {
  const { meeting } = sitting
  const before = sitting.texts.get('context/codebase-map.md')
  if (before !== undefined) return { interview, map: before }
  await meeting.phase('survey')
  const member = mapperOf(sitting)
  const seat = member === null ? conductorSeat(sitting) : memberSeat(sitting, member)
  const ground = { interview, map: '' }
  const said = await hear(sitting, meeting, { seat, id: 'survey' }, surveyPrompt(sitting, member, ground))
  if (said.kind === 'unheard')
    await meeting.note('warning', {
      text: `The survey failed: ${said.reason}. The list of files stands in for it.`,
    })
  const text = said.kind === 'heard' ? renderSurvey(said.value) : renderListing(sitting.input.files)
  const map = await writeFile(sitting, 'context/codebase-map.md', text, { as: 'map' })
  return { interview, map }
}

/** Whose skill the map is; null where nobody at the table has it. */
function mapperOf(sitting: Sitting): string | null {
  const hasIt = (id: string) => sitting.input.skills[id]?.some(({ skill }) => skill === mapSkill) === true
  return present(sitting).find(({ id }) => hasIt(id))?.id ?? null
}

/** Round 1: all at the same time, blind to each other. */
export async function positions(sitting: Sitting, ground: Ground): Promise<Deliberated> {
  const { theme, input, cycle: n } = sitting
  const members = present(sitting).map(({ id }) => id)
  await sitting.meeting.phase(phaseOf(n, 1))
  await noteRound(sitting, 1, n, members)
  const drafts: Drafts = new Map()
  const speak = (branch: Meeting, id: string) =>
    labelled(drafts, { member: id, kind: 'position' }, (again, faults) => {
      const asked = { seat: memberSeat(sitting, id), id: `round1.position${again}` }
      return hearTextIfRoom(sitting, branch, asked, positionPrompt(sitting, id, ground, faults))
    })
  const said = await together(sitting, 'round 1', members, speak)
  const written = new Map<string, string>()
  for (const [id, reply] of said) {
    const head: RoundHead = { kind: 'position', agent: nameOf(id, theme.roster), topic: input.idea }
    written.set(id, await fileRound(sitting, id, head, reply, `${cycleFolder(n)}round1/${id}.md`))
  }
  const positions = inSeatOrder(sitting, written)
  return { ground, positions, feedback: await feedback(sitting, positions) }
}

/** Guided: the person reads the positions before anybody is challenged. */
async function feedback(sitting: Sitting, written: ReadonlyMap<string, string>): Promise<string> {
  if (sitting.input.mode !== 'guided') return ''
  const answer = await ask(sitting, 'positions.feedback', {
    title: 'What do you make of the positions?',
    body: [...written.values()].join('\n\n'),
    effects: { continue: 'goes on to the challenges' },
  })
  return answer.choose === 'feedback' ? (answer.text ?? '') : ''
}

/** Pairs, round 2 and round 3. The first cycle has the plain names; a later one lies in a folder of its own. */
export async function cycle(sitting: Sitting, so: Deliberated, n: number): Promise<Cycle> {
  const pairs = await pairing(sitting, so, n)
  const responses = await challenges(sitting, so, pairs, n)
  const finals = await converge(sitting, so, responses, n)
  return { pairs, responses, finals }
}

/** What was said before this meeting, as the papers of the last cycle have it. Nobody is heard. */
export function deliberatedBefore(sitting: Sitting, interview: Interviewed): Deliberated {
  const map = sitting.texts.get('context/codebase-map.md') ?? ''
  return { ground: { interview, map }, positions: filesBefore(sitting, 'round1/'), feedback: '' }
}

export function cycleBefore(sitting: Sitting): Cycle {
  const { texts, theme, cycle: n } = sitting
  const pairs = readPairs(texts.get(`${cycleFolder(n - 1)}pairs.md`) ?? '', theme.roster)
  const responses = pairs.flatMap(bothWays).flatMap((one) => {
    const file = texts.get(responsePath(one.member, one.other, n - 1))
    return file === undefined ? [] : [{ ...one, file }]
  })
  return { pairs, responses, finals: filesBefore(sitting, 'round3/') }
}

/** Files of a round by the member that their name says: those of the last cycle that has any. */
function filesBefore({ texts, theme, cycle: next }: Sitting, round: string): Map<string, string> {
  for (let n = next - 1; n > 0; n--) {
    const found = theme.roster.flatMap(({ id }) => {
      const text = texts.get(`${cycleFolder(n)}${round}${id}.md`)
      return text === undefined ? [] : [[id, text] as const]
    })
    if (found.length > 0) return new Map(found)
  }
  return new Map()
}

function inSeatOrder({ theme }: Sitting, files: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(inRosterOrder([...files.keys()], theme.roster).map((id) => [id, files.get(id)!]))
}

const phaseOf = (n: number, round: number) => (n === 1 ? `round-${round}` : `cycle-${n}-round-${round}`)

async function pairing(sitting: Sitting, so: Deliberated, n: number): Promise<readonly Pair[]> {
  const { meeting, theme } = sitting
  await meeting.phase(phaseOf(n, 2))
  await noteHooks(sitting, 'challenge')
  const seated = present(sitting)
  const written = filesOf(sitting, so.positions)
  const heard = (id: string, wrong: readonly string[]) =>
    hearShape(
      sitting,
      meeting,
      { seat: conductorSeat(sitting), id },
      pairingPrompt(sitting, written, wrong),
      shapes.Pairs,
    )
  const first = await heard('pairing', [])
  let found: Pairing =
    first.kind === 'heard' ? validPairs(first.value, seated, theme.challenge) : { pairs: [], wrong: [] }
  if (first.kind === 'unheard')
    await meeting.note('warning', { text: `No pairs could be found: ${first.reason}` })
  else if (wantsMorePairs(found)) {
    const second = await heard('pairing.again', found.wrong)
    const again = second.kind === 'heard' ? validPairs(second.value, seated, theme.challenge) : found
    if (again.pairs.length >= found.pairs.length) found = again
  }
  await writeFile(sitting, `${cycleFolder(n)}pairs.md`, renderPairs(found.pairs, theme.roster))
  await notePairs(sitting, found.pairs, n)
  return found.pairs
}

async function notePairs(sitting: Sitting, pairs: readonly Pair[], n: number): Promise<void> {
  const text =
    pairs.map(({ id, a, b }) => `${id} ${named(sitting, [a, b]).join(' and ')}`).join(', ') ||
    'No tension pairs.'
  await sitting.meeting.note('pairs', { cycle: n, pairs, text })
}

/** One after the other, in the order of the pairs: each answers the other's position of round 1. */
async function challenges(
  sitting: Sitting,
  so: Deliberated,
  pairs: readonly Pair[],
  n: number,
): Promise<Response[]> {
  if (pairs.length === 0) return []
  const due = pairs.flatMap(bothWays)
  const members = present(sitting).filter(({ id }) => due.some(({ member }) => member === id))
  await noteRound(
    sitting,
    2,
    n,
    members.map(({ id }) => id),
  )
  const responses: Response[] = []
  for (const one of due) {
    const response = await challenge(sitting, so, one, n)
    if (response !== null) responses.push(response)
  }
  return responses
}

function bothWays(pair: Pair): Omit<Response, 'file'>[] {
  return [
    { pair, member: pair.a, other: pair.b },
    { pair, member: pair.b, other: pair.a },
  ]
}

function responsePath(member: string, other: string, n: number): string {
  return `${cycleFolder(n)}round2/${responseFile(member, other)}`
}

async function challenge(
  sitting: Sitting,
  so: Deliberated,
  { pair, member, other }: Omit<Response, 'file'>,
  n: number,
): Promise<Response | null> {
  const { meeting, theme } = sitting
  const path = responsePath(member, other, n)
  if (sitting.absent.has(member)) return null
  const one = {
    pair,
    member,
    other,
    otherPosition: so.positions.get(other) ?? '',
    ownPosition: so.positions.get(member) ?? '',
    feedback: so.feedback,
  }
  const said = await labelled<Unheard>(new Map(), { member, kind: 'response' }, (again, faults) => {
    const asked = { seat: memberSeat(sitting, member), id: `round2.challenge${again}` }
    return hear(sitting, meeting, asked, challengePrompt(sitting, one, so.ground, faults))
  })
  if (said.kind === 'unheard') {
    await leaveOut(sitting, member, 'round 2', said.reason)
    return null
  }
  const head: RoundHead = {
    kind: 'response',
    agent: nameOf(member, theme.roster),
    topic: nameOf(other, theme.roster),
  }
  const file = await fileRound(sitting, member, head, said.value, path)
  await noteResponse(sitting, { pair, member, other, file })
  return { pair, member, other, file }
}

async function noteResponse(
  { meeting, theme }: Sitting,
  { pair, member, other, file }: Response,
): Promise<void> {
  const response = responseIn(file)
  if (response === null) return
  const [from, to] = [nameOf(member, theme.roster), nameOf(other, theme.roster)]
  const text = `${from} on ${to}: ${response}`
  await meeting.note('response', { pair: pair.id, from: member, to: other, response, text })
}

async function converge(
  sitting: Sitting,
  so: Deliberated,
  responses: readonly Response[],
  n: number,
): Promise<ReadonlyMap<string, string>> {
  const { meeting, theme, input } = sitting
  await meeting.phase(phaseOf(n, 3))
  const members = present(sitting).map(({ id }) => id)
  await noteRound(sitting, 3, n, members)
  const exchanges = responses.map(({ pair, member, other, file }) =>
    exchangeLine({
      agent: nameOf(member, theme.roster),
      other: nameOf(other, theme.roster),
      tension: pair.tension,
      file,
    }),
  )
  const drafts: Drafts = new Map()
  const speak = (branch: Meeting, id: string) => {
    const own: Written[] = [
      { label: 'position', text: so.positions.get(id) ?? '' },
      ...responses
        .filter(({ member }) => member === id)
        .map(({ file }) => ({ label: 'response', text: file })),
    ]
    const one = { member: id, own, exchanges, feedback: so.feedback, ...heardBy(sitting, so, responses, id) }
    return labelled(drafts, { member: id, kind: 'final' }, (again, faults) => {
      const asked = { seat: memberSeat(sitting, id), id: `round3.converge${again}` }
      return hearTextIfRoom(sitting, branch, asked, convergePrompt(sitting, one, so.ground, faults))
    })
  }
  const said = await together(sitting, 'round 3', members, speak)
  const written = new Map<string, string>()
  for (const [id, reply] of said) {
    const head: RoundHead = { kind: 'final', agent: nameOf(id, theme.roster), topic: input.idea }
    written.set(id, await fileRound(sitting, id, head, reply, `${cycleFolder(n)}round3/${id}.md`))
  }
  return inSeatOrder(sitting, written)
}

/** Replies that are to be sent back, by member: where the ceiling leaves no room for that, they need not be given again. */
type Drafts = Map<string, string>

type SpokenWords = Extract<Words<string>, { kind: 'heard' }>

/** What a member has not read yet when it converges: the answers to itself, and what the others recommended. */
function heardBy({ theme }: Sitting, so: Deliberated, responses: readonly Response[], id: string) {
  const name = (member: string) => nameOf(member, theme.roster)
  const answers = responses
    .filter(({ other }) => other === id)
    .map(({ member, file }) => ({ label: `${name(member)} to you`, text: file }))
  const others = [...so.positions]
    .filter(([member]) => member !== id)
    .map(([member, file]) => `- ${name(member)}: ${recommendationIn(file)}`)
  return { answers, others }
}

/** A reply with labels: sent back once where one is missing; what still lacks one is taken as it is. */
async function labelled<R extends NoRoom | Unheard>(
  drafts: Drafts,
  { member, kind }: { readonly member: string; readonly kind: RoundHead['kind'] },
  say: (again: '' | '.again', faults: readonly string[]) => Promise<SpokenWords | R>,
): Promise<SpokenWords | R> {
  const draft = drafts.get(member)
  const first: SpokenWords | R = draft === undefined ? await say('', []) : { kind: 'heard', value: draft }
  if (first.kind !== 'heard') return first
  const faults = roundFaults(kind, first.value)
  if (faults.length === 0) return first
  drafts.set(member, first.value)
  const second = await say('.again', faults)
  if (second.kind === 'no-room') return second
  return second.kind === 'heard' && roundFaults(kind, second.value).length <= faults.length ? second : first
}

async function fileRound(
  sitting: Sitting,
  member: string,
  head: RoundHead,
  reply: string,
  path: string,
): Promise<string> {
  const { text, incomplete } = renderRoundFile(head, reply)
  if (incomplete) mark(sitting, `incomplete:${member}`)
  return writeFile(sitting, path, text)
}

async function noteRound(
  { meeting, theme }: Sitting,
  round: 1 | 2 | 3,
  n: number,
  members: readonly string[],
): Promise<void> {
  const label = theme.labels[`phase_3_round${round}`]
  await meeting.note('round', { round, cycle: n, label, members, text: label })
}

function filesOf({ theme }: Sitting, files: ReadonlyMap<string, string>): Written[] {
  return [...files].map(([id, text]) => ({ label: nameOf(id, theme.roster), text }))
}
