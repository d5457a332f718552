// A new protocol is a folder and a line: the poll of docs/protocols.md is put into a copy of this repository, which is built and used
// on every surface. If this fails, either the page teaches something wrong, or a protocol must be known in one more place.

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkout, type Ran, run } from './support/run.js'

const limit = { timeout: 240_000 }
const folder = mkdtempSync(join(tmpdir(), 'parley-toy-'))
const dist = join(folder, 'parley', 'dist')
const project = join(folder, 'project')
const poll = (...args: string[]): Promise<Ran> => run(args, { cwd: project, dist })

describe('the poll of docs/protocols.md, with one line in the list of protocols', limit, () => {
  beforeAll(() => {
    build(join(folder, 'parley'))
    mkdirSync(project)
    must('git', ['init', '--quiet'], project)
  }, limit.timeout)

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('is a command with flags and help of its own', async () => {
    expect((await poll('--help')).stdout).toContain('a poll: every voter answers alone, then you decide')
    const { stdout } = await poll('poll', '--help')
    expect(stdout).toContain('Usage: parley poll QUESTION… [--voters A,B,…] [--cautious]')
    expect(stdout).toContain('a single no is enough to advise against it')
  })

  test('refuses what its preparation refuses, and leaves nothing behind', async () => {
    const refused = await poll('poll', 'Ship it.')
    expect(refused).toMatchObject({ code: 2 })
    expect(refused.stderr).toContain('A poll asks a question.')
    expect((await poll('list')).stdout).not.toContain('Ship it')
  })

  test('is held, shown, listed, exported, verified and forked', async () => {
    const held = await poll('poll', 'Shall', 'we', 'ship?', '--agents', 'rehearsal', '--yes')
    expect(held).toMatchObject({ code: 0 })
    expect(held.stdout).toContain('The votes: 2 yes, 0 no.')
    expect(held.stdout).toContain('Decided: yes')
    expect(readFileSync(join(project, 'polls/poll-1.md'), 'utf8')).toContain('yes, after 2 yes and 0 no.')
    expect((await poll('show', 'poll-1')).stdout).toContain('The votes: 2 yes, 0 no.')
    expect((await poll('list')).stdout).toContain('Shall we ship?')
    expect(await poll('verify', 'poll-1')).toMatchObject({ code: 0 })
    for (const format of ['markdown', 'html', 'json'])
      expect((await poll('export', 'poll-1', '--format', format)).stdout).toContain('Shall we ship?')
    const fork = await poll('fork', 'poll-1', '--at', '2', '--agents', 'rehearsal', '--yes')
    expect(fork).toMatchObject({ code: 0 })
    expect(await poll('verify', 'poll-1-fork')).toMatchObject({ code: 0 })
  })
})

/** A copy of this repository with the files of the page in it, built. */
function build(copy: string): void {
  for (const part of [
    'src',
    'scripts',
    'bin',
    'library',
    'package.json',
    'tsconfig.json',
    'tsconfig.types.json',
  ])
    cpSync(join(checkout, part), join(copy, part), { recursive: true })
  symlinkSync(join(checkout, 'node_modules'), join(copy, 'node_modules'))
  for (const [path, text] of filesIn(readFileSync(join(checkout, 'docs', 'protocols.md'), 'utf8'))) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), text)
  }
  register(join(copy, 'src', 'protocols', 'index.ts'))
  must(process.execPath, ['scripts/build.js'], copy)
}

function must(program: string, args: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`)
}

/** Blocks of code that begin with the comment that names their file. */
function filesIn(page: string): [string, string][] {
  return [...page.matchAll(/```ts\n\/\/ (src\/\S+)\n([\s\S]*?)```/g)].map(([, path = '', text = '']) => [
    path,
    text,
  ])
}

/** The one line, in its two halves. */
function register(file: string): void {
  const list = readFileSync(file, 'utf8')
    .replace('import {', "import { manifest as poll } from './poll/manifest.js'\nimport {")
    .replace(/(protocols: readonly Manifest\[\] = \[[^\]]*)\]/, '$1, poll]')
  writeFileSync(file, list)
}
