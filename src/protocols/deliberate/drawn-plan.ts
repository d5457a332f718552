// Drawings of the plan: stories with their criteria and how far they are, and the export as it goes on.

import { type Drawing, drawnAs, type Piece, type Pieces, type Progress } from '../../view/drawings.js'
import { fieldsOf, listIn, numberIn, oneOf, textIn, textsIn } from '../../view/reading.js'
import type { Story } from '../../view/story.js'

export function drawnStories(data: unknown, story: Story): readonly Drawing[] {
  const before = planIn(story)?.pieces ?? []
  const pieces = listIn(data, 'stories').map((one): Piece => {
    const id = textIn(one, 'id') ?? ''
    return {
      id,
      title: textIn(one, 'title') ?? '',
      seat: textIn(one, 'member') ?? '',
      after: textsIn(one, 'depends_on'),
      points: listIn(one, 'criteria').map((point) => ({
        id: textIn(point, 'id') ?? '',
        words: textIn(point, 'words') ?? '',
        how: textIn(point, 'method') ?? '',
        state: 'pending',
        evidence: '',
      })),
      state: '',
      link: before.find((known) => known.id === id)?.link ?? null,
    }
  })
  return pieces.length === 0 ? [] : [planOf(pieces, methodsIn(data))]
}

/** How the criteria will be verified. */
function methodsIn(data: unknown): string {
  const counts = Object.entries(fieldsOf(fieldsOf(data)['methods'])).filter(([, count]) => Number(count) > 0)
  return counts.length === 0
    ? ''
    : `To be verified by ${counts.map(([method, count]) => `${method} (${count})`).join(', ')}.`
}

const taskStates: Readonly<Record<string, string>> = {
  begins: 'under way',
  done: 'done',
  skipped: 'skipped',
  failed: 'failed',
}

export function drawnTask(data: unknown, story: Story): readonly Drawing[] {
  const [id, word] = [textIn(data, 'story'), textIn(data, 'state') ?? '']
  const plan = planIn(story)
  const state = Object.hasOwn(taskStates, word) ? taskStates[word] : undefined
  if (plan === undefined || state === undefined || !plan.pieces.some((piece) => piece.id === id)) return []
  return [{ ...plan, pieces: plan.pieces.map((piece) => (piece.id === id ? { ...piece, state } : piece)) }]
}

export function drawnVerification(data: unknown, story: Story): readonly Drawing[] {
  const plan = planIn(story)
  const rows = new Map(listIn(data, 'rows').map((row) => [textIn(row, 'id') ?? '', row]))
  const gates = listIn(data, 'gates').map((one) => ({
    name: textIn(one, 'command') ?? textIn(one, 'name') ?? '',
    ok: textIn(one, 'status') === 'verified',
    faults: textIn(one, 'status') === 'verified' ? [] : [textIn(one, 'evidence') ?? ''],
    result: textIn(one, 'status') ?? '',
    at: '',
  }))
  const checks: readonly Drawing[] =
    gates.length === 0 ? [] : [{ kind: 'checks', id: 'quality', title: 'Quality gates', looks: gates }]
  if (plan === undefined || rows.size === 0) return checks
  const pieces = plan.pieces.map((piece) => ({
    ...piece,
    points: piece.points.map((point): Piece['points'][number] => {
      const row = rows.get(point.id)
      const state = oneOf(textIn(row, 'status'), ['verified', 'failed'] as const) ?? 'pending'
      return { ...point, state, evidence: textIn(row, 'evidence') ?? '' }
    }),
  }))
  const [verified, total] = [numberIn(data, 'verified') ?? 0, numberIn(data, 'total') ?? 0]
  return [planOf(pieces, `${verified} of ${total} criteria verified.`), ...checks]
}

/** Issues as they are made; a story that has one leads to it. */
export function drawnExport(data: unknown, story: Story): readonly Drawing[] {
  const before = drawnAs(story.drawings, 'export', 'progress')
  const { steps = [], done = 0, of = 0 } = before ?? {}
  const state = textIn(data, 'state') ?? ''
  const made = issueIn(data)
  const all = made ? [...steps.filter(({ id }) => id !== made.id), made] : steps
  const counts = state === 'created' || state === 'skipped' || state === 'begins'
  const total = numberIn(data, 'total') ?? 0
  const now: Progress = {
    kind: 'progress',
    id: 'export',
    title: 'GitHub issues',
    done: counts && total > 0 ? (numberIn(data, 'done') ?? done) : done,
    of: total > 0 ? total : of,
    words: textIn(data, 'text') ?? '',
    steps: all,
  }
  const plan = planIn(story)
  if (made === null || plan === undefined) return [now]
  const pieces = plan.pieces.map((piece) => (piece.id === made.id ? { ...piece, link: made.link } : piece))
  return [now, { ...plan, pieces }]
}

function issueIn(data: unknown): Progress['steps'][number] | null {
  const [item, number, url] = [textIn(data, 'item'), numberIn(data, 'issue'), textIn(data, 'url')]
  if (item === undefined || number === undefined) return null
  const link = url !== undefined && /^https?:\/\//.test(url) ? { label: `#${number}`, url } : null
  const words = textIn(data, 'title') ?? item
  return {
    id: item,
    words: textIn(data, 'state') === 'skipped' ? `${words} (was there already)` : words,
    link,
  }
}

function planIn({ drawings }: Story): Pieces | undefined {
  return drawnAs(drawings, 'stories', 'pieces')
}

function planOf(pieces: readonly Piece[], remark: string): Pieces {
  return { kind: 'pieces', id: 'stories', title: 'Stories', pieces, remark }
}
