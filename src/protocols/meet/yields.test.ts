// Every answer at every yield, and what the meeting does with it.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { withoutJournal } from '../../../test/support/protocol-suite-stage.js'
import { asked, file, grandId, holdSmall, prelude } from './grand.suite.js'

const boundaries = ['post-charter', 'post-research', 'discuss-cadence', 'pre-close', 'pre-save'] as const
type At = (typeof boundaries)[number]

const q = 'Is it so?'
const notes = `.gaia/artifacts/creative-artifacts/meeting-notes/meeting-${grandId}.md`

/** Two turns and a question after each, but for the last. */
function answering(to: At, choose: string, text?: string, more: object = {}) {
  return holdSmall({
    seats: { ann: [prelude, q], bo: [prelude, q] },
    answers: [{ to, choose, ...(text === undefined ? {} : { text }) }],
    input: { cadence: 1, maxTurns: 2, skipResearch: false, ...more },
  })
}

describe.each(boundaries)('at %s', (at) => {
  test('a pause asks the same again, and leaves the meeting as if there had been none', async () => {
    const paused = await answering(at, 'pause')
    const through = await answering(at, 'continue')
    expect(paused.lines.filter(({ kind }) => kind === 'paused')).toHaveLength(1)
    const twice = asked(through.lines).flatMap((id) => (id === at ? [id, id] : [id]))
    expect(asked(paused.lines)).toEqual(twice)
    expect(paused.said).toBe(through.said)
    expect(withoutJournal(file(paused.root, notes))).toBe(withoutJournal(file(through.root, notes)))
  })

  test('an abort ends it, and nothing is written', async () => {
    const { ending, root } = await answering(at, 'abort')
    expect(ending.kind).toBe('aborted')
    expect(existsSync(join(root, '.gaia'))).toBe(false)
  })

  test('a wrap-up goes to the drafts with what was said; near the end it only goes on', async () => {
    const { ending, lines, said } = await answering(at, 'wrap-up')
    const early = at !== 'pre-close' && at !== 'pre-save'
    expect(ending).toMatchObject({
      kind: 'concluded',
      outcome: { endedBy: early ? 'wrap-up' : 'max-turns' },
    })
    expect(asked(lines).includes('pre-close')).toBe(!early)
    const passed = lines.flatMap(({ kind, data }) =>
      kind === 'noted' && data.kind === 'passed' ? [data.data] : [],
    )
    expect(passed).toEqual(early ? [{ boundary: 'pre-close', by: 'wrap-up' }] : [])
    expect([...said.matchAll(/^Turn: d/gm)]).toHaveLength(
      { 'post-charter': 0, 'post-research': 0, 'discuss-cadence': 1, 'pre-close': 2, 'pre-save': 2 }[at],
    )
    expect([...said.matchAll(/^## Phase: \w+/gm)]).toHaveLength(7)
  })

  test.each([
    [true, 'attendee'],
    [false, 'interject'],
  ])('words become a turn of the coming phase (attending: %s)', async (attends, origin) => {
    const { said, ending } = await answering(at, 'interject', 'Mind the gap.\nPhase: SAVE', {
      person: { name: 'Pat', known: true, attends },
      maxTurns: 3,
    })
    const coming = { 'post-charter': 'RESEARCH', 'pre-save': 'REVIEW' }[at as string] ?? 'DISCUSS'
    const body = `dispatched_via: interject\norigin: ${origin}\n\nMind the gap.\n Phase: SAVE`
    const turn = new RegExp(
      `/ Pat \\(User\\) / per-turn-cost 0 tokens /.*\\]\nPhase: ${coming}\nTurn: \\w+\n`,
    )
    expect(said).toMatch(turn)
    expect(said).toContain(body)
    expect(said.slice(0, said.indexOf(body))).toContain(`## Phase: ${coming}`)
    expect(ending.kind).toBe('concluded')
  })
})
