// A council as it is told: where seats stand, who dissents, and who is missing from the result.

import { describe, expect, test } from 'vitest'
import { storyOf } from '../../view/fold.js'
import { councilFiles, fakeWorkspace, id, inputFor, session, synthesis, voiceless } from './harness.suite.js'
import { meeting } from './meeting.js'
import { telling } from './telling.js'

const dissenting = 'Fine by me. Dissent (on cost): halving costs ten thousand every quarter.'

async function held(cto: readonly (string | Error)[]) {
  const sitting = await session(fakeWorkspace(councilFiles()), meeting, id, inputFor())
  const lines = {
    'seat.turn@ceo': ['**Position:** halve it'],
    'seat.turn@cfo': [dissenting],
    'seat.turn@cto': cto,
    'chair.synthesize': [{ ...synthesis, dissents: [{ id: 'D1', answer: 'rebutted', reason: 'Idle.' }] }],
  }
  await sitting.hold(lines, ['conclude'])
  return storyOf(await sitting.lines(), telling)
}

describe('a council meeting of today', () => {
  test('a dissent is listed with an id, its seat, its words and the turn where it was said', async () => {
    const story = await held(['Ship it.'])
    const turn = story.items.find((item) => item.kind === 'turn' && item.seat === 'cfo')
    expect(story.dissents).toMatchObject([
      {
        id: 'D1',
        seat: 'cfo',
        qualifier: 'on cost',
        state: 'stands',
        turn: turn?.key,
        end: { kind: 'rebutted', reason: 'Idle.' },
      },
    ])
    expect(story.rounds[0]?.rows.map(({ seat, stands }) => `${seat} ${stands}`)).toEqual([
      'ceo stands',
      'cfo dissents',
      'cto stands',
    ])
  })

  test('a dissent that is marked beside one that is taken back keeps its own words', async () => {
    const sitting = await session(fakeWorkspace(councilFiles()), meeting, id, inputFor())
    const lines = {
      'seat.turn': ['Yes.'],
      'seat.turn@cfo': [
        '**Dissent:** Halving costs ten thousand every quarter.',
        'Dissent D1, withdrawn: the night load is idle.\n\n**Dissent:** Nobody measured\nthe cold start.',
      ],
      'chair.synthesize': [{ ...synthesis, dissents: [{ id: 'D2', answer: 'carried', reason: 'Later.' }] }],
    }
    await sitting.hold(lines, ['another-round', 'conclude'])
    expect(storyOf(await sitting.lines(), telling).dissents).toMatchObject([
      { id: 'D1', state: 'withdrawn', text: 'Halving costs ten thousand every quarter.' },
      { id: 'D2', state: 'stands', text: 'Nobody measured\nthe cold start.', end: { kind: 'carried' } },
    ])
  })

  test('a seat that failed twice degrades the result, and the reason is said', async () => {
    const story = await held([voiceless('dead'), voiceless('dead')])
    expect(story.rounds[0]?.rows.at(-1)).toMatchObject({ seat: 'cto', stands: 'absent', turn: null })
    expect(story.summary.degraded).toEqual(['cto gave no answer: dead'])
  })

  test('a seat that answered at its second attempt degrades nothing', async () => {
    const story = await held([voiceless('dead'), 'Ship it.'])
    expect(story.items.some((item) => item.kind === 'missed' && item.seat === 'cto')).toBe(true)
    expect(story.summary.degraded).toEqual([])
  })
})
