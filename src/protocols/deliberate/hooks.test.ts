// Extra mechanics in sessions: who is told what a theme wants, in which mode, and what whoever watches sees of it.

import { expect, test } from 'vitest'
import { smallTheme } from './documents/themes.suite.js'
import { inputFor, session, usual } from './harness.suite.js'
import type { Mode } from './modes.js'

const mechanics = `extra_mechanics:
  - { name: oath, at: spawn, does: "swear by the river" }
  - { name: tools, at: skills, does: "bring a spade" }
  - { name: duel, at: challenge, does: "pair the tallest", logs_relationships: true }
  - { name: thanks, at: cleanup, does: "thank the trees" }
`

async function held(mode: Mode, answers: string[]) {
  const one = await session(inputFor({ mode, theme: { id: 'grove', text: smallTheme + mechanics } }))
  expect(await one.hold(usual(), answers)).toMatchObject({ kind: 'concluded' })
  const toldIn = (words: string) =>
    new Set(one.calls.flatMap(({ prompt }) => (prompt.text.includes(words) ? [prompt.call] : [])))
  return {
    noted: (one.notes('notice') as { mechanic?: string }[]).flatMap(({ mechanic }) => mechanic ?? []),
    told: ['swear by the river', 'bring a spade', 'pair the tallest', 'thank the trees'].map((words) => [
      ...toldIn(words),
    ]),
  }
}

test.each<[Mode, string[], string[], string[][]]>([
  [
    'standard',
    ['skip', 'approve', 'approve', 'approve', 'keep'],
    ['oath', 'tools', 'duel', 'thanks'],
    [['round1.position'], ['round1.position'], ['pairing'], ['skill.note']],
  ],
  // Nothing that logs relationships, and no question.
  ['auto', [], ['oath', 'tools', 'thanks'], [['round1.position'], ['round1.position'], [], ['skill.note']]],
  ['meeting', ['skip', 'approve'], ['duel'], [[], [], ['meeting.questions'], []]],
  ['quick', ['keep'], [], [[], [], [], []]],
])(
  '%s: each point’s words reach those who act there, once, and are noted',
  async (mode, answers, noted, told) => {
    expect(await held(mode, answers)).toEqual({ noted, told })
  },
)
