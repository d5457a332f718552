// The sandbox of this machine: real programs in it, trying what the laws forbid.

import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createGit } from '../git/git.js'
import { git, repository, temporaryFolder, writeFiles } from '../temporary.suite.js'
import { confinementOf, findSandbox } from './sandbox.js'
import { profile } from './seatbelt.js'

const found = await findSandbox()
const here = found.kind === 'sandbox' ? found.sandbox : null
const why = found.kind === 'none' ? found.why : 'it works here'

interface Ran {
  readonly code: number | null
  readonly out: string
}

async function run(root: string, script: string, network = false): Promise<Ran> {
  const [program = '', ...args] = here!.confine(
    ['sh', '-c', script],
    await confinementOf(root, network, process.env),
  )
  return new Promise((done) => {
    const child = spawn(program, args, { cwd: root })
    let out = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (out += piece))
    child.once('close', (code) => done({ code, out }))
  })
}

/** A repository with a secret and records, and a worktree in it as councils have one. */
async function withWorktree(folder = '.council/worktrees/w'): Promise<{ root: string; work: string }> {
  const root = repository({ 'README.md': 'hello\n', 'src/a.ts': 'a\n' })
  writeFiles(root, {
    '.env': 'KEY=plain\n',
    '.parley/meetings/m/journal.jsonl': '{}\n',
    'node_modules/x/x.js': 'x\n',
  })
  await createGit(root).addWorktree({ folder, branch: 'council/work-w', from: 'HEAD' })
  return { root, work: realpathSync(join(root, folder)) }
}

describe.skipIf(here === null)(`a program in the sandbox (${why})`, () => {
  test('BOX1: changes its own folder, and has a home and temporary folders that are gone afterwards', async () => {
    const { root, work } = await withWorktree()
    const script =
      'echo new > made.txt && echo x > "$HOME/x" && echo x > /tmp/parley-x && ls "$HOME" && echo fine'
    expect(await run(work, script)).toMatchObject({ code: 0, out: expect.stringContaining('fine') })
    expect(readFileSync(join(work, 'made.txt'), 'utf8')).toBe('new\n')
    expect(existsSync(join(homedir(), 'x')) || existsSync('/tmp/parley-x')).toBe(false)
    for (const path of [
      'README.md',
      'new.txt',
      '.git/config',
      '.git/hooks/pre-push',
      '.council/council.yaml',
    ])
      expect((await run(work, `echo evil >> '${join(root, path)}'`)).code, path).not.toBe(0)
    expect(git(root, 'status', '--porcelain', 'README.md')).toBe('')
  })

  test('BOX1: reads the rest of its repository, so that tools find what is installed there', async () => {
    const { root, work } = await withWorktree()
    expect((await run(work, `cat ../../../node_modules/x/x.js '${root}/src/a.ts'`)).out).toBe('x\na\n')
  })

  test('BOX2: a worktree inside the folder of records works, and the records beside it are not there', async () => {
    const { root, work } = await withWorktree('.parley/worktrees/w')
    const script = `echo new > made.txt && cat README.md '${root}/src/a.ts' && ls '${root}/.parley'`
    expect(await run(work, script)).toEqual({ code: 0, out: 'hello\na\nworktrees\n' })
    expect(readFileSync(join(work, 'made.txt'), 'utf8')).toBe('new\n')
    for (const path of ['README.md', '.git/config', '.parley/worktrees/x'])
      expect(
        (await run(work, `echo evil > '${join(root, path)}' && cat '${root}/none'`)).code,
        path,
      ).not.toBe(0)
    expect(existsSync(join(root, '.parley/worktrees/x'))).toBe(false)
    expect(git(work, 'status', '--porcelain')).toBe('?? made.txt')
  })

  test('BOX2: finds no home, no PARLEY_HOME, no socket, no record and no file that is a secret by its name', async () => {
    const { root, work } = await withWorktree()
    const home = join(temporaryFolder(), 'someone')
    writeFiles(home, {
      '.ssh/id_ed25519': 'KEY',
      '.parley/token': 'TOKEN',
      '.npmrc': 'TOKEN',
      '.nvm/tool': 'tool',
    })
    vi.stubEnv('HOME', home)
    const files = ['.ssh/id_ed25519', '.parley/token', '.npmrc'].map((name) => `'${home}/${name}'`)
    const seen = await run(
      work,
      `cat ${files.join(' ')} '${root}/.env' '${root}/.parley/meetings/m/journal.jsonl'; ls -A /run /tmp`,
    )
    expect(seen.out).not.toMatch(/KEY|TOKEN|plain|\{\}/)
    expect((await run(work, `cat '${home}/.nvm/tool' && ! echo x > '${home}/.nvm/tool'`)).out).toContain(
      'tool',
    )
    vi.stubEnv('PARLEY_HOME', join(root, 'inside'))
    writeFiles(root, { 'inside/token': 'TOKEN' })
    expect((await run(work, `cat '${root}/inside/token'`)).out).not.toContain('TOKEN')
  })

  test('BOX3: reaches no server unless the person allowed the network', async () => {
    const { work } = await withWorktree()
    const server = createServer((socket) => void socket.end('reached\n'))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }
    const call = `'${process.execPath}' -e 'require("net").connect(${port}, "127.0.0.1").on("error", (e) => console.log(e.code)).pipe(process.stdout)'`
    expect((await run(work, call)).out).not.toContain('reached')
    expect((await run(work, call, true)).out).toContain('reached')
  })

  test('BOX4: what it leaves running ends with it, even in a session of its own', async () => {
    const { work } = await withWorktree()
    const name = `parley-left-${process.pid}`
    writeFiles(work, { [name]: 'touch up; sleep 1000\n' })
    await run(
      work,
      `setsid sh ./${name} </dev/null >/dev/null 2>&1 &\nwhile [ ! -e up ]; do sleep 0.05; done`,
    )
    await expect.poll(() => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(name)
  })

  test('BOX5: cannot commit, nor bend what git keeps about its worktree; it can look', async () => {
    const { root, work } = await withWorktree()
    const refs = git(root, 'for-each-ref')
    const { out } = await run(
      work,
      'echo more >> README.md; git status --short; git add -A; git commit -qm x; git stash; git switch -c y; rm -f .git; mv .git gone; echo "gitdir: /tmp/x" > .git',
    )
    expect(out).toContain(' M README.md')
    expect(git(root, 'for-each-ref')).toBe(refs)
    expect(git(work, 'rev-parse', '--abbrev-ref', 'HEAD')).toBe('council/work-w')
    expect(git(work, 'status', '--porcelain')).toBe(' M README.md')
  })

  test('a program that is not there is told from one that fails', async () => {
    const { work } = await withWorktree()
    const [program = '', ...args] = here!.confine(
      ['no-such-program'],
      await confinementOf(work, false, process.env),
    )
    const child = spawn(program, args)
    let out = ''
    child.stderr.on('data', (piece) => (out += piece))
    await new Promise((closed) => child.once('close', closed))
    expect(here!.isMissing(out)).toBe(true)
    expect(here!.isMissing((await run(work, 'cat nothing-here')).out)).toBe(false)
  })
})

