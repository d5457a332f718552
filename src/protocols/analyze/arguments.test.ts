// Arguments of `parley analyze`: what is read, and what is refused before anything is opened.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Arguments, exchangeBounds, readArguments } from './arguments.js'

function read(line: string): Arguments {
  const reading = readArguments(line.split(' ').filter(Boolean))
  if (reading.kind === 'wrong') throw new Error(reading.why)
  return reading
}

describe('arguments of an analysis', () => {
  test('without any the item is open and every setting is left to the configuration', () => {
    expect(read('')).toEqual({
      kind: 'arguments',
      ...{ list: false, slug: null, draft: null, root: null, source: null, sourceId: null },
      ...{ discovery: null, tier: null, light: false, team: false, personas: null, topics: null },
      ...{ maxExchanges: null, again: false, web: false },
    })
  })
  test('every flag is read, before or behind the item, with a space or an equals sign', () => {
    const line =
      '--draft a.md --root=docs/r --source jira --source-id=X-1 Retry-Queue --discovery d.md --tier epic --team --personas p ' +
      '--topics=t --max-exchanges 12 --again'
    expect(read(line)).toEqual({
      kind: 'arguments',
      ...{ list: false, slug: 'Retry-Queue', draft: 'a.md', root: 'docs/r', source: 'jira' },
      ...{
        sourceId: 'X-1',
        discovery: 'd.md',
        tier: 'epic',
        light: false,
        team: true,
        personas: 'p',
        topics: 't',
      },
      ...{ maxExchanges: 12, again: true, web: false },
    })
  })
  test('`-` is a draft from standard input, and --light presets the tier light', () => {
    expect(read('- --light')).toMatchObject({ slug: null, draft: '-', tier: 'light', light: true })
    expect(read('x --light --tier light')).toMatchObject({ slug: 'x', tier: 'light' })
  })
  test.each([
    ['../x', /\.\.\/x.*cannot be the name/, /\[A-Za-z0-9-\]\+/],
    ['a_b', /cannot be the name/, /\[A-Za-z0-9-\]\+/],
    ['#42', /fetches no tickets/, /gh issue view 42 .*\| parley analyze - --source github --source-id GH-42/],
    ['a b', /more than one item/, /one at a time/],
    ['- --draft a.md', /draft was given twice/, /once/],
    ['- --discovery -', /named twice, by `-` and --discovery -/, /file/],
    ['x --source gitlab', /no source "gitlab"/, /github, jira, manual/],
    ['x --tier huge', /no tier "huge"/, /trivial, light, standard, epic/],
    ['x --light --tier epic', /contradict/, /one of the two/],
    ['x --max-exchanges 2', /out of bounds/, /3 to 100/],
    ['x --max-exchanges 101', /out of bounds/, /3 to 100/],
    ['x --max-exchanges 1e1', /out of bounds/, /3 to 100/],
    ['x --draft', /--draft wants a value/, /--draft VALUE/],
    ['x --tier= --team', /--tier wants a value/, /VALUE/],
    ['x --root a --root b', /more than once/, /Once/],
    ['x --list', /--list opens nothing, so x/, /alone/],
    ['--list --tier epic', /--list opens nothing, so --tier/, /alone/],
  ])('%s is wrong usage, and says what to do', (line, why, hint) => {
    expect(readArguments(line.split(' '))).toMatchObject({
      kind: 'wrong',
      why: expect.stringMatching(why),
      hint: expect.stringMatching(hint),
    })
  })
  test('an empty item is wrong usage, and words behind `--` are no flags', () => {
    expect(readArguments([''])).toMatchObject({ kind: 'wrong', why: expect.stringMatching(/cannot be/) })
    expect(readArguments(['--', '--list'])).toMatchObject({ kind: 'arguments', slug: '--list', list: false })
  })
  test('exactly the numbers from 3 to 100 are numbers of exchanges', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 400 }), (number) => {
        const reading = readArguments(['x', `--max-exchanges=${number}`])
        const fits = number >= exchangeBounds.least && number <= exchangeBounds.most
        expect(reading).toMatchObject(fits ? { maxExchanges: number } : { kind: 'wrong' })
      }),
    )
  })
  test('whatever is given, it is read or refused with a reason and a hint', () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom('-', '--', '--draft', '--tier', '--light', '--list', 'x', '#1', 'light'),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        const reading = readArguments(words)
        if (reading.kind === 'wrong') expect(reading.why !== '' && reading.hint !== '').toBe(true)
        else expect(reading.slug === null || /^[A-Za-z0-9-]+$/.test(reading.slug)).toBe(true)
      }),
    )
  })
})
