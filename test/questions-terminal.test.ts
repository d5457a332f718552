// Questions at a real terminal, in every shape and at three widths: each can be answered and left, and none of them ends the command.

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { convened } from './support/council.js'
import { deliberation, idea } from './support/deliberation.js'
import { alone } from './support/meet.js'
import { repository } from './support/repo.js'
import { temporary } from './support/run.js'
import { atTerminal } from './support/terminal.js'

const enter = '\r'
const down = '\x1b[B'
const leave = '\x03'

describe.each([40, 80, 220])('at %i columns', (columns) => {
  test('one that only wants words asks for them at once', async () => {
    const { root: cwd, write } = repository()
    write('nobody.yaml', '{}')
    const at = { cwd, env: { PARLEY_HOME: join(temporary(), 'home'), NO_COLOR: '1' }, columns }
    for (const words of [['deliberate'], ['deliberate', '--meet'], ['analyze']]) {
      const { all, code } = await atTerminal([...words, '--agents', 'script:nobody.yaml'], at, [
        ['│ ', enter],
        // As wide as the line, so that the cursor stands alone on the next one, which is gone at the end.
        ['Write something', 'x'.repeat(columns - 2)],
        ['xx', leave],
      ])
      expect({ words, code, all }).toMatchObject({
        code: 1,
        all: expect.stringContaining('You left the question'),
      })
    }
  })

  test('choices, words, defaults, a list of seats and a single session are answered', async () => {
    const { repo, env, script } = deliberation({})
    const at = { cwd: repo.root, env: { ...env, NO_COLOR: '1' }, columns }
    const voices = ['--agents', `script:${script}`]
    const begun = await atTerminal(['deliberate', '--guided', '--theme', 'grove', ...voices, idea], at, [
      ['❯ Skip this round', `${down}${enter}`],
      ['│ ', `Much.${enter}`],
      ['❯ Approve', enter],
      ['❯ Approve', `${down}${down}${enter}`],
      ['❯ Back', enter],
      ['❯ Approve', enter],
      ['❯ Continue', leave],
    ])
    expect(begun, begun.all).toMatchObject({ code: 3 })
    const picked = await atTerminal(['deliberate', '--resume', '--pick', '--theme', 'grove', ...voices], at, [
      ['❯ Water', enter],
      ['❯ Continue', leave],
    ])
    expect(picked, picked.all).toMatchObject({ code: 3 })
  })

  test('a choice that ends the meeting, and words that steer it', async () => {
    const repo = repository()
    await convened(repo)
    const at = { cwd: repo.root, env: { PARLEY_HOME: join(temporary(), 'home'), NO_COLOR: '1' }, columns }
    const voices = ['--agents', 'script:.council/scratch/script.yaml']
    const { all, code } = await atTerminal(['council', 'meeting', 'When?', ...voices], at, [
      ['❯ Another round', `${down}${down}${enter}`],
      ['│ ', `Mind the tide.${enter}`],
      ['❯ Another round', `${down}${enter}`],
    ])
    expect(code, all).toBe(0)
  })

  test('letters, a grave option that only Enter takes, and a draft in the editor', async () => {
    const { root: cwd, write } = repository()
    write('seats.yaml', JSON.stringify(alone))
    const env = { PARLEY_HOME: join(temporary(), 'home'), NO_COLOR: '1', EDITOR: 'true' }
    const words = ['meet', '--charter', 'When?', '--invitees', 'Theo', '--skip-research']
    const { all, code } = await atTerminal(
      [...words, '--agents', 'script:seats.yaml'],
      { cwd, env, columns },
      [
        ['❯ [c]ontinue', 'a'],
        ['❯ [a]bort', 'c'],
        ['❯ [c]ontinue', 'w'],
        ['❯ accept', `${down}${down}${enter}`],
        ['Nothing was changed', ''],
        ['❯ accept', leave],
      ],
    )
    expect(code, all).toBe(3)
  })
})
