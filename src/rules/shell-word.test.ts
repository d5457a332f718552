import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { bringBackCommand } from '../text/bring-back.js'
import { nestedHint } from '../workspace/git/nested.js'
import { shellQuoted, shellWord } from './shell-word.js'

const names = [
  'plain',
  'two words',
  "it's",
  "x'; echo taken; '",
  '$(echo taken)',
  '`echo taken`',
  '"',
  '\\',
  '-n',
  '*',
]

/** The words of a command as a real shell takes them. */
function wordsOf(command: string): string[] {
  return execFileSync('sh', ['-c', `set -f; printf '%s\\0' ${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)
}

describe.each(names)('a name %s that a seat chose', (name) => {
  test('is one word to a shell, quoted where it must be or always', () => {
    expect(wordsOf(shellWord(name))).toEqual([name])
    expect(wordsOf(shellQuoted(name))).toEqual([name])
  })

  test('runs nothing in the commands that a person is told to copy', () => {
    const [, remove = ''] = /To add its files: (.*)\. To leave/.exec(nestedHint([name], '/tree')) ?? []
    expect(wordsOf(remove)).toEqual(['rm', '-rf', `/tree/${name}/.git`])
    const restore = bringBackCommand('refs/parley/before/one', [{ path: name, kept: true }]) ?? ''
    expect(wordsOf(restore).at(-1)).toBe(`:/${name}`)
  })
})
