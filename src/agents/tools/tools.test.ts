// Tools: what a seat can reach with them, and what it cannot.

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Grant, ToolResult } from '../../kernel/agents.js'
import { MOST_CHARACTERS, MOST_LINES } from '../../rules/numbered-lines.js'
import { environment } from '../../workspace/programs/environment.js'
import { plain } from '../../workspace/programs/printed.js'
import { findSandbox } from '../../workspace/sandbox/sandbox.js'
import { MOST_FILES } from './list-files.js'
import type { CommandLimits } from './run-command.js'
import { MOST_HITS } from './search-text.js'
import { type AllowedFiles, toolsFor } from './tools.js'

let top: string
let root: string

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'parley-tools-')))
  root = join(top, 'root')
  put('README.md', 'one\ntwo\nthree\n')
  writeFileSync(join(top, 'outside.txt'), 'not yours\n')
})
afterEach(() => rmSync(top, { recursive: true, force: true }))

function put(path: string, text: string | Buffer): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const at = (path: string): string => join(root, path)
const work: Grant = { kind: 'work', root: '.' }

function use(
  name: string,
  input: unknown,
  options: { grant?: Grant; signal?: AbortSignal } & Partial<CommandLimits> & AllowedFiles = {},
): Promise<ToolResult> {
  const { grant = work, signal = new AbortController().signal, ...more } = options
  const tool = toolsFor(grant, root, more).find((one) => one.name === name)
  if (!tool) throw new Error(`no tool ${name}`)
  return tool.run(input, signal)
}

describe('a grant', () => {
  const names = (grant: Grant) => toolsFor(grant, root).map((tool) => tool.name)

  test('to work has the web only where the person gave it', () => {
    const run = async () => ({ ok: false, output: '' })
    const page = { name: 'fetch_url', description: '', input: {}, writes: false, web: true, run }
    const named = (more: { web?: boolean }) =>
      toolsFor({ kind: 'work', root: '.', ...more }, root, { web: [page] }).map(({ name }) => name)
    expect(named({})).not.toContain('fetch_url')
    expect(named({ web: true })).toEqual([...named({}), 'fetch_url'])
  })
  test('of nothing holds no tools', () => expect(names({ kind: 'none' })).toEqual([]))
  test('to read holds only tools that cannot write', () => {
    expect(names({ kind: 'read' })).toEqual(['read_file', 'list_files', 'search_text'])
    expect(toolsFor({ kind: 'read' }, root).some((tool) => tool.writes)).toBe(false)
  })
  test('to work adds the three that can', () => {
    expect(names(work).slice(3)).toEqual(['write_file', 'edit_file', 'run_command'])
  })
  test('names its own folder', async () => {
    put('sub/a.txt', 'inner')
    const grant: Grant = { kind: 'read', root: at('sub') }
    expect((await use('read_file', { path: 'a.txt' }, { grant })).output).toBe('1\tinner')
    expect((await use('read_file', { path: '../README.md' }, { grant })).output).toContain('is outside')
  })
  test('describes the input of every tool as a closed object', () => {
    for (const tool of toolsFor(work, root)) {
      expect(tool.input).toMatchObject({ type: 'object', additionalProperties: false })
    }
  })
})

describe('a folder that may be read besides', () => {
  test('opens its own files, named as it is seen from the root, to read_file alone and no further', async () => {
    const memory = join(top, 'memory')
    mkdirSync(memory)
    writeFileSync(join(memory, 'topic.md'), 'decided\n')
    const grant: Grant = { kind: 'work', root: '.', reads: ['../memory'] }
    expect(await use('read_file', { path: '../memory/topic.md' }, { grant })).toMatchObject({ ok: true })
    for (const path of ['../memory/../outside.txt', '../outside.txt', '../memory'])
      expect(await use('read_file', { path }, { grant })).toMatchObject({ ok: false })
    const write = { path: '../memory/topic.md', content: 'mine' }
    expect(await use('write_file', write, { grant })).toMatchObject({ ok: false })
    expect(readFileSync(join(memory, 'topic.md'), 'utf8')).toBe('decided\n')
  })
})