test('a repository that is the person’s home is not shown whole; only what git keeps of it is', async () => {
  const home = repository()
  mkdirSync(join(home, '.ssh'))
  await createGit(home).addWorktree({ folder: 'w', branch: 'w', from: 'HEAD' })
  vi.stubEnv('HOME', home)
  expect((await confinementOf(join(home, 'w'), false, process.env)).reads).toEqual([join(home, '.git')])
})

test('the profile for macOS shows a worktree that lies in a hidden folder, and nothing else of it', () => {
  const root = '/Users/a/p/.parley/worktrees/w'
  const ask = { root, reads: ['/Users/a/p'], hidden: ['/Users/a/p/.parley', `${root}/.parley`] }
  const text = profile({ ...ask, home: '/Users/a', network: false, path: '' })
  const at = (part: string) => text.indexOf(part)
  expect(at('(deny file-read* file-write* (subpath "/Users/a/p/.parley"))')).toBeGreaterThan(0)
  expect(at('(deny file-read* file-write* (subpath "/Users/a/p/.parley"))')).toBeLessThan(
    at(`(allow file-read* file-write* (subpath "${root}"))`),
  )
  expect(at(`(deny file-read* file-write* (subpath "${root}/.parley"))`)).toBeGreaterThan(
    at(`(allow file-read* file-write* (subpath "${root}"))`),
  )
})

test('the profile for macOS denies first and allows what the laws name after it', () => {
  const ask = {
    root: '/Users/a/p/.council/worktrees/w',
    reads: ['/Users/a/p'],
    hidden: ['/Users/a/.parley', '/Users/a/p/.parley'],
  }
  const text = profile({ ...ask, home: '/Users/a', network: false, path: '' })
  const at = (part: string) => text.indexOf(part)
  const order = [
    '(deny file-write* (subpath "/"))',
    '(deny file-read* (subpath "/Users/a") (subpath "/Users/a/.parley")',
    '(allow file-read* (subpath "/Users/a/.asdf")',
    '(allow file-read* file-write* (subpath "/Users/a/p/.council/worktrees/w"))',
    '(deny file-read* file-write* (subpath "/Users/a/p/.parley"))',
    '(deny file-write* (literal "/Users/a/p/.council/worktrees/w/.git"))',
    '(deny network*)',
  ]
  expect(order.map(at)).toEqual(order.map(at).toSorted((a, b) => a - b))
  expect(order.filter((part) => at(part) < 0)).toEqual([])
  expect(profile({ ...ask, home: '/Users/a', network: true, path: '' })).not.toContain('network')
  expect(profile({ ...ask, root: '/a"b\\c', home: '/Users/a', network: false, path: '' })).toContain(
    '"/a\\"b\\\\c"',
  )
})
