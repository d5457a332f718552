import { describe, expect, test } from 'vitest'
import { readArgs } from './args.js'
import type { Command, Entry } from './command.js'
import { commands } from './commands.js'
import { fakeIo } from './fake-io.suite.js'
import { calledAs } from './io.js'
import { main } from './main.js'

const command: Command = {
  about: '',
  operands: [{ name: 'ID' }, { name: 'TEXT', optional: true, rest: true }],
  flags: { at: { takes: 'N', about: '' }, all: { about: '' } },
  examples: [],
  run: async () => 0,
}
const read = (...argv: string[]) => readArgs(command, argv, 'fork')

describe('args', () => {
  test('flags and operands may come in any order, and the remaining words are one text', () => {
    const args = read('--at=3', 'id', 'more', '--all', 'words')
    expect(args.value('at')).toBe('3')
    expect(args.has('all')).toBe(true)
    expect(args.required('ID')).toBe('id')
    expect(args.operand('TEXT')).toBe('more words')
  })
  test('after `--` every word is an operand', () => {
    expect(read('id', '--', '--all', '-x').operand('TEXT')).toBe('--all -x')
  })
  test('flags that every command has are there too, and seats may be many', () => {
    expect(read('id', '--seat', 'a=claude', '--seat', 'b=claude').values('seat')).toEqual([
      'a=claude',
      'b=claude',
    ])
  })
  test('a negative number is an operand, not a flag', () => {
    expect(read('id', '-5').operand('TEXT')).toBe('-5')
  })
  test('an empty word is not an operand', () => {
    expect(() => read('')).toThrow('wants ID')
  })
})

describe('the command that the person can type again', () => {
  test.each([
    ['/usr/bin/parley', '/w', 'parley'],
    [undefined, '/w', 'parley'],
    ['/w/bin/parley.js', '/w', 'node bin/parley.js'],
    ['/repo/bin/parley.js', '/w', 'node /repo/bin/parley.js'],
  ])('%s in %s is %s', (script, cwd, expected) => {
    expect(calledAs(script, cwd)).toBe(expected)
  })
})

/** Every command whose words are free text, by what is typed for it. */
async function takingText(): Promise<readonly string[]> {
  const within = async (path: string, entry: Entry): Promise<readonly string[]> => {
    if (entry.kind === 'group') {
      const named = Object.entries(entry.commands).map(([name, one]) => within(`${path} ${name}`, one))
      const other = entry.otherwise ? [within(path, entry.otherwise)] : []
      return (await Promise.all([...named, ...other])).flat()
    }
    if (entry.kind === 'own') return []
    return (await entry.load()).operands?.some(({ rest }) => rest) ? [path] : []
  }
  return (await Promise.all(Object.entries(commands).map(([name, entry]) => within(name, entry)))).flat()
}

test('an unknown flag is nobody’s words: it is refused with the line that would make it some', async () => {
  const paths = await takingText()
  expect(paths).toEqual(
    expect.arrayContaining(['ask', 'answer', 'council meeting', 'meet', 'deliberate', 'talk', 'talk say']),
  )
  for (const path of paths) {
    const io = fakeIo()
    const code = await main([...path.split(' '), 'x', '--bogus', "it's", '--yes', '--cwd=a b'], io)
    expect([path, code, io.printed.out]).toEqual([path, 2, ''])
    expect(io.printed.err).toContain(`\`parley ${path}\` has no flag --bogus.`)
    expect(io.printed.err).toMatch(/\n {2}parley .* x --yes '--cwd=a b' -- --bogus 'it'\\''s'\n$/)
  }
})
