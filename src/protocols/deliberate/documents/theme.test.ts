// Themes: defaults, every fault at once, paths that lead too far, hooks by mode, handoffs a shell can be given, and personas.

import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { modes } from '../modes.js'
import { fillHandoff } from '../rules/handoff.js'
import { hooksAt } from '../rules/mechanics.js'
import { inRosterOrder, memberNamed, nameOf } from '../rules/members.js'
import { readPersona } from './persona.js'
import { readTheme } from './theme.js'
import { hookPoints } from './theme-shape.js'
import { smallPersonas, smallTheme, themeFrom } from './themes.suite.js'

function faultsOf(text: string, personas: readonly string[] = smallPersonas): readonly string[] {
  const reading = readTheme(text, 'grove', personas)
  return reading.kind === 'faulty' ? reading.faults : []
}

/** Nine levels of nine: a few hundred bytes that would be a billion names. */
const bomb = Array.from(
  { length: 9 },
  (_, at) =>
    `x${at}: &x${at} [${Array(9)
      .fill(at === 0 ? 'y' : `*x${at - 1}`)
      .join(', ')}]`,
).join('\n')

describe('reading a theme', () => {
  test('what a small theme does not say follows from its id and its name', () => {
    expect(themeFrom()).toMatchObject({
      command: 'parley deliberate',
      filePrefix: 'grove-',
      sessionRoot: '.claude/grove/sessions/',
      indexPath: '.claude/grove/index.json',
      registryPath: '~/.claude/grove/global-registry.json',
      skillsRoot: '.claude/skills/grove/',
      teamPrefix: 'grove-',
      assemblyLabel: 'Grove Assembly — Agent Selection',
      labels: {
        phase_0: 'What shall we plant?',
        phase_3_round2: 'Round 2: Challenge',
        phase_5: 'Grove Execution',
      },
      challenge: { kind: 'organic' },
      selection: { min: 3, cap: 7, autoInclude: 7, include: 4 },
      actionPaths: ['github', 'team', 'ralf', 'launch', 'audit', 'review'],
      reviewer: null,
      contextSkill: null,
    })
    expect(themeFrom().roster[0]).toMatchObject({ id: 'alder', file: 'grove-alder', agentType: 'Alder' })
  })
  test('what it says wins over the default, label by label', () => {
    const theme = themeFrom(`
session_dir_root: talks
phase_labels: { phase_4: "Ready to dig" }
selection: { cap: 4 }
modifiers:
  bonuses: [{ agent: birch, when: "anything that grows" }]
  overlaps:
    - { id: o1, pair: [alder, birch], cases: [{ when: "a pond", penalize: birch }] }
`)
    expect(theme.sessionRoot).toBe('talks/')
    expect(theme.labels).toMatchObject({ phase_4: 'Ready to dig', phase_1: 'Grove Interview' })
    expect(theme.selection).toEqual({ min: 3, cap: 4, autoInclude: 7, include: 4 })
    expect(theme.bonuses).toEqual([
      { id: 'b-birch', agent: 'birch', delta: 2, when: 'anything that grows', keywords: [] },
    ])
    expect(theme.overlaps[0]).toMatchObject({ delta: -2, default: 'none', pair: ['alder', 'birch'] })
  })
  test('a key that means nothing is a warning with the key that was meant', () => {
    expect(readTheme(`${smallTheme}brainstrom: []\n`, 'grove', smallPersonas)).toMatchObject({
      warnings: [expect.stringMatching(/`brainstrom`.*did you mean `brainstorm`/)],
    })
  })
  test('every value of the wrong shape is named at once, with its place', () => {
    expect(
      faultsOf('theme_id: grove\ntheme_name: ""\nroster: [{ id: a }]\nselection: { cap: many }\n'),
    ).toEqual(
      expect.arrayContaining([
        expect.stringContaining('`theme_name`'),
        expect.stringContaining('`roster[1].name`'),
        expect.stringContaining('`selection.cap`'),
        expect.stringContaining('`brainstorm`'),
        expect.stringContaining('`conductor_persona`'),
      ]),
    )
  })
  test.each<[string, string, RegExp]>([
    [
      'another id than was asked for',
      smallTheme.replace('theme_id: grove', 'theme_id: wood'),
      /asked for as "grove"/,
    ],
    ['an id twice', smallTheme.replace('id: birch', 'id: alder'), /the id "alder" is given twice/],
    [
      'a name twice, in any case',
      smallTheme.replace('name: Birch', 'name: ALDER'),
      /the name "alder" is given twice/,
    ],
    [
      'the id of one as the name of another',
      smallTheme.replace('name: Birch', 'name: Cedar'),
      /"cedar" is given twice/,
    ],
    ['an id with a capital', smallTheme.replace('id: birch', 'id: Birch'), /"Birch" must be lower-case/],
    ['an id with a slash', smallTheme.replace('id: birch', 'id: a/../b'), /must be lower-case/],
    ['a reserved id', smallTheme.replace('id: birch', 'id: auditor-3'), /"auditor-3" is reserved/],
    ['back as an id', smallTheme.replace('id: birch', 'id: back'), /"back" is reserved/],
    [
      'the conductor in the roster',
      smallTheme.replace('id: birch', 'file: grove-keeper, id: birch'),
      /conductor is no member/,
    ],
    ['min above cap', `${smallTheme}selection: { min: 4, cap: 3 }`, /larger than `selection.cap`/],
    ['two for a brainstorm', smallTheme.replace('[alder, birch, cedar]', '[alder, birch]'), /exactly three/],
    [
      'one of them twice',
      smallTheme.replace('[alder, birch, cedar]', '[alder, birch, birch]'),
      /exactly three/,
    ],
    ['a stranger in a rule', `${smallTheme}reviewer: elm`, /`reviewer` names "elm"/],
    [
      'a stranger in composition',
      `${smallTheme}composition: { soft: [elm] }`,
      /`composition.soft` names "elm"/,
    ],
    [
      'a stranger in the task mapping',
      `${smallTheme}task_mapping: { elm: hedges }`,
      /`task_mapping` names "elm"/,
    ],
    ['a stranger with a web tool', `${smallTheme}web: [elm]`, /`web` names "elm"/],
    [
      'a stranger in a bonus',
      `${smallTheme}modifiers: { bonuses: [{ agent: elm, when: x }] }`,
      /names "elm"/,
    ],
    [
      'a penalty outside its pair',
      `${smallTheme}modifiers: { overlaps: [{ id: o, pair: [alder, birch], cases: [{ when: x, penalize: cedar }] }] }`,
      /penalize is "cedar"/,
    ],
    [
      'a direction to no group',
      `${smallTheme}challenge_rules: { kind: directed, groups: { wet: [alder] }, directions: [[wet, dry]] }`,
      /the group "dry", which does not exist/,
    ],
    [
      'a member of two groups',
      `${smallTheme}challenge_rules: { kind: directed, groups: { a: [alder], b: [alder] }, directions: [[a, b]] }`,
      /"alder" is in two groups/,
    ],
    ['HTML for a name', smallTheme.replace('name: Birch', 'name: "<b>Birch"'), /"<b>Birch" is no name/],
    ['two names for one', smallTheme.replace('name: Birch', 'name: "Birch, Elm"'), /"Birch, Elm" is no name/],
    [
      'the person for a member',
      smallTheme.replace('name: Birch', 'name: You'),
      /"You" is kept for the person/,
    ],
    ['HTML for its own name', smallTheme.replace('Grove', '"Grove <!--"'), /`theme_name`: "Grove <!--"/],
    ['a table for a headline', `${smallTheme}assembly_label: "a | b"`, /`assembly_label`: "a \| b" holds \|/],
    ['a program for the command', `${smallTheme}command: curl a.b`, /`command` must be/],
    ['more than words for the command', `${smallTheme}command: "parley; rm x"`, /`command` must be/],
    ['a voice for the command', `${smallTheme}command: "parley x --agents command:y"`, /`command` must be/],
    ['a program for a handoff', `${smallTheme}handoffs: { ralf: "/bin/sh x" }`, /`handoffs.ralf` must be/],
    [
      'a pipe in a handoff',
      `${smallTheme}handoffs: { ralf: "/ralf <idea> | sh" }`,
      /`handoffs.ralf` must be/,
    ],
    [
      'a voice in a handoff',
      `${smallTheme}handoffs: { ralf: "parley council meeting x --agents command:y" }`,
      /`handoffs.ralf` must be/,
    ],
    ['aliases that multiply', `${smallTheme}${bomb}`, /not a map|not YAML/],
    ['no YAML', 'theme_id: [', /not YAML/],
    ['a list', '- a', /not a map/],
  ])('%s is a fault', (_, text, fault) => {
    expect(faultsOf(text)).toEqual(expect.arrayContaining([expect.stringMatching(fault)]))
  })
  test('faults of different kinds are listed together', () => {
    const text = smallTheme.replace('id: birch', 'id: back').replace('theme_id: grove', 'theme_id: wood')
    expect(faultsOf(`${text}index_path: /tmp/x.json\n`).length).toBeGreaterThanOrEqual(4)
  })
  test.each([
    '../out/',
    '/abs/',
    '~/x/',
    'a/../../b',
    '.git/hooks',
    '.parley/meetings/',
    'a\\b',
    'C:/x',
    './a',
    'a//b',
  ])('a session folder %j is refused', (path) => {
    expect(faultsOf(`${smallTheme}session_dir_root: '${path}'\n`)).toEqual([
      expect.stringMatching(/`session_dir_root`.*inside the workspace/),
    ])
  })
  test.each([
    ['~/.claude/grove/registry.json', true],
    ['shared/registry.json', true],
    ['~/.claude/grove/global-registry.json', true],
    ['~/.claude/settings.json', false],
    ['~/.claude/plugins/installed.json', false],
    ['~/.claude/plugins/registry.json', false],
    ['~/.claude/grove/notes.json', false],
    ['~/.claude/grove/deeper/registry.json', false],
    ['~/.ssh/keys/a.json', false],
    ['~/.claude/../x/a.json', false],
    ['/etc/a.json', false],
    ['~/.claude/grove/registry', false],
  ])('a registry at %s: %s', (path, fine) => {
    expect(faultsOf(`${smallTheme}global_registry_path: '${path}'\n`)).toHaveLength(fine ? 0 : 1)
  })
  test('a persona file that is missing is named, the conductor’s too', () => {
    expect(faultsOf(smallTheme, ['grove-alder', 'grove-birch', 'grove-cedar'])).toEqual([
      expect.stringContaining('"grove-dogwood.md" of "dogwood"'),
      expect.stringContaining('"grove-keeper.md" of the conductor'),
    ])
  })
  test('whatever text stands there, reading it ends in a theme or in faults', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(smallTheme, ''), (noise, start) => {
        const reading = readTheme(`${start}\n${noise}`, 'grove', smallPersonas)
        if (reading.kind === 'faulty') expect(reading.faults.length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('extra mechanics', () => {
  const mechanics = hookPoints.flatMap((at) =>
    [true, false].map((logs) => ({ name: `${at}-${logs}`, at, does: 'x', logs_relationships: logs })),
  )
  test.each([
    ['brainstorm', []],
    ['quick', []],
    ['audit', []],
    ['auto', ['spawn-false', 'skills-false', 'challenge-false', 'cleanup-false']],
    ['meeting', ['challenge-true', 'challenge-false']],
    ['standard', mechanics.map(({ name }) => name)],
    ['deep', mechanics.map(({ name }) => name)],
    ['guided', mechanics.map(({ name }) => name)],
  ] as const)('in %s run %j', (mode, names) => {
    expect(modes).toContain(mode)
    const run = hookPoints.flatMap((point) => hooksAt(point, mode, mechanics))
    expect(run.map(({ name }) => name)).toEqual(names)
  })
})

describe('members', () => {
  const { roster } = themeFrom()
  test('are found by id or name in any case, and stand in the order of the roster', () => {
    expect(memberNamed(' BIRCH ', roster)?.id).toBe('birch')
    expect(memberNamed('elm', roster)).toBeUndefined()
    expect(inRosterOrder(['cedar', 'elm', 'alder', 'cedar'], roster)).toEqual(['alder', 'cedar'])
    expect([nameOf('birch', roster), nameOf('elm', roster)]).toEqual(['Birch', 'elm'])
  })
})

describe('handoffs', () => {
  test('plain values stand as they are', () => {
    expect(fillHandoff('/ralf --from-prd .claude/prd/prd-<slug>.md', { slug: 'dark-mode' })).toBe(
      '/ralf --from-prd .claude/prd/prd-dark-mode.md',
    )
    expect(fillHandoff('/launch <idea>', { idea: `it's "new"` })).toBe(`/launch 'it'\\''s "new"'`)
  })
  test('a shell reads each value as one word and runs none of it, bare and inside quotes', () => {
    const templates = ['printf "%s\\n" <idea>', 'printf "%s\\n" "a <idea> b"', `printf '%s\\n' 'a <idea> b'`]
    const values = fc.string({
      unit: fc.constantFrom('$', '`', '"', "'", '\\', '!', ' ', '(', ')', ';', 'x', '<', '*', '|', '#'),
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(fc.constantFrom(...templates), values, (template, idea) => {
        fc.pre(idea.trim() === idea && !/\s\s/.test(idea))
        const said = execFileSync('sh', ['-c', fillHandoff(template, { idea })], { encoding: 'utf8' })
        expect(said).toBe(template.includes('a <idea>') ? `a ${idea} b\n` : `${idea}\n`)
      }),
      { numRuns: 60 },
    )
  })
})

describe('persona files', () => {
  test('name, description, model and text are read; a model is inherited where none is named', () => {
    expect(readPersona('---\nname: Alder\ndescription: drinks\n---\n\nYou like water.\n')).toEqual({
      kind: 'persona',
      persona: { name: 'Alder', description: 'drinks', model: 'inherit', body: 'You like water.' },
    })
  })
  test.each([
    ['no frontmatter', 'You.', /begin with frontmatter/],
    ['broken frontmatter', '---\nname: [a\n---\nYou.', /not YAML/],
    ['no name', '---\ndescription: a\n---\nYou.', /no `name`/],
    ['no text', '---\nname: a\n---\n \n', /no persona/],
  ])('%s is refused with a reason', (_, text, fault) => {
    expect(readPersona(text)).toMatchObject({ fault: expect.stringMatching(fault) })
  })
})
