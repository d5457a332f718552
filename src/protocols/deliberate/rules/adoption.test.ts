// What a session's folder tells without a journal, and where it goes on: one row of the table after the other.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entriesIn, type IndexEntry, newEntry } from '../documents/index-file.js'
import { readSession } from '../documents/session-file.js'
import { themeFrom } from '../documents/themes.suite.js'
import { modes } from '../modes.js'
import { adopted } from './adoption.js'
import { nextStep, pairsFound, type Standing } from './next-step.js'

const theme = themeFrom()
const { roster } = theme

/** `session.md` as the older tool writes it, with these lines more. */
function folder(
  paths: readonly string[],
  head = 'Phase: deliberation',
  agents: string[] | null = ['Alder', 'birch'],
) {
  const session = readSession(`# Grove Session: Water\nDate: 2026-01-31\nSession ID: water-1\n${head}\n`)!
  const entry: IndexEntry = {
    ...newEntry({
      id: 'water-1',
      slug: 'water',
      idea: 'Water',
      created: '',
      phase: 'interview',
      mode: 'standard',
    }),
    agents: agents ?? [],
    mode: '',
    phase: '',
  }
  return { session, entry: agents === null ? null : entry, files: new Map(paths.map((path) => [path, ''])) }
}

describe('what a folder tells', () => {
  test.each([
    ['meeting', ['meeting-notes.md', 'design-sketch.md']],
    ['meeting', ['deliberation/round2/alder-asks-birch-1.md']],
    ['quick', ['design-sketch.md', 'deliberation/round1/alder.md']],
    ['audit', ['audit/state.md']],
    ['standard', ['audit/state.md', 'deliberation/round1/alder.md']],
    ['standard', []],
  ])('the mode is %s where no paper names one and %j lie there', (mode, paths) => {
    expect(adopted(folder(paths), theme).mode).toBe(mode)
  })

  test('the mode is what session.md says, then what the index says; a brainstorm leaves no session', () => {
    const { session, entry, files } = folder(['meeting-notes.md'], 'Phase: planning\nMode: guided')
    expect(adopted({ session, entry: { ...entry!, mode: 'deep' }, files }, theme).mode).toBe('guided')
    expect(
      adopted({ session: { ...session, mode: null }, entry: { ...entry!, mode: 'deep' }, files }, theme).mode,
    ).toBe('deep')
    expect(adopted({ session: { ...session, mode: 'brainstorm' }, entry: null, files }, theme).mode).toBe(
      'meeting',
    )
  })

  test('members are the index’s by name or id, else those of the scores, else who brought or wrote something; strangers are dropped and named', () => {
    expect(adopted(folder([], '', ['BIRCH', 'alder', 'Forge']), theme)).toMatchObject({
      members: ['alder', 'birch'],
      warnings: [expect.stringContaining('"Forge"')],
    })
    const scores =
      '| Agent | Total | Selected |\n|---|---|---|\n| Cedar | 9 | yes |\n| Alder | 2 | no |\n| Birch | 7 | yes |\n'
    const cloned = folder(
      ['deliberation/round1/alder.md', 'deliberation/round1/thorn.md'],
      '## Loaded Skills\n- Cedar: cutting',
      null,
    )
    expect(adopted(cloned, theme)).toMatchObject({
      members: ['alder', 'cedar'],
      warnings: [expect.stringContaining('"thorn"')],
    })
    cloned.files.set('assembly.md', scores)
    expect(adopted(cloned, theme).members).toEqual(['birch', 'cedar'])
  })

  test('approvals that are not listed follow from what could not be there without them', () => {
    expect(adopted(folder(['deliberation/round1/alder.md']), theme).approved).toEqual([
      'interview.approve',
      'assembly.approve',
    ])
    expect(adopted(folder(['prd.md']), theme).approved).toEqual(['design.approve', 'design.guided'])
    expect(adopted(folder([], 'Phase: action'), theme).approved).toEqual(['scope.review', 'prd.guided'])
  })

  test('of several answers to one question the last counts, and going back undoes what lay between', () => {
    const line = (id: string, choose: string) => `- ${id} | 2026-01-31T12:00:00Z | ${choose} | person`
    const head = (...lines: string[]) => `Phase: planning\nMode: guided\n\n## Approvals\n${lines.join('\n')}`
    const approve = [
      line('interview.approve', 'approve'),
      line('assembly.approve', 'approve'),
      line('design.guided', 'approve'),
    ]
    const one = adopted(
      folder(['design.md', 'prd.md', 'plan.md'], head(...approve, line('prd.guided', 'back'))),
      theme,
    )
    expect(one.approved).not.toContain('design.guided')
    expect(one.obsolete).toEqual(['prd.md', 'plan.md'])
    const again = adopted(
      folder(
        ['assembly.md', 'interview-summary.md'],
        head(...approve.slice(0, 2), line('assembly.approve', 'restart')),
      ),
      theme,
    )
    expect(again.approved).toEqual([])
    expect(again.obsolete).toEqual(['interview-summary.md', 'assembly.md'])
  })

  test('without a phase in any paper it is the furthest that the files have reached', () => {
    const at = (...paths: string[]) => adopted(folder(paths, 'Mode: standard'), theme).phase
    expect([
      at(),
      at('assembly.md'),
      at('deliberation/pairs.md'),
      at('design.md'),
      at('issues.md'),
      at('audit/state.md'),
    ]).toEqual(['interview', 'assembly', 'deliberation', 'planning', 'action', 'audit'])
  })

  test('a deliberation whose members nobody knows goes back to the assembly', () => {
    expect(adopted(folder([], 'Phase: deliberation', null), theme).phase).toBe('assembly')
  })

  test('a stale session was what it was before', () => {
    const { session, entry, files } = folder([])
    const stale = (from: string) =>
      adopted({ session, entry: { ...entry!, status: 'stale', stale_from: from }, files }, theme).completed
    expect([stale('completed'), stale('active')]).toEqual([true, false])
  })
})