describe('confinement', () => {
  const escapes = ['../outside.txt', '/etc/passwd', 'sub/../../outside.txt', 'link.txt', 'folder/outside.txt']

  beforeEach(() => {
    symlinkSync(join(top, 'outside.txt'), at('link.txt'))
    symlinkSync(top, at('folder'))
  })

  test.each(escapes)('TOOL1: %s is outside for every tool that takes a path', async (path) => {
    for (const [name, more] of [
      ['read_file', {}],
      ['write_file', { content: 'x' }],
      ['edit_file', { old: 'not', new: 'x' }],
    ] as const) {
      const result = await use(name, { path, ...more })
      expect(result).toMatchObject({ ok: false, output: expect.stringContaining('is outside') })
    }
    expect(readFileSync(join(top, 'outside.txt'), 'utf8')).toBe('not yours\n')
  })
  test('TOOL1: a new file below a link that leads out is not made', async () => {
    expect(await use('write_file', { path: 'folder/new/deep.txt', content: 'x' })).toMatchObject({
      ok: false,
    })
    expect(existsSync(join(top, 'new'))).toBe(false)
  })
  test('TOOL1: an absolute path inside and a link that stays inside are used', async () => {
    symlinkSync(at('README.md'), at('also.md'))
    expect((await use('read_file', { path: at('README.md') })).ok).toBe(true)
    expect((await use('read_file', { path: 'also.md' })).ok).toBe(true)
  })
  test('TOOL1: a folder whose name only begins like the root is outside', async () => {
    mkdirSync(`${root}-not`)
    writeFileSync(`${root}-not/a.txt`, 'x')
    expect((await use('read_file', { path: `${root}-not/a.txt` })).output).toContain('is outside')
  })
  test('TOOL1: the root may itself be reached through a link', async () => {
    symlinkSync(root, join(top, 'alias'))
    const grant: Grant = { kind: 'read', root: join(top, 'alias') }
    expect((await use('read_file', { path: join(top, 'alias', 'README.md') }, { grant })).ok).toBe(true)
  })
  test('TOOL1: no path with dots and links, however long, reads what is outside', async () => {
    const part = fc.constantFrom(
      '..',
      '.',
      'folder',
      'sub',
      'root',
      'outside.txt',
      'link.txt',
      '',
      'README.md',
    )
    mkdirSync(at('sub'))
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 7 }), async (parts) => {
        const result = await use('read_file', { path: parts.join('/') })
        expect(result.output).not.toContain('not yours')
      }),
      { numRuns: 150 },
    )
  })
  test('TOOL2: the records of meetings are neither read nor written, listed nor searched', async () => {
    put('.parley/meetings/a/journal.jsonl', 'confidential three')
    symlinkSync(at('.parley'), at('innocent'))
    for (const path of ['.parley/meetings/a/journal.jsonl', 'innocent/meetings/a/journal.jsonl']) {
      expect(await use('read_file', { path })).toMatchObject({ ok: false })
      expect(await use('write_file', { path, content: 'x' })).toMatchObject({ ok: false })
    }
    expect((await use('list_files', {})).output).not.toContain('.parley')
    expect((await use('search_text', { query: 'three' })).output).toBe('README.md:3: three')
  })
  test.each(['.git/config', 'sub/.git', '.GIT/hooks/pre-commit', 'git~1/config'])(
    'TOOL3: %s is never written',
    async (path) => {
      expect(await use('write_file', { path, content: 'x' })).toMatchObject({
        ok: false,
        output: expect.stringContaining('git'),
      })
      expect(existsSync(at(path))).toBe(false)
    },
  )
  test('TOOL4: a link that leads nowhere is not written through', async () => {
    symlinkSync(join(top, 'not-yet.txt'), at('dangling'))
    expect(await use('write_file', { path: 'dangling', content: 'x' })).toMatchObject({ ok: false })
    expect(existsSync(join(top, 'not-yet.txt'))).toBe(false)
  })
})

describe('secrets', () => {
  test('are masked in what every tool tells, before it can reach a provider', async () => {
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
    put('notes.txt', `token ${secret}\n`)
    for (const [name, input] of [
      ['read_file', { path: 'notes.txt' }],
      ['search_text', { query: 'token' }],
      ['run_command', { argv: ['cat', 'notes.txt'] }],
    ] as const) {
      const { ok, output } = await use(name, input)
      expect(ok).toBe(true)
      expect(output).toContain('token')
      expect(output).not.toContain(secret)
    }
    expect(readFileSync(at('notes.txt'), 'utf8')).toContain(secret)
  })
})

