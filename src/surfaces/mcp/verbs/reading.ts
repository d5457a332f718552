// The tools that only read: list, show, read, verify.

import type { DocumentRef, MeetingEntry, MeetingView } from '../../../hall/api.js'
import { Refused, WrongUsage } from '../../../kernel/errors.js'
import { byAge, type Summary } from '../../../kernel/line/summary.js'
import { loadTellings } from '../../../protocols/tellings.js'
import { tell } from '../../../view/teller.js'
import { degradedWords } from '../../../view/worth.js'
import { andMoney, plural, tokens } from '../../cli/screen/words.js'
import { meetingNamed, type Place } from '../desk.js'
import { oneLine, type Told } from '../results.js'
import type { Input } from '../tools.js'

const few = 20

export async function listMeetings(place: Place, input: Input<'parley_list'>): Promise<Told> {
  const { status, text, limit = few, page } = input
  const { hall, project } = place
  const [here, talks = []] = await Promise.all([
    hall.meetings({
      project,
      ...(status === undefined ? {} : { status }),
      ...(text === undefined ? {} : { text }),
    }),
    place.talks?.(),
  ])
  const fits = (talk: Summary) =>
    (status === undefined || talk.status === status) &&
    `${talk.id} ${talk.title}`.toLowerCase().includes((text ?? '').toLowerCase())
  const all: readonly Listed[] = [
    ...here,
    ...talks.filter(fits).map((talk) => ({ ...talk, live: true })),
  ].toSorted(byAge)
  const shown = waitingFirst(all).slice(0, limit)
  const left = all.length - shown.length
  return {
    state: 'list',
    lines: [
      all.length === 0
        ? 'No meeting fits.'
        : `${plural(all.length, 'meeting')}${left > 0 ? `, ${left} older ones left out` : ''}.`,
    ],
    ...(shown.length === 0 ? {} : { data: shown.map(entryLine).join('\n') }),
    page: { at: page ?? 1, call: 'parley_list' },
    next: 'Look at one with parley_show id=…, go on with one that waits or stopped with parley_next id=….',
  }
}

type Listed = Summary & Pick<MeetingEntry, 'live'>

function waitingFirst(entries: readonly Listed[]): readonly Listed[] {
  const rank = ({ status }: Listed) => (status === 'waiting' ? 0 : 1)
  return entries.toSorted((a, b) => rank(a) - rank(b))
}

function entryLine(entry: Listed): string {
  const { id, protocol, updatedAt, title } = entry
  const asks = entry.question ? ` · asks: ${oneLine(entry.question.title, 80)}` : ''
  return `- ${oneLine(id, 120)} · ${standing(entry)} · ${protocol} · ${updatedAt} · ${oneLine(title, 120)}${asks}`
}

/** A meeting that nobody holds although it is under way has stopped. */
export function standing({ status, live }: Pick<MeetingEntry, 'status' | 'live'>): string {
  return status === 'running' && !live ? 'stopped' : status
}

export async function showMeeting(place: Place, input: Input<'parley_show'>): Promise<Told> {
  const ref = await meetingNamed(place, input.id)
  const view = await place.hall.meeting(ref)
  const { markdownOf } = await import('../../cli/export/markdown.js')
  const story = tell(view.lines, await loadTellings())
  return {
    state: 'read',
    id: ref.id,
    lines: factsOf(view),
    data: markdownOf(story),
    page: { at: input.page ?? 1, call: `parley_show id=${ref.id}` },
    next: nextFor(view),
  }
}

export function factsOf(view: MeetingView): readonly string[] {
  const { status, phase, turns, why, degraded, asks, documents } = view
  return [
    [
      standing(view),
      ...(phase ? [`phase ${phase}`] : []),
      plural(turns, 'turn'),
      `${tokens(view)} tokens${andMoney(view)}`,
    ].join(' · '),
    ...(degraded.length > 0 ? [`Degraded: ${degradedWords(degraded)}`] : []),
    ...(why !== null && status !== 'concluded' ? [`Why: ${why}`] : []),
    ...(asks ? [`Asks: ${asks.title} (question ${asks.id})`] : []),
    ...documents.filter(({ working }) => !working).map(({ path, kind }) => `Document: ${path} (${kind})`),
  ]
}

