// The words of `parley analyze`: what is read, and what is refused before anything is looked at.

import { describe, expect, test } from 'vitest'
import { words } from '../../protocols/analyze/words.js'
import { readArgs } from './args.js'
import { heardIn, ownCommand } from './own-words.js'

function read(...argv: readonly string[]) {
  return heardIn(words, readArgs(ownCommand('analyze', words), argv, 'analyze'))
}

const switches = { light: false, team: false, again: false, web: false }

describe('the words of an analysis', () => {
  test('without any the item is asked for, and every setting is left to the configuration', () => {
    expect(read()).toMatchObject({
      kind: 'meeting',
      fields: switches,
      texts: {},
      missing: { field: 'draft' },
    })
  })
  test('every flag is read, before or behind the item, with a space or an equals sign', () => {
    const line =
      '--draft a.md --root=docs/r --source jira --source-id=X-1 Retry-Queue --discovery d.md --tier epic --team --personas p ' +
      '--topics=t --max-exchanges 12 --again'
    expect(read(...line.split(' '))).toMatchObject({
      fields: {
        ...{
          ...switches,
          slug: 'Retry-Queue',
          root: 'docs/r',
          source: 'jira',
          sourceId: 'X-1',
          tier: 'epic',
        },
        ...{ team: true, personas: 'p', topics: 't', maxExchanges: 12, again: true },
      },
      texts: { draft: { path: 'a.md', flag: '--draft' }, discovery: { path: 'd.md', flag: '--discovery' } },
      missing: null,
    })
  })
  test('`-` is a draft from standard input, and words behind `--` are no flags', () => {
    expect(read('-')).toMatchObject({ texts: { draft: { path: '-' } }, missing: null })
    expect(read('--', '--list')).toMatchObject({ kind: 'meeting', fields: { slug: '--list' } })
    expect(read('--list', '--root', 'r')).toMatchObject({ kind: 'deed' })
  })
  test.each([
    ['../x', /\.\.\/x.*cannot be the name/, /\[A-Za-z0-9-\]\+/],
    ['#42', /fetches no tickets/, /gh issue view 42 .*\| parley analyze - --source github --source-id GH-42/],
    ['a b', /does not know what to do with "b"/, /--help/],
    ['- --draft a.md', /draft was given twice/, /once/],
    ['- --discovery -', /named twice, by `-` and --discovery -/, /file/],
    ['--draft - --discovery -', /named twice, by --draft - and --discovery -/, /file/],
    ['x --source gitlab', /--source cannot be "gitlab"/, /github, jira, manual/],
    ['x --tier huge', /--tier cannot be "huge"/, /trivial, light, standard, epic/],
    ['x --light --tier epic', /contradict/, /one of the two/],
    ['x --max-exchanges 2', /--max-exchanges cannot be "2"/, /3 to 100/],
    ['x --max-exchanges 101', /cannot be "101"/, /3 to 100/],
    ['x --max-exchanges 1e1', /cannot be "1e1"/, /3 to 100/],
    ['x --draft', /--draft wants a value/, /--help/],
    ['x --draft= --team', /--draft wants a value/, /--draft VALUE/],
    ['x --root a --root b', /--root was given 2 times/, /--help/],
    ['x --list', /--list opens nothing, so x/, /alone/],
    ['--list --source-id X', /--list opens nothing, so --source-id/, /alone/],
  ])('%s is wrong usage, and says what to do', (line, message, hint) => {
    expect(() => read(...line.split(' '))).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(message),
        hint: expect.stringMatching(hint),
      }),
    )
  })
})