describe('files that hold secrets', () => {
  const body = Array.from(
    { length: 24 },
    (_, at) => `${'Ab3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA'.repeat(2).slice(at % 7)}${at}`,
  )
  const key = (kind: string) =>
    [`-----BEGIN ${kind} KEY-----`, ...body, `-----END ${kind} KEY-----`, ''].join('\n')
  const mine = { secretFiles: ['.env', 'keys/*.pem'] }

  test.each(['2-26', '1-5', '3', '10-', '25'])(
    'a private key is masked whichever of its lines are read: %s',
    async (lines) => {
      put('notes/deploy.txt', `how to deploy\n${key('OPENSSH PRIVATE')}done\n`)
      const { output, masked } = await use('read_file', { path: 'notes/deploy.txt', lines })
      for (const line of body) expect(output).not.toContain(line.slice(0, 40))
      expect(output).toMatch(/^\d+\t/)
      expect(masked).toEqual(expect.arrayContaining([expect.stringMatching(/key/)]))
    },
  )

  test('the line numbers of a page with masked lines are those of the file', async () => {
    put('notes/deploy.txt', `how to deploy\n${key('RSA PRIVATE')}done\n`)
    const { output } = await use('read_file', { path: 'notes/deploy.txt', lines: '26-' })
    expect(output).toMatch(/\n28\tdone\n$/)
  })

  test('a search shows no line of a private key, and does not find out how a secret goes on', async () => {
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
    put('notes/deploy.txt', `${key('RSA PRIVATE')}use ${secret}\n`)
    const line = body[3]?.slice(0, 12)
    expect((await use('search_text', { query: line })).output).toBe(`Nothing contains "${line}".`)
    const begun = await use('search_text', { query: secret.slice(0, 10) })
    expect(begun.output).toBe(`Nothing contains "${secret.slice(0, 10)}".`)
  })

  test.each(['.env', '.env.local', 'keys/a.pem', 'id_ed25519', '.netrc', '.aws/credentials'])(
    'are not read, searched or edited unless the person allows it, and a list says so: %s',
    async (path) => {
      put(path, 'PASSWORD=hunter2\n')
      put('copy.md', '')
      rmSync(at('copy.md'))
      symlinkSync(at(path), at('copy.md'))
      for (const asked of [path, 'copy.md', `./src/../${path}`]) {
        const read = await use('read_file', { path: asked })
        expect(read).toMatchObject({ ok: false, output: expect.stringContaining('secret_files') })
        expect(read.output).not.toContain('hunter2')
      }
      const found = await use('search_text', { query: 'hunter2' })
      expect(found.output).toMatch(/^Nothing contains "hunter2"\.\n\(Not searched: 1 that hold secrets\.\)$/)
      expect((await use('list_files', {})).output).toContain(
        `(Not read by tools, since they hold secrets: ${path})`,
      )
      expect(await use('edit_file', { path, old: 'hunter2', new: 'x' })).toMatchObject({ ok: false })
      expect(readFileSync(at(path), 'utf8')).toContain('hunter2')
    },
  )

  test('are read where the person has allowed them by name', async () => {
    put('.env', 'NAME=harbour\n')
    put('keys/a.pem', 'a public certificate\n')
    put('id_rsa', 'x\n')
    expect(await use('read_file', { path: '.env' }, mine)).toEqual({ ok: true, output: '1\tNAME=harbour\n' })
    expect((await use('search_text', { query: 'certificate' }, mine)).output).toContain('keys/a.pem:1:')
    expect(await use('read_file', { path: 'id_rsa' }, mine)).toMatchObject({ ok: false })
  })

  test('are recognised by what they hold: settings of npm and git with a credential in them', async () => {
    const header = Buffer.from('x:Pa55word').toString('base64')
    put('.npmrc', '//registry/:_authToken=abc\n')
    put('.git/config', `[http]\n\textraheader = AUTHORIZATION: basic ${header}\n`)
    for (const path of ['.npmrc', '.git/config']) {
      expect(await use('read_file', { path })).toMatchObject({
        ok: false,
        output: expect.stringContaining('store of credentials'),
      })
    }
    put('.npmrc', 'save-exact=true\n')
    expect(await use('read_file', { path: '.npmrc' })).toMatchObject({ ok: true })
  })

  test('a tracked folder that has become a link out of the workspace is not listed and not searched', async () => {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root, stdio: 'ignore' })
    put('docs/plan.md', 'the plan\n')
    git('init', '--quiet')
    git('add', '--all')
    mkdirSync(join(top, 'elsewhere'))
    writeFileSync(join(top, 'elsewhere/plan.md'), 'the plan of another\n')
    rmSync(at('docs'), { recursive: true })
    symlinkSync(join(top, 'elsewhere'), at('docs'))
    expect((await use('list_files', {})).output).not.toContain('plan.md')
    expect((await use('search_text', { query: 'the plan' })).output).toBe('Nothing contains "the plan".')
  })
})

