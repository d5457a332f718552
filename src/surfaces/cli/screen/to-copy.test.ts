import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { meetingsIn } from '../../../../test/support/repo.js'
import { temporaryFolder } from '../../../workspace/temporary.suite.js'
import { fakeIo } from '../fake-io.suite.js'
import { toCopy } from './to-copy.js'

const long = '2026-11-18-decide-when-the-gate-opens-on-sundays'

function where(...ids: readonly string[]): string {
  const root = temporaryFolder()
  for (const id of ids) mkdirSync(join(meetingsIn(root), id), { recursive: true })
  return root
}

const ways = [(name: string) => `export ${name} --out minutes.html`, (name: string) => `verify ${name}`]
const shown = (cwd: string, columns: number) => {
  const io = fakeIo({ cwd, columns, terminal: { input: true, output: true, error: true } })
  return toCopy({ id: long, io }, ...ways)
}

test('commands that fit name a meeting by its whole id; where one does not, all have the beginning that does', () => {
  const cwd = where(long, '2026-11-18-choose-a-queue')
  expect(shown(cwd, 90)[0]).toBe(`  parley export ${long} --out minutes.html`)
  expect(shown(cwd, 80)).toEqual([
    '  parley export 2026-11-18-decide-when-the-gate-opens-on --out minutes.html',
    '  parley verify 2026-11-18-decide-when-the-gate-opens-on',
  ])
  expect(shown(cwd, 30)[1]).toBe('  parley verify 2026-11-18-decide')
})

test('a beginning that two meetings have names neither, and without a terminal an id is whole', () => {
  const cwd = where(long, '2026-11-18-decide-when-the-gate-opens-on-mondays')
  expect(shown(cwd, 80)[1]).toBe(`  parley verify ${long}`)
  expect(toCopy({ id: long, io: fakeIo({ cwd, columns: 20 }) }, ...ways)[1]).toBe(`  parley verify ${long}`)
})

test('where no beginning is short enough, the last flag stands on a second line that a shell joins', () => {
  const cwd = where(long)
  const io = fakeIo({ cwd, columns: 40, terminal: { input: true, output: true, error: true } })
  expect(toCopy({ id: long, io }, (name) => `answer ${name} edit --question REVIEW/ask:review`)).toEqual([
    '  parley answer 2026-11-18-decide edit \\\n      --question REVIEW/ask:review',
  ])
})
