// Themes: defaults, every fault at once, hooks by mode, handoffs a shell can be given, and personas.

import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { modes } from '../modes.js'
import { handoffOf, quickHandoffOf } from '../rules/handoff.js'
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
      command: 'parley deliberate --theme grove',
      sessionRoot: '.claude/grove/sessions/',
      skillsRoot: '.claude/skills/grove/',
      assemblyLabel: 'Grove Assembly — Agent Selection',
      labels: {
        phase_0: 'What shall we plant?',
        phase_3_round2: 'Round 2: Challenge',
        phase_5: 'Grove Execution',
      },
      challenge: { kind: 'organic' },
    })
    expect(themeFrom().roster[0]).toMatchObject({ id: 'alder', file: 'grove-alder', tasks: 'Alder' })
  })
  test('what it says wins over the default, label by label', () => {
    const theme = themeFrom(`
phase_labels: { phase_4: "Ready to dig" }
modifiers:
  bonuses: [{ agent: birch, when: "anything that grows" }]
  overlaps:
    - { id: o1, pair: [alder, birch], cases: [{ when: "a pond", penalize: birch }] }
`)
    expect(theme.labels).toMatchObject({ phase_4: 'Ready to dig', phase_1: 'Grove Interview' })
    expect(theme.bonuses).toEqual([
      { id: 'b-birch', agent: 'birch', delta: 2, when: 'anything that grows', keywords: [] },
    ])
    expect(theme.overlaps[0]).toMatchObject({ delta: -2, default: 'none', pair: ['alder', 'birch'] })
  })
  test('a key that means nothing is a fault, with the key that was meant, wherever it stands', () => {
    const inside = smallTheme.replace('id: birch', 'path: /etc, id: birch')
    expect(faultsOf(`${inside}theme_nmae: x\nsession_dir_root: .git/hooks\n`)).toEqual([
      '`path` is no key of `roster[2]`',
      '`theme_nmae` is no key of a theme (did you mean `theme_name`?)',
      '`session_dir_root` is no key of a theme',
    ])
  })
  test('every value of the wrong shape is named at once, with its place', () => {
    expect(faultsOf('theme_id: grove\ntheme_name: ""\nroster: [{ id: a }]\nassembly_label: 4\n')).toEqual(
      expect.arrayContaining([
        expect.stringContaining('`theme_name`'),
        expect.stringContaining('`roster[1].name`'),
        expect.stringContaining('`assembly_label`'),
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
    ['aliases that multiply', `${smallTheme}${bomb}`, /not a map|not YAML/],
    ['no YAML', 'theme_id: [', /not YAML/],
    ['a list', '- a', /not a map/],
  ])('%s is a fault', (_, text, fault) => {
    expect(faultsOf(text)).toEqual(expect.arrayContaining([expect.stringMatching(fault)]))
  })
  test('faults of different kinds are listed together', () => {
    const text = smallTheme.replace('id: birch', 'id: back').replace('theme_id: grove', 'theme_id: wood')
    expect(faultsOf(`${text}assembly_label: a | b\n`).length).toBeGreaterThanOrEqual(3)
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
  const ground = { slug: 'dark-mode', idea: `it's "new"`, folder: '.claude/grove/sessions/dark/' }
  test('name the papers of the session', () => {
    const prd = '--from-prd .claude/prd/prd-dark-mode.md'
    expect(handoffOf('ralf', ground)).toBe(`/ralf ${prd}`)
    expect(handoffOf('launch', ground)).toBe(`/launch 'it'\\''s "new"' ${prd}`)
    expect(handoffOf('keep', ground)).toBeUndefined()
    expect(quickHandoffOf('ralf', ground)).toBe('/ralf --from-prd .claude/grove/sessions/dark/plan.md')
  })
  test('a shell reads the idea as one word and runs none of it', () => {
    const ideas = fc.string({
      unit: fc.constantFrom('$', '`', '"', "'", '\\', '!', ' ', '(', ')', ';', 'x', '<', '*', '|', '#'),
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(ideas, (idea) => {
        fc.pre(idea.trim() === idea && !/\s\s/.test(idea))
        const command = handoffOf('launch', { ...ground, idea })!.replace('/launch', "printf '%s\\n'")
        const said = execFileSync('sh', ['-c', command], { encoding: 'utf8' })
        expect(said.split('\n')[0]).toBe(idea)
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