describe('input', () => {
  const bad: [string, unknown, string][] = [
    ['read_file', {}, 'path'],
    ['read_file', { path: 'README.md', lines: 'all' }, 'lines'],
    ['read_file', null, 'input'],
    ['read_file', { path: 'a\0b' }, 'NUL'],
    ['write_file', { path: 'a.txt' }, 'content'],
    ['edit_file', { path: 'README.md', old: '', new: 'x' }, 'old'],
    ['run_command', { argv: 'ls' }, 'argv'],
    ['run_command', { argv: [] }, 'argv'],
    ['search_text', { query: 'x', regex: true }, 'regex'],
  ]
  test.each(bad)('%s with %j is refused with what is wrong', async (name, input, word) => {
    expect(await use(name, input)).toMatchObject({ ok: false, output: expect.stringContaining(word) })
  })
})

describe('read_file', () => {
  test('numbers the lines', async () => {
    expect(await use('read_file', { path: 'README.md' })).toEqual({
      ok: true,
      output: '1\tone\n2\ttwo\n3\tthree\n',
    })
  })
  test.each([
    ['2', '2\ttwo\n'],
    ['2-', '2\ttwo\n3\tthree\n'],
    ['1-2', '1\tone\n2\ttwo\n'],
  ])('gives lines %s alone', async (lines, output) => {
    expect((await use('read_file', { path: 'README.md', lines })).output).toBe(output)
  })
  test('says how long a file is when the lines are past its end', async () => {
    expect(await use('read_file', { path: 'README.md', lines: '9-12' })).toMatchObject({
      ok: false,
      output: expect.stringContaining('3 lines'),
    })
  })
  test('cuts after as many lines as it may show, and says where to go on', async () => {
    put('long.txt', Array.from({ length: MOST_LINES + 5 }, (_, i) => `row ${i + 1}`).join('\n'))
    const { output } = await use('read_file', { path: 'long.txt' })
    expect(output).toContain(`${MOST_LINES}\trow ${MOST_LINES}\n(Cut here.`)
    const rest = await use('read_file', { path: 'long.txt', lines: /lines "(\d+-)"/.exec(output)![1] })
    expect(rest.output).toMatch(new RegExp(`^${MOST_LINES + 1}\trow ${MOST_LINES + 1}\n`))
  })
  test('cuts a line that is longer than all it may show', async () => {
    put('wide.txt', 'x'.repeat(MOST_CHARACTERS * 2))
    const { output } = await use('read_file', { path: 'wide.txt' })
    expect(output.length).toBeLessThan(MOST_CHARACTERS + 100)
    expect(output).toContain('(Cut here.')
  })
  test('shows every line of any text once, in order', async () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'é', '🎈', ' ', '\t'), maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 20 }), async (lines) => {
        put('any.txt', `${lines.join('\n')}\n`)
        const { output } = await use('read_file', { path: 'any.txt' })
        expect(output).toBe(lines.map((text, i) => `${i + 1}\t${text}\n`).join(''))
      }),
      { numRuns: 30 },
    )
  })
  test('refuses folders, missing files and bytes that are not text, each by name', async () => {
    put('image.bin', Buffer.from([1, 0, 2]))
    put('sub/a', '')
    expect((await use('read_file', { path: 'sub' })).output).toContain('is a folder')
    expect((await use('read_file', { path: 'none.txt' })).output).toContain('does not exist')
    expect((await use('read_file', { path: 'README.md/x' })).output).toContain('does not exist')
    expect((await use('read_file', { path: 'image.bin' })).output).toContain('not a text file')
    expect((await use('read_file', { path: 'sub/a' })).output).toBe('sub/a is empty.')
  })
  test('tells no absolute path of this machine', async () => {
    for (const path of ['none.txt', '../x', 'sub/none']) {
      expect((await use('read_file', { path })).output).not.toContain(top)
    }
  })
})

