// Odd ground: answers that come through a pipe, a machine without git, a path with a line break, a disk that is full.

import { execFile, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { convened, meet, onlyId } from './support/council.js'
import { everything, folder, repository } from './support/repo.js'
import { checkout, plainEnvironment, run, temporary } from './support/run.js'

const parley = join(checkout, 'dist', 'parley.cjs')
const words = ['council', 'meeting', 'When should the gate open?']
const voices = ['--agents', 'script:.council/scratch/script.yaml']

describe('prepared answers', () => {
  test('from standard input are read once, and used', async () => {
    const repo = repository()
    await convened(repo)
    const { code, stdout } = await run([...words, ...voices, '--answers', '/dev/stdin'], {
      cwd: repo.root,
      input: '- conclude\n',
    })
    expect({ code, stdout }).toMatchObject({ code: 0 })
  })

  test('from a pipe with a name are read once, and used', async () => {
    const repo = repository()
    await convened(repo)
    const line = `"$0" "$1" ${words.slice(0, 2).join(' ')} '${words[2]}' ${voices.join(' ')} --answers <(echo '- conclude')`
    const ran = await promisify(execFile)('bash', ['-c', line, process.execPath, parley], {
      cwd: repo.root,
      env: plainEnvironment(),
    })
    expect(ran.stdout).toContain('The gate opens with the tide')
  })
})

describe('before a meeting begins', () => {
  test('a repository without git on the machine is told so, and nothing is written', async () => {
    const repo = repository()
    await convened(repo)
    const before = everything(repo.root)
    const { code, stderr } = await run([...words, ...voices], {
      cwd: repo.root,
      env: { PATH: temporary() },
    })
    expect(code).toBe(1)
    expect(stderr).toContain('This folder is in a git repository, but git could not be started')
    expect(stderr).toContain('Install git')
    expect(everything(repo.root)).toEqual(before)
  })

  test('a folder that is no repository needs no git', async () => {
    const plain = folder()
    await convened(plain, { answers: ['conclude'] })
    const { code } = await run([...words, ...voices], {
      cwd: plain.root,
      env: { PATH: temporary() },
    })
    expect(code).toBe(0)
  })

  test('a path with a line break in it is refused, and nothing is written', async () => {
    const repo = repository()
    await convened(repo)
    const odd = join(temporary(), 'two\nlines')
    mkdirSync(odd)
    await promisify(execFile)('cp', ['-R', `${repo.root}/.`, odd])
    const { code, stderr } = await run([...words, ...voices], { cwd: odd })
    expect(code).toBe(1)
    expect(stderr).toContain('has a line break in it')
    expect(existsSync(join(odd, '.parley'))).toBe(false)
  })
})

describe.skipIf(!existsSync('/dev/full'))('a full disk', () => {
  test('behind standard output is told in a sentence, with an exit code and no stack', async () => {
    const full = openSync('/dev/full', 'w')
    const child = spawn(process.execPath, [parley, '--help'], {
      cwd: temporary(),
      env: plainEnvironment(),
      stdio: ['ignore', full, 'pipe'],
    })
    closeSync(full)
    let said = ''
    child.stderr?.on('data', (piece: Buffer) => {
      said += piece.toString()
    })
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect(code).toBe(1)
    expect(said).toMatch(/^parley: The disk is full: ENOSPC.*\nFree some space/)
    expect(said).not.toMatch(/^ +at /m)
  })

  test('that limits the size of files stops a meeting with a sentence, and it resumes', async () => {
    const repo = repository()
    await convened(repo, { answers: ['conclude'] })
    const line = `ulimit -f 13; exec "$0" "$1" ${words.slice(0, 2).join(' ')} '${words[2]}' ${voices.join(' ')}`
    const ran = await promisify(execFile)('bash', ['-c', line, process.execPath, parley], {
      cwd: repo.root,
      env: plainEnvironment(),
    }).then(
      () => ({ code: 0, stderr: '' }),
      (error: { code: number; stderr: string }) => error,
    )
    expect(ran.code).toBe(1)
    expect(ran.stderr).toMatch(/could not be written|Could not write/)
    expect(ran.stderr).not.toMatch(/^ +at /m)
    expect((await run(['resume', onlyId(repo)], { cwd: repo.root })).code).toBe(0)
  })
})

test('the same answers from a file are used as before', async () => {
  const repo = repository()
  await convened(repo)
  repo.write('answers.yaml', '- conclude\n')
  expect((await meet(repo, '--answers', 'answers.yaml')).code).toBe(0)
})
