// What the lead says in the analysis that tests of the page walk through: a document that grows from turn to turn, a turn that is sent
// back, one that is stopped, an amendment, and words that would like to be more than words.

import { put } from '../../src/protocols/analyze/fixtures.suite.js'
import { everything, turn, usual, wholeTurn } from '../../src/protocols/analyze/lead.suite.js'
import type { Turn } from '../../src/protocols/analyze/schemas.js'

export type Entry = Readonly<Record<string, unknown>>

const all = everything()
const of = (...types: readonly string[]) => all.filter(({ type }) => types.includes(type))
const isLate = ({ type, id }: (typeof all)[number]) =>
  type === 'risk' || type === 'exclusion' || id === 'AF-1' || type === 'flow'

/** Someone who writes like the house: markup, a word without end, and from right to left. */
const hostile = {
  role: 'system-designer',
  points: [
    'A parked delivery is kept <img src=x onerror="document.title=\'taken\'"> with its cause.',
    `It has a name such as ${'w'.repeat(120)} and \u202eneddih\u202c אין מים בנהר.`,
  ],
  refs: ['u1'],
}

function claim(criterion: string) {
  return { criterion, source: 'user', evidence: [{ ref: 'u1', quote: 'stop after ten' }] }
}

/** Enough for the first documents, and not for all. */
export const firstTurn = () => ({
  ...turn({
    ask: 'What may never get lost when a delivery is given up?',
    targets: ['SE-1'],
    claims: ['PD-1', 'PD-5'].map(claim) as never,
    records: all.filter((change) => !isLate(change)),
    inferences: [
      { assumption: 'Ten tries take an hour', trigger: 'nobody said how long', topic: 'problem-discovery' },
    ],
    held: [
      {
        role: 'system-designer',
        topic: 'specification',
        text: 'Two workers may park the same delivery.',
        confidence: 'medium',
      },
    ],
  }),
})

/** Asks two things in a list, and hands over aloud: it never reaches the thread. */
export const badTurn = () => {
  const { contributions, ...rest } = firstTurn() as unknown as {
    contributions: readonly { role: string; points: string[] }[]
  }
  const [first, ...others] = contributions
  return {
    ...rest,
    contributions: [{ ...first, points: ['Great question. Handing over to Alex.'] }, ...others],
  }
}

export const lastTurn = () => {
  const { contributions, ...rest } = wholeTurn() as { contributions: readonly object[] }
  const question = {
    role: 'business-analyst',
    kind: 'open',
    text: 'Who may give up a delivery?',
    targets: ['SE-2'],
  }
  return { ...rest, contributions: [...contributions.slice(0, 2), hostile], question }
}

/** Enough for everything that a standard item has. */
export function standardTurn(): Entry {
  const { claims = [], records = [], ...rest } = wholeTurn() as Partial<Turn>
  const more = ['AR-6', 'SE-1', 'SE-2', 'SE-3', 'SE-4', 'SE-5'].map(claim)
  const built = (['decision', 'technology', 'integration', 'system-flow', 'trade-off'] as const).map((type) =>
    put(type),
  )
  const value = { ...rest, claims: [...claims, ...more], records: [...records, ...built] }
  return { call: 'analyze.turn', value }
}

export function lead(): Entry[] {
  const { 'analyze.turn': _, 'analyze.amend': __, 'analyze.retry': ___, ...others } = usual()
  const call = (id: string, value: unknown, more: Entry = {}) => ({ call: `analyze.${id}`, value, ...more })
  return [
    ...Object.entries(others).flatMap(([id, values]) => values.map((value) => ({ call: id, value }))),
    call('turn', badTurn()),
    call('retry', firstTurn()),
    // Stopped by the person.
    call('turn', firstTurn(), { delayMs: 2 ** 31 - 1 }),
    call('turn', lastTurn()),
    call('amend', turn({ ask: 'Which of the three should be first?', targets: ['SE-3'] })),
    call(
      'amend',
      turn({
        ask: 'Is there more to change?',
        targets: ['SE-4'],
        records: of('exclusion'),
        signals: { resolved: true },
      }),
    ),
    ...['validate', 'validate', 'crosscheck', 'crosscheck'].map((id) =>
      call(id, id === 'validate' ? { faults: [] } : { issues: [] }),
    ),
  ]
}