describe('list_files and search_text', () => {
  beforeEach(() => {
    put('src/a.ts', 'const needle = 1\n')
    put('src/deep/b.ts', 'no\nNEEDLE here\n')
    put('node_modules/x/index.js', 'needle')
    put('image.png', Buffer.from('needle\0'))
  })

  test('a plain folder is walked, without dependencies', async () => {
    expect((await use('list_files', {})).output).toBe('README.md\nimage.png\nsrc/a.ts\nsrc/deep/b.ts')
  })
  test('in a repository, what git ignores is left out, and what was deleted too', async () => {
    git('init', '-q')
    put('.gitignore', 'image.png\n')
    put('gone.txt', 'x')
    git('add', 'gone.txt', 'README.md')
    rmSync(at('gone.txt'))
    expect((await use('list_files', {})).output).toBe('.gitignore\nREADME.md\nsrc/a.ts\nsrc/deep/b.ts')
  })
  test('a folder that git ignores is walked all the same', async () => {
    git('init', '-q')
    put('.gitignore', 'src/\n')
    expect((await use('list_files', {}, { grant: { kind: 'read', root: 'src' } })).output).toBe(
      'a.ts\ndeep/b.ts',
    )
  })
  test('another repository named by the environment is not listed', async () => {
    mkdirSync(join(top, 'other'))
    execFileSync('git', ['init', '-q'], { cwd: join(top, 'other') })
    process.env['GIT_DIR'] = join(top, 'other', '.git')
    try {
      expect((await use('list_files', { glob: 'src/' })).output).toBe('src/a.ts\nsrc/deep/b.ts')
    } finally {
      delete process.env['GIT_DIR']
    }
  })
  test.each([
    ['*.ts', 'src/a.ts\nsrc/deep/b.ts'],
    ['src/*.ts', 'src/a.ts'],
    ['src/**', 'src/a.ts\nsrc/deep/b.ts'],
    ['./src/**/b.*', 'src/deep/b.ts'],
    ['**/*.{md,png}', 'README.md\nimage.png'],
    ['*.nope', 'No files.'],
  ])('the glob %s means %j', async (glob, output) => {
    expect((await use('list_files', { glob })).output).toBe(output)
  })
  test('a glob made to be slow is not', async () => {
    put(`${'a'.repeat(200)}b`, '')
    expect((await use('list_files', { glob: `${'*a'.repeat(200)}c` })).output).toBe('No files.')
  })
  test('a list is cut, and says so', async () => {
    for (let i = 0; i <= MOST_FILES; i++) put(`many/${i}`, '')
    const lines = (await use('list_files', { glob: 'many/' })).output.split('\n')
    expect(lines).toHaveLength(MOST_FILES + 1)
    expect(lines.at(-1)).toContain('Cut here')
  })
  test('a search finds text in either case, with its place, and skips what is not text', async () => {
    expect((await use('search_text', { query: 'needle' })).output).toBe(
      'src/a.ts:1: const needle = 1\nsrc/deep/b.ts:2: NEEDLE here',
    )
    expect((await use('search_text', { query: 'needle', glob: 'src/deep/' })).output).toBe(
      'src/deep/b.ts:2: NEEDLE here',
    )
  })
  test('a query is plain text, never a pattern', async () => {
    expect((await use('search_text', { query: 'n.edle' })).output).toBe('Nothing contains "n.edle".')
  })
  test('a search is cut, and says so', async () => {
    put('many.txt', 'needle\n'.repeat(MOST_HITS + 1))
    const lines = (await use('search_text', { query: 'needle', glob: 'many.txt' })).output.split('\n')
    expect(lines).toHaveLength(MOST_HITS + 1)
    expect(lines.at(-1)).toContain('Cut here')
  })
  test('a search does not follow links out of the workspace', async () => {
    symlinkSync(join(top, 'outside.txt'), at('link.txt'))
    expect((await use('search_text', { query: 'not yours' })).output).toContain('Nothing contains')
  })
})