export function nextFor(view: Pick<MeetingView, 'id' | 'status' | 'live'>): string {
  const { id, status } = view
  if (status === 'concluded')
    return `It is over. Read its record with parley_read id=${id}, check it with parley_verify id=${id}.`
  if (status === 'waiting') return `The person decides. Call parley_answer id=${id} to ask them.`
  if (status === 'aborted') return 'It ended for good. Others: parley_list.'
  if (status === 'damaged') return `Its journal is damaged. What is wrong: parley_verify id=${id}.`
  return `Go on with parley_next id=${id}.`
}

export async function readDocument(place: Place, input: Input<'parley_read'>): Promise<Told> {
  const given = [input.id, input.path, input.decisions].filter((one) => one !== undefined)
  if (given.length !== 1)
    throw new WrongUsage('parley_read takes one of id, path and decisions.', 'Call again with one of them.')
  if (input.decisions !== undefined) return readDecisions(place, input.decisions, input.page)
  if (input.path !== undefined) return readPath(place, input.path, input.page)
  const ref = await meetingNamed(place, input.id ?? '')
  const { documents, status } = await place.hall.meeting(ref)
  const left = documents.filter(({ working }) => !working)
  const main = mainOf(left)
  if (!main)
    throw new Refused(
      'unknown-document',
      `${ref.id} has left no document${status === 'concluded' ? '' : ' yet'}.`,
      `See what was said: parley_show id=${ref.id}.`,
    )
  const others = left.filter((one) => one !== main).map(({ path, kind }) => `Also there: ${path} (${kind})`)
  return { ...(await readPath(place, main.path, input.page)), id: ref.id, lines: [main.path, ...others] }
}

/** What a meeting came to, before anything else that it wrote. */
function mainOf(documents: readonly DocumentRef[]): DocumentRef | undefined {
  const kinds = ['record', 'notes']
  return kinds.map((kind) => documents.findLast((one) => one.kind === kind)).find(Boolean) ?? documents.at(-1)
}

async function readPath({ hall, project }: Place, path: string, page = 1): Promise<Told> {
  const { text, meetings } = await hall.document(project, path)
  const [maker] = meetings
  return {
    state: 'read',
    lines: [path, ...meetings.slice(0, 5).map((id) => `Written by meeting ${id}`)],
    data: text,
    page: { at: page, call: `parley_read path=${path}` },
    next: maker === undefined ? 'Others: parley_list.' : `Check its meeting with parley_verify id=${maker}.`,
  }
}

async function readDecisions({ hall, project }: Place, text: string, page = 1): Promise<Told> {
  const found = await hall.decisions({ project, ...(text.trim() === '' ? {} : { text }) })
  return {
    state: 'read',
    lines: [plural(found.length, 'decision')],
    data: found
      .map(
        ({ at, meeting, question, decision }) =>
          `- ${at} ${meeting}: ${question}\n  ${decision.replaceAll('\n', '\n  ')}`,
      )
      .join('\n'),
    page: { at: page, call: 'parley_read decisions=…' },
    next: 'Read the whole record of one with parley_read id=….',
  }
}

export async function verifyMeeting(place: Place, input: Input<'parley_verify'>): Promise<Told> {
  const ref = await meetingNamed(place, input.id)
  const { findings, lines, turns, documents } = await place.hall.verify(ref)
  const seen = `${plural(lines, 'line')}, ${plural(turns, 'turn')}, ${plural(documents, 'document')}`
  if (findings.length === 0)
    return {
      state: 'verified',
      id: ref.id,
      lines: [`verified: ${seen}`],
      next: `Read its record with parley_read id=${ref.id}.`,
    }
  return {
    state: 'read',
    id: ref.id,
    lines: [`NOT verified: ${plural(findings.length, 'finding')} in ${seen}`],
    data: findings.map((what) => `- ${what}`).join('\n'),
    next: 'Tell the person every finding; do not rely on this record.',
  }
}