const round1 = ['alder', 'birch'].map((id) => `deliberation/round1/${id}.md`)
const round2 = ['alder-responds-to-birch', 'birch-responds-to-alder'].map(
  (name) => `deliberation/round2/${name}.md`,
)
const round3 = ['alder', 'birch'].map((id) => `deliberation/round3/${id}.md`)
const map = 'context/codebase-map.md'
const two = '## Round 1\n\n**Q:** a\n**A:** b\n\n## Round 2\n\n**Q:** c\n**A:** d\n'
const planned = ['design.md', 'prd.md', 'acceptance-contract.md', 'test-stubs/us-001.test.ts', 'plan.md']
const audited = 'active: true\npass: 2\n'

function standing(
  mode: Standing['adopted']['mode'],
  phase: Standing['adopted']['phase'],
  files: readonly (string | readonly [string, string])[],
  more: Partial<Standing['adopted']> & { action?: string } = {},
): Standing {
  const texts = files.map((file) => (typeof file === 'string' ? ([file, ''] as const) : file))
  const { action = null, ...rest } = more
  return {
    adopted: { mode, phase, completed: false, members: ['alder', 'birch'], approved: [], ...rest },
    files: new Map(texts),
    roster,
    action,
  }
}

describe('where it goes on', () => {
  test.each<[string, Standing, (readonly string[])?]>([
    ['interview round', standing('standard', 'interview', [])],
    [
      'interview round',
      standing('guided', 'interview', [['interview-transcript.md', '## Round 1\n\n**Q:** a\n**A:** b\n']]),
    ],
    ['interview summary', standing('deep', 'interview', [['interview-transcript.md', two]])],
    ['interview summary', standing('meeting', 'interview', [['interview-transcript.md', '## Round 1\n']])],
    ['interview.approve', standing('guided', 'interview', ['interview-summary.md'])],
    ['assembly', standing('standard', 'interview', ['interview-summary.md'])],
    ['assembly', standing('quick', 'assembly', [])],
    ['assembly.approve', standing('standard', 'assembly', ['assembly.md'])],
    ['map', standing('standard', 'assembly', ['assembly.md'], { approved: ['assembly.approve'] })],
    ['map', standing('quick', 'assembly', ['assembly.md'])],
    ['map', standing('standard', 'deliberation', round1)],
    ['round 1', standing('standard', 'deliberation', [map, round1[0]!]), ['birch']],
    ['positions.feedback', standing('guided', 'deliberation', [map, ...round1])],
    ['pairs', standing('guided', 'deliberation', [map, ...round1], { approved: ['positions.feedback'] })],
    ['pairs', standing('standard', 'deliberation', [map, ...round1])],
    ['round 2', standing('standard', 'deliberation', [map, ...round1, round2[0]!]), ['birch to alder']],
    ['round 3', standing('standard', 'deliberation', [map, ...round1, ...round2, round3[1]!]), ['alder']],
    [
      'round 3',
      standing('standard', 'deliberation', [
        map,
        ...round1,
        ['deliberation/pairs.md', 'No tension pairs.\n'],
      ]),
      ['alder', 'birch'],
    ],
    ['design', standing('standard', 'deliberation', [map, ...round1, ...round2, ...round3])],
    ['design', standing('standard', 'planning', [map, ...round1, ...round2, ...round3])],
    ['design.approve', standing('standard', 'deliberation', ['design.md'])],
    ['design.approve', standing('guided', 'planning', ['design.md'])],
    ['sketch', standing('quick', 'deliberation', [map, ...round1])],
    ['tasks', standing('quick', 'planning', ['design-sketch.md'])],
    ['action.quick', standing('quick', 'planning', ['design-sketch.md', 'plan.md'])],
    ['questions', standing('meeting', 'deliberation', round1)],
    [
      'synthesis',
      standing('meeting', 'deliberation', [...round1, 'deliberation/round2/alder-asks-birch-1.md']),
      ['alder', 'birch'],
    ],
    ['synthesis', standing('meeting', 'deliberation', [...round1, round3[0]!]), ['birch']],
    ['notes', standing('meeting', 'deliberation', [...round1, ...round3])],
    ['nothing', standing('meeting', 'deliberation', [...round1, ...round3, 'meeting-notes.md'])],
    ['prd', standing('standard', 'planning', ['design.md'], { approved: ['design.approve'] })],
    ['prd', standing('auto', 'planning', ['design.md'])],
    ['contract', standing('auto', 'planning', planned.slice(0, 2))],
    ['stubs', standing('auto', 'planning', planned.slice(0, 3))],
    ['plan', standing('auto', 'planning', planned.slice(0, 4))],
    ['scope.review', standing('standard', 'planning', planned, { approved: ['design.approve'] })],
    ['action', standing('auto', 'planning', planned)],
    ['action', standing('standard', 'action', planned, { action: 'ralf' })],
    ['action.choose', standing('standard', 'action', planned)],
    ['audit plan', standing('deep', 'audit', planned)],
    ['audit pass', standing('audit', 'audit', [['audit/state.md', audited]])],
    ['audit report', standing('audit', 'audit', [['audit/state.md', 'active: false']])],
    ['audit.result', standing('audit', 'audit', [['audit/state.md', 'active: false'], 'audit/report.md'])],
    ['action.choose', standing('guided', 'action', planned, { completed: true, action: 'keep' })],
    ['action.quick', standing('quick', 'planning', ['plan.md'], { completed: true })],
    ['audit.result', standing('audit', 'audit', ['audit/report.md'], { completed: true })],
    ['nothing', standing('meeting', 'deliberation', ['meeting-notes.md'], { completed: true })],
  ])('%s', (what, one, missing = []) => {
    expect(nextStep(one)).toEqual({ what, missing })
  })

  test('a member that is called no more is not waited for', () => {
    const one = standing('standard', 'deliberation', [map, round1[0]!])
    expect(nextStep({ ...one, absent: ['birch'] }).what).toBe('pairs')
    const paired = standing('standard', 'deliberation', [map, ...round1, round2[0]!, round3[0]!])
    expect(nextStep({ ...paired, absent: ['birch'] }).what).toBe('design')
  })

  test('another cycle that was wanted is held before anything of the plan', () => {
    const one = standing('guided', 'planning', [
      'design.md',
      'deliberation/cycle2/round2/alder-responds-to-birch.md',
    ])
    expect(nextStep({ ...one, repeated: 1 })).toEqual({ what: 'round 2', missing: ['birch to alder'] })
  })

  test('whatever lies there, every mode and phase has somewhere to go on', () => {
    const paths = [
      map,
      ...round1,
      ...round2,
      ...round3,
      ...planned,
      'assembly.md',
      'meeting-notes.md',
      'audit/report.md',
    ]
    const phase = fc.constantFrom(
      'interview',
      'assembly',
      'deliberation',
      'planning',
      'action',
      'audit' as const,
    )
    const mode = fc.constantFrom(...modes.filter((one) => one !== 'brainstorm'))
    fc.assert(
      fc.property(mode, phase, fc.subarray(paths), fc.boolean(), (here, at, files, completed) => {
        const found = nextStep(standing(here, at as 'action', files, { completed }))
        const left = files.filter((path) => found.missing.includes(path.replace(/^.*\/|\.md$/g, '')))
        expect(found.what).not.toBe('')
        if (found.what === 'round 1') expect(left.filter((path) => path.includes('round1'))).toEqual([])
      }),
    )
  })
})

