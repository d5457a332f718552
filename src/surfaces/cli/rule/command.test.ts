// Rule commands: a declaration gives its command parsing, refusals, help and exit codes.
import { describe, expect, expectTypeOf, test } from 'vitest'
import { exit, rule, ruleByMode } from './command.js'
import { run } from './fake-io.suite.js'
import { refuse, wrong } from './refusal.js'
import { count, line, needed, position, positive } from './values.js'

const pour = rule({
  name: 'pour',
  about: 'Pours tea into cups.',
  flags: {
    'tea-kind': { ...needed('kind', 'what to pour'), as: line },
    cups: { takes: 'n', about: 'how many', as: positive, or: 2 },
    spilt: { takes: 'n', as: count },
    milk: { takes: 'when', among: ['first', 'last'], or: undefined },
    note: { takes: 'text' },
    hot: {},
    drop: { hidden: true, or: undefined, as: () => wrong('--drop is forbidden: it breaks cups') },
  },
  environment: { POT: 'which pot' },
  exits: { 0: 'poured', 1: 'cold', 2: 'the pot is empty', wrong: 3 },
  example: 'parley rule pour --tea-kind oolong --spilt 0',
  run({ teaKind, cups, spilt, milk, note, hot }, io) {
    expectTypeOf(teaKind).toEqualTypeOf<string>()
    expectTypeOf(cups).toEqualTypeOf<number>()
    expectTypeOf(spilt).toEqualTypeOf<number>()
    expectTypeOf(milk).toEqualTypeOf<'first' | 'last' | undefined>()
    expectTypeOf(note).toEqualTypeOf<string | undefined>()
    expectTypeOf(hot).toEqualTypeOf<boolean>()
    if (io.env.POT === 'empty') refuse(2, 'nothing left', `${cups} cups stay empty`)
    return hot ? `${teaKind} ${cups} ${spilt} ${milk} ${note}\n` : exit(1, 'cold\n')
  },
})

const cups = ruleByMode({
  name: 'cups',
  flags: { shelf: needed('name') },
  open: ({ shelf }) => shelf.length,
  choose: 'last',
  modes: {
    count: { about: 'print how many', flags: {}, run: (_, __, held) => `${held}\n` },
    take: {
      flags: { take: { takes: 'n', as: count }, by: needed('whom') },
      run: ({ take, by, shelf }) => `${by} takes ${take} from ${shelf}\n`,
    },
  },
  exits: { 0: 'done', wrong: 2 },
  example: 'parley rule cups --shelf top --count',
})

const doors = ruleByMode({
  name: 'doors',
  choose: 'word',
  modes: {
    open: {
      flags: { wide: { as: position }, narrow: { as: position } },
      run: ({ wide, narrow }) => `${wide > narrow}\n`,
    },
    shut: { flags: {}, run: () => '' },
  },
  exits: { 0: 'done', wrong: 2 },
  example: 'parley rule doors open',
})

describe('a rule command', () => {
  test('gets each flag under its name in camel case, with its type and its default', async () => {
    const given = ['--spilt=0', '--hot', '--tea-kind', 'oolong']
    expect(await run(pour, given)).toEqual({ code: 0, out: 'oolong 2 0 undefined undefined\n', err: '' })
    expect(await run(pour, [...given, '--cups=3', '--milk=last', '--note='])).toMatchObject({
      out: 'oolong 3 0 last \n',
    })
  })

  test('exits with the code and the text that its run returns', async () => {
    expect(await run(pour, ['--tea-kind=a', '--spilt=1'])).toEqual({ code: 1, out: 'cold\n', err: '' })
  })

  test('prints its name before every message of a refusal', async () => {
    expect(await run(pour, ['--tea-kind=a', '--spilt=1'], { env: { POT: 'empty' } })).toEqual({
      code: 2,
      out: '',
      err: 'pour: nothing left\npour: 2 cups stay empty\n',
    })
  })

  test.each([
    [['--spilt=0'], '--tea-kind is required'],
    [['--tea-kind=', '--spilt=x'], '--tea-kind is required'],
    [['--tea-kind=a\nb'], '--tea-kind must be a single line'],
    [['--tea-kind=a', '--cups=0'], "--cups must be a positive integer (got: '0')"],
    [['--tea-kind=a'], "--spilt must be a non-negative integer (got: '')"],
    [['--tea-kind=a', '--spilt=1', '--milk='], "--milk must be first or last (got: '')"],
    [['--tea-kind=a', '--spilt=1', '--drop'], '--drop is forbidden: it breaks cups'],
    [['--tea-kind'], '--tea-kind needs a value'],
    [['--hot=1'], "unknown argument '--hot=1'"],
    [['stray'], "unknown argument 'stray'"],
  ])('refuses %j, the first wrong flag of its declaration first', async (argv, message) => {
    expect(await run(pour, argv)).toEqual({ code: 3, out: '', err: `pour: ${message}\n` })
  })

  test('prints help made from its declaration', () => {
    expect(
      pour.help,
    ).toBe(`Usage: parley rule pour --tea-kind <kind> [--cups <n>] --spilt <n> [--milk <when>] [--note <text>] [--hot]

Pours tea into cups.

Flags:
  --tea-kind <kind>  what to pour
  --cups <n>         how many (default: 2)
  --milk <when>      first or last

Environment:
  POT  which pot

Exit codes:
  0  poured
  1  cold
  2  the pot is empty
  3  wrong arguments
These are this helper's own. Every other parley command ends with 0 done,
2 wrong usage, 3 waiting for you, 4 halted by a rule, 5 what --fail-on names
holds, 1 anything else.

Example:
  parley rule pour --tea-kind oolong --spilt 0
`)
  })
})

describe('a rule command with modes', () => {
  test.each([
    [['--shelf=top', '--count'], '3\n'],
    [['--shelf=top', '--count', '--take=2', '--by=ada'], 'ada takes 2 from top\n'],
    [['--take=2', '--by=ada', '--shelf=top', '--count'], '3\n'],
  ])('%j does what the last mode says', async (argv, out) => {
    expect(await run(cups, argv)).toEqual({ code: 0, out, err: '' })
  })

  test.each([
    [['--count'], '--shelf is required'],
    [['--shelf=top'], 'one of --count, --take is required'],
    [['--shelf=top', '--take=2'], '--by is required'],
  ])('%j is refused: shared flags first, then the mode, then its own flags', async (argv, message) => {
    expect(await run(cups, argv)).toEqual({ code: 2, out: '', err: `cups: ${message}\n` })
  })

  test('may be chosen by a word, and of two flags the later may win', async () => {
    expect(await run(doors, ['open', '--narrow', '--wide'])).toMatchObject({ code: 0, out: 'true\n' })
    expect(await run(doors, ['open', '--wide', '--narrow'])).toMatchObject({ code: 0, out: 'false\n' })
    expect(await run(doors, ['toString'])).toMatchObject({
      code: 2,
      err: "doors: expected open or shut, got 'toString'\n",
    })
  })

  test('prints one line of help for each mode', () => {
    expect(cups.help).toContain(`Usage: parley rule cups --count --shelf <name>
       parley rule cups --shelf <name> --take <n> --by <whom>

Modes:
  --count  print how many
`)
  })
})
