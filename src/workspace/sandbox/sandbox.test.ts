// The sandbox of this machine: real programs in it, trying what the laws forbid.

import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createGit } from '../git/git.js'
import { git, repository, temporaryFolder, writeFiles } from '../temporary.suite.js'
import { bubblewrap } from './bubblewrap.js'
import type { Sandbox } from './port.js'
import { type Allowed, confinementOf, faultIn, findSandbox } from './sandbox.js'
import { profile, seatbelt } from './seatbelt.js'
import { unshare } from './unshare.js'

const layers = await Promise.all(
  [bubblewrap, unshare, seatbelt].map(async (sandbox) => ({ sandbox, fault: await faultIn(sandbox) })),
)
const working = layers.filter(({ fault }) => fault === null)

interface Ran {
  readonly code: number | null
  readonly out: string
}

/** The layer that the tests below are about. */
let here: Sandbox

async function run(
  root: string,
  script: string,
  more: Partial<Allowed> = {},
  before: string[] = [],
): Promise<Ran> {
  const ask = await confinementOf(root, { network: false, ...more }, process.env)
  const [program = '', ...args] = [...before, ...here.confine(['sh', '-c', script], ask)]
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

test('one of the layers works here, or the reason is told', async () => {
  const found = await findSandbox()
  if (found.kind === 'sandbox') expect(found.sandbox).toBe(working[0]!.sandbox)
  else expect(found.why).toContain('.')
})

describe.each(working)('a program in the sandbox of $sandbox.layer', ({ sandbox }) => {
  beforeEach(() => {
    here = sandbox
  })

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

  test.each(['/dev/shm', '/var/tmp', '/tmp'].filter((ground) => existsSync(ground)))(
    'BOX1: cannot change the repository around its folder below %s',
    async (ground) => {
      vi.stubEnv('TMPDIR', ground)
      const { root, work } = await withWorktree()
      onTestFinished(() => rmSync(root, { recursive: true, force: true }))
      expect(root.startsWith(realpathSync(ground))).toBe(true)
      const script = `echo new > made.txt; echo evil > '${root}/README.md'; echo evil > '${root}/.git/HEAD'; cat made.txt`
      expect((await run(work, script)).out).toContain('new\n')
      expect(readFileSync(join(root, 'README.md'), 'utf8')).toBe('hello\n')
      expect(git(root, 'rev-parse', '--abbrev-ref', 'HEAD')).toBe('main')
    },
  )

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

  test('BOX2: a file that holds secrets is empty at any depth, in the tree of the person and in its own folder, unless the person allowed it', async () => {
    const { root, work } = await withWorktree()
    const key = '-----BEGIN PRIVATE KEY-----\nplain\n'
    const certificate = '-----BEGIN CERTIFICATE-----\npublic\n'
    writeFiles(root, {
      '.gitignore': 'ignored/\n',
      'apps/web/.env.local': 'plain',
      'ignored/deep/down/.env': 'plain',
      'apps/my keys/id_rsa': 'plain',
      'apps/.npmrc': '//registry/:_authToken=plain',
      'settings.txt': 'plain',
    })
    symlinkSync('../settings.txt', join(root, 'apps/.env'))
    const outside = temporaryFolder()
    writeFiles(outside, { '.env': 'plain' })
    symlinkSync(join(outside, '.env'), join(root, 'apps/prod.env'))
    writeFiles(work, {
      'certs/server.pem': key,
      'certs/ca.pem': certificate,
      'a/.env': 'plain',
      'a/.npmrc': 'a=public\n',
    })
    const all = `find . '${root}/apps' '${root}/ignored' '${root}/settings.txt' -type f -exec cat {} +`
    const seen = await run(work, all)
    expect(seen.out).not.toContain('plain')
    expect(seen.out.match(/public/g)).toHaveLength(2)
    expect((await run(work, 'cat a/.env', { secretFiles: ['a/.env'] })).out).toBe('plain')
    expect((await run(work, 'echo changed > a/.env; cat certs/server.pem')).out).not.toContain('plain')
    expect(readFileSync(join(work, 'a/.env'), 'utf8')).toBe('plain')
  })

  test.runIf(process.getuid?.() === 0)(
    'BOX1, BOX2: holds for a user without rights as for an administrator',
    async () => {
      const { root, work } = await withWorktree()
      writeFiles(root, { 'web/.env': 'plain' })
      execFileSync('chown', ['-R', '65534:65534', root])
      chmodSync(root, 0o755)
      vi.stubEnv('HOME', '/var/empty-home')
      vi.stubEnv('PATH', '/usr/local/bin:/usr/bin:/bin')
      const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--']
      const script = `echo new > made.txt && cat made.txt '${root}/web/.env'; echo evil > '${root}/README.md'; id -u; grep CapEff /proc/self/status; touch /tmp/x && echo fine`
      const seen = await run(work, script, {}, nobody)
      expect(seen.out).toMatch(/^new\n/)
      expect(seen.out).not.toContain('plain')
      for (const part of [/^65534$/m, /^CapEff:\t0+$/m, /^fine$/m]) expect(seen.out).toMatch(part)
      expect(seen.out).not.toContain('Permission denied')
      expect(readFileSync(join(root, 'README.md'), 'utf8')).toBe('hello\n')
    },
  )

  test('has no right over the machine, also where an administrator runs parley', async () => {
    const { work } = await withWorktree()
    const script =
      'grep Cap /proc/self/status; ls /dev; mount -t tmpfs x /etc; umount /home; umount /root; echo x > /proc/sysrq-trigger; echo 1 > /sys/kernel/uevent_helper'
    const seen = await run(work, script)
    expect(seen.out).toMatch(/CapEff:\t0+\nCapBnd:\t0+\n/)
    expect(seen.out).not.toMatch(/\b(?:sda|vda|kmsg|mem|kvm|loop0)\b/)
    expect(seen.code).not.toBe(0)
    expect(
      (
        await run(
          work,
          `unshare -Urm sh -c 'umount /root; umount -l /tmp; mount -o remount,bind,rw / ; mount -o remount,bind,rw /etc'; ls -A /tmp; touch /etc/x`,
        )
      ).code,
    ).not.toBe(0)
  })

  test('BOX3: reaches no server unless the person allowed the network', async () => {
    const { work } = await withWorktree()
    const server = createServer((socket) => void socket.end('reached\n'))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }
    const call = `'${process.execPath}' -e 'require("net").connect(${port}, "127.0.0.1").on("error", (e) => console.log(e.code)).pipe(process.stdout)'`
    expect((await run(work, call)).out).not.toContain('reached')
    expect((await run(work, call, { network: true })).out).toContain('reached')
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

  test('a package is built and tested as outside: with a home, a server of its own, and what is installed in the repository', async () => {
    const { root, work } = await withWorktree()
    const scripts = { build: 'node build.cjs', test: 'npm run build && node --test' }
    writeFiles(root, { 'node_modules/twice/index.js': 'module.exports = (x) => x + x\n' })
    writeFiles(work, {
      'package.json': JSON.stringify({ name: 'x', version: '1.0.0', scripts }),
      'build.cjs': `const fs = require('node:fs'), os = require('node:os'), { join } = require('node:path')
        fs.mkdirSync(join(os.homedir(), '.cache/x'), { recursive: true })
        fs.mkdtempSync(join(os.tmpdir(), 'x-'))
        fs.mkdirSync('dist')
        fs.writeFileSync('dist/x.cjs', 'module.exports = require("twice")("built")')`,
      'test/x.test.cjs': `const http = require('node:http')
        require('node:test')('it works', async () => {
          const server = http.createServer((_, answer) => answer.end(require('../dist/x.cjs'))).listen(0, '127.0.0.1')
          await new Promise((up) => server.once('listening', up))
          const said = await (await fetch('http://127.0.0.1:' + server.address().port)).text()
          server.close()
          require('node:assert').equal(said, 'builtbuilt')
        })`,
    })
    expect(await run(work, 'npm test')).toMatchObject({ code: 0, out: expect.stringContaining('# pass 1') })
  })

  test('a program that is not there is told from one that fails', async () => {
    const { work } = await withWorktree()
    const [program = '', ...args] = here.confine(
      ['no-such-program'],
      await confinementOf(work, { network: false }, process.env),
    )
    const child = spawn(program, args)
    let out = ''
    child.stderr.on('data', (piece) => (out += piece))
    await new Promise((closed) => child.once('close', closed))
    expect(here.isMissing(out)).toBe(true)
    expect(here.isMissing((await run(work, 'cat nothing-here')).out)).toBe(false)
  })
})

test('a repository that is the person’s home is not shown whole; only what git keeps of it is', async () => {
  const home = repository()
  mkdirSync(join(home, '.ssh'))
  await createGit(home).addWorktree({ folder: 'w', branch: 'w', from: 'HEAD' })
  vi.stubEnv('HOME', home)
  expect((await confinementOf(join(home, 'w'), { network: false }, process.env)).reads).toEqual([
    join(home, '.git'),
  ])
})

test('the profile for macOS shows a worktree that lies in a hidden folder, and nothing else of it', () => {
  const root = '/Users/a/p/.parley/worktrees/w'
  const ask = { root, reads: ['/Users/a/p'], hidden: ['/Users/a/p/.parley', `${root}/.parley`], secrets: [] }
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
    secrets: ['/Users/a/p/web/.env'],
  }
  const text = profile({ ...ask, home: '/Users/a', network: false, path: '' })
  const at = (part: string) => text.indexOf(part)
  const order = [
    '(deny file-write* (subpath "/"))',
    '(deny file-read* (subpath "/Users/a") (subpath "/Users/a/.parley")',
    '(allow file-read* (subpath "/Users/a/.asdf")',
    '(allow file-read* file-write* (subpath "/Users/a/p/.council/worktrees/w"))',
    '(deny file-read* file-write* (subpath "/Users/a/p/.parley"))',
    '(deny file-read* file-write* (literal "/Users/a/p/web/.env"))',
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