describe('pairs of another tool', () => {
  test('are read from pairs.md, else from the names of the round 2 files, each once and numbered', () => {
    const names = new Map(
      ['cedar-responds-to-alder', 'alder-responds-to-cedar', 'birch-responds-to-thorn'].map((name) => [
        `deliberation/round2/${name}.md`,
        '',
      ]),
    )
    expect(pairsFound(names, roster, 1)).toEqual([
      expect.objectContaining({
        id: 'P1',
        a: 'alder',
        b: 'cedar',
        tension: expect.stringContaining('Alder and Cedar'),
      }),
    ])
    names.set(
      'deliberation/pairs.md',
      '| Pair | A | B | Tension | Why it matters |\n|---|---|---|---|---|\n| P7 | Birch | cedar | Light? | Rows |\n',
    )
    expect(pairsFound(names, roster, 1)).toEqual([
      { id: 'P1', a: 'birch', b: 'cedar', tension: 'Light?', why: 'Rows' },
    ])
  })
  test('are none, not missing, once somebody has said where they end', () => {
    expect(pairsFound(new Map(), roster, 1)).toBeNull()
    expect(pairsFound(new Map([['deliberation/round3/alder.md', '']]), roster, 1)).toEqual([])
  })
})

test('an index entry whose id or slug could lead out of the sessions’ folder is not taken at its word', () => {
  const sessions = [
    { id: '../../etc' },
    { id: '' },
    { id: 'a/b' },
    { id: 'water-20260131-1200', slug: '../x' },
  ]
  expect(entriesIn(JSON.stringify({ sessions }))).toMatchObject([
    { id: 'water-20260131-1200', slug: 'water' },
  ])
})