describe('write_file and edit_file', () => {
  test('a file is written with the folders on its way', async () => {
    expect(await use('write_file', { path: 'new/deep/a.txt', content: 'hé' })).toEqual({
      ok: true,
      output: 'Wrote new/deep/a.txt (3 bytes).',
    })
    expect(readFileSync(at('new/deep/a.txt'), 'utf8')).toBe('hé')
  })
  test('a file keeps its mode', async () => {
    put('run.sh', 'old')
    chmodSync(at('run.sh'), 0o755)
    await use('write_file', { path: 'run.sh', content: 'new' })
    expect(statSync(at('run.sh')).mode & 0o777).toBe(0o755)
  })
  test('a folder is not overwritten', async () => {
    put('sub/a', '')
    expect(await use('write_file', { path: 'sub', content: 'x' })).toMatchObject({ ok: false })
    expect(await use('write_file', { path: 'fresh/', content: 'x' })).toMatchObject({ ok: false })
  })
  test('an edit replaces the one place, dollar signs and all', async () => {
    await use('edit_file', { path: 'README.md', old: 'two', new: "$& $' \\1" })
    expect(readFileSync(at('README.md'), 'utf8')).toBe("one\n$& $' \\1\nthree\n")
  })
  test.each([
    ['absent', 'does not occur'],
    ['e', '3 times'],
  ])('an edit of %j changes nothing', async (old, says) => {
    expect(await use('edit_file', { path: 'README.md', old, new: 'x' })).toMatchObject({
      ok: false,
      output: expect.stringContaining(says),
    })
    expect(readFileSync(at('README.md'), 'utf8')).toBe('one\ntwo\nthree\n')
  })
  test('an edit of overlapping places is ambiguous', async () => {
    put('a.txt', 'aaa')
    expect(await use('edit_file', { path: 'a.txt', old: 'aa', new: 'b' })).toMatchObject({ ok: false })
  })
  test('bytes that are not text are left alone', async () => {
    const bytes = Buffer.from([0x61, 0xff, 0x62])
    put('latin', bytes)
    expect(await use('edit_file', { path: 'latin', old: 'a', new: 'c' })).toMatchObject({ ok: false })
    expect(readFileSync(at('latin'))).toEqual(bytes)
  })
  test('edits asked for at the same time are all kept', async () => {
    const tools = toolsFor(work, root)
    const edit = tools.find((tool) => tool.name === 'edit_file')!
    const { signal } = new AbortController()
    await Promise.all(
      ['one', 'two', 'three'].map((old) =>
        edit.run({ path: 'README.md', old, new: old.toUpperCase() }, signal),
      ),
    )
    expect(readFileSync(at('README.md'), 'utf8')).toBe('ONE\nTWO\nTHREE\n')
  })
})

/** Where the sandbox does not work, both are the same. */
describe.each([
  ['in the sandbox of this machine', { sandbox: true, network: false }],
  ['without a sandbox', { sandbox: false, network: false }],
])('run_command %s', (_, commands) => {
  const node = (script: string): string[] => [process.execPath, '-e', script]

  test('runs in the root and answers with exit code and output', async () => {
    expect(await use('run_command', { argv: node('console.log(process.cwd())') }, { commands })).toEqual({
      ok: true,
      output: `exit 0\n${root}\n`,
    })
    expect(
      await use('run_command', { argv: node('console.error("bad"); process.exit(3)') }, { commands }),
    ).toEqual({
      ok: false,
      output: 'exit 3\nbad\n',
    })
  })
  test('has no shell', async () => {
    expect((await use('run_command', { argv: ['echo', '$HOME;', '*', '>', 'x'] }, { commands })).output).toBe(
      'exit 0\n$HOME; * > x\n',
    )
  })
  test('names a program that is not there', async () => {
    expect((await use('run_command', { argv: ['no-such-program-here'] }, { commands })).output).toContain(
      'no such program',
    )
  })
  test('gives away no key, token, password or git variable, and keeps HOME and PATH', async () => {
    const env = {
      ...process.env,
      HOME: '/home/x',
      GIT_DIR: '/x',
      ACME_API_KEY: 'k',
      GH_TOKEN: 't',
      DB_PASSWORD: 'p',
      MY_SECRET_THING: 's',
      PARLEY_HOME: '/x',
      SSH_AUTH_SOCK: '/x',
      PLAIN: 'yes',
    }
    const { output } = await use(
      'run_command',
      { argv: node('console.log(JSON.stringify(process.env))') },
      { env, commands },
    )
    const seen = JSON.parse(output.slice('exit 0\n'.length)) as Record<string, string>
    expect(seen).toMatchObject({ HOME: '/home/x', PLAIN: 'yes', PATH: process.env['PATH'] })
    for (const name of [
      'GIT_DIR',
      'ACME_API_KEY',
      'GH_TOKEN',
      'DB_PASSWORD',
      'MY_SECRET_THING',
      'PARLEY_HOME',
      'SSH_AUTH_SOCK',
    ])
      expect(seen).not.toHaveProperty(name)
  })
  test('a program that outlives its time is stopped with all it started', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const left = `left-${process.pid}-${commands.sandbox}`
    put(left, 'sleep 1000\n')
    const argv = ['sh', '-c', `sh ./${left} & touch up; wait`]
    const running = use('run_command', { argv }, { timeoutMs: 2000, commands })
    await expect.poll(() => existsSync(at('up'))).toBe(true)
    vi.advanceTimersByTime(2000)
    expect(await running).toMatchObject({
      ok: false,
      output: expect.stringContaining('longer than 2 seconds'),
    })
    await expect.poll(() => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(left)
  })
  test('a program that will not listen is stopped nevertheless', async () => {
    const abort = new AbortController()
    const script = `process.on('SIGTERM', () => {}); require('node:fs').writeFileSync('up', ''); setInterval(() => {}, 1000)`
    const running = use('run_command', { argv: node(script) }, { signal: abort.signal, commands })
    await expect.poll(() => existsSync(at('up'))).toBe(true)
    abort.abort()
    expect(await running).toMatchObject({ ok: false, output: expect.stringContaining('the turn was ended') })
  })
  test('nothing starts once the turn is over', async () => {
    const result = await use(
      'run_command',
      { argv: ['touch', 'x'] },
      { signal: AbortSignal.abort(), commands },
    )
    expect(result.ok).toBe(false)
    expect(existsSync(at('x'))).toBe(false)
  })
  test('long output keeps its beginning and its end', async () => {
    const argv = node('console.log("begin"); console.log("x".repeat(300000)); console.log("end")')
    const { output } = await use('run_command', { argv }, { commands })
    expect(output).toMatch(/^exit 0\nbegin\n/)
    expect(output).toMatch(/bytes left out here/)
    expect(output.endsWith('end\n')).toBe(true)
    expect(output.length).toBeLessThan(110_000)
  })
  test('colours and control characters do not come through', async () => {
    expect(plain('\x1b[31mred\x1b[0m \x1b]0;title\x07a\r\nb\x00\x08\tc')).toBe('red a\nb\tc')
  })
})

const { kind } = await findSandbox()

describe.skipIf(kind === 'none')('a program that fails in the sandbox', () => {
  test('for want of the network is told that there is none, and how the person allows it', async () => {
    const lookup =
      'require("node:dns").lookup("example.org", (error) => { console.error(String(error)); process.exit(error ? 1 : 0) })'
    const { output } = await use('run_command', { argv: [process.execPath, '-e', lookup] })
    expect(output).toMatch(/no network here.*--network/)
    const npm = await use('run_command', { argv: ['npm', 'install', 'no-such-package-of-ours'] })
    expect(npm.output).toMatch(/no network here.*--network/)
  })
  test('is told which files of its folder were empty, and what it can write to', async () => {
    put('certs/server.key', 'KEY\n')
    const { output } = await use('run_command', { argv: ['sh', '-c', 'cat certs/server.key; touch /etc/x'] })
    expect(output).not.toContain('KEY\n')
    expect(output).toMatch(
      /Programs can write to this folder.*empty for programs: certs\/server\.key\..*--secret-files/,
    )
    const granted = await use(
      'run_command',
      { argv: ['cat', 'certs/server.key'] },
      { secretFiles: ['certs/*'] },
    )
    expect(granted.output).toBe('exit 0\nKEY\n')
  })
})

describe('the environment of a program', () => {
  test('loses what is private whatever its case, and nothing that only sounds alike', () => {
    const private_ = [
      'GIT_INDEX_FILE',
      'OPENAI_API_KEY',
      'api_key',
      'NPM_TOKEN',
      'TOKEN',
      'AWS_SECRET_ACCESS_KEY',
      'PGPASSWORD',
      'PARLEY_HOME',
      'SSH_AUTH_SOCK',
      'XDG_RUNTIME_DIR',
    ]
    const plain = ['HOME', 'PATH', 'KEYBOARD', 'TOKENIZERS_PARALLELISM', 'LANG']
    const env = Object.fromEntries([...private_, ...plain].map((name) => [name, 'x']))
    expect(Object.keys(environment(env))).toEqual(plain)
  })
})

function git(...args: string[]): void {
  execFileSync('git', args, { cwd: root, env: environment(process.env) })
}
