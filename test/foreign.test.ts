// A clone is foreign: nothing that came with it runs, writes or is answered before the person took it over. Real clones, the real
// command and the real server. docs/security.md lists what each test is for.

import { cpSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Adoption, MeetingEntry } from '../src/hall/api.js'
import { convened, meet, onlyId } from './support/council.js'
import { adopt, type Clone, cloneOf, forge, hostileClone, journalOf } from './support/foreign.js'
import { forkOf } from './support/forks.js'
import { everything, repository } from './support/repo.js'
import { events, plainEnvironment, run, temporary } from './support/run.js'
import { must, serverAt } from './support/server.js'
import { atTerminal } from './support/terminal.js'

/** Neither the program nor the recording that the journal names has left anything. */
function nothingRan({ ran, recorded }: Clone): void {
  expect([existsSync(ran), existsSync(recorded)]).toEqual([false, false])
}

describe('a meeting that came with a clone', () => {
  test('R1, R22: is listed as foreign, shown, exported and verified, waits for nobody, and nothing is run or written', async () => {
    const clone = await hostileClone()
    const { repo, id } = clone
    const before = everything(repo.root)
    const cwd = repo.root
    const home = await run([], { cwd })
    expect(home.stdout).not.toContain('waits for you')
    expect(home.stdout).toContain(`parley adopt ${id}`)
    expect((await run(['list'], { cwd })).stdout).toMatch(new RegExp(`${id} +foreign `))
    expect(events(await run(['list', '--json'], { cwd }))).toMatchObject([{ id, foreign: true }])
    const shown = await run(['show', id], { cwd })
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining(`parley adopt ${id}`)])
    expect(shown.stdout).not.toContain(`parley answer ${id}`)
    expect((await run(['export', id], { cwd })).stdout).toContain('Noon is a convention.')
    const verified = await run(['verify', id], { cwd })
    expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('Chain intact')])
    expect(verified.stdout).not.toMatch(/verified|sealed by you/i)
    expect((await run(['verify', id, '--sealed'], { cwd })).code).toBe(1)
    expect(everything(repo.root)).toEqual(before)
    nothingRan(clone)
  })

  test('R1, R2: is neither answered nor resumed before it is adopted, and the refusal says how', async () => {
    const clone = await hostileClone()
    const { repo, id } = clone
    const before = everything(repo.root)
    for (const args of [
      ['answer', id, 'conclude'],
      ['resume', id],
      ['resume', id, '--agents', 'rehearsal'],
      ['council', 'meeting', '--resume', id],
    ]) {
      const { code, stderr } = await run(args, { cwd: repo.root })
      expect([args[0], code]).toEqual([args[0], 2])
      if (args[0] === 'council') continue
      const told = stderr.replaceAll(/\s+/g, ' ')
      expect(told).toContain(
        `This meeting was not opened on this machine. It names command:sh -c "touch ${clone.ran}`,
      )
      expect(told).toContain(`parley adopt ${id}`)
    }
    const told = await run(['resume', id, '--json'], { cwd: repo.root })
    expect(events(told)).toMatchObject([{ type: 'error', code: 'NOT_OPENED_HERE', exit: 2 }])
    expect(everything(repo.root)).toEqual(before)
    nothingRan(clone)
  })

  test('R1: adopting shows who would speak, what would be run and what is asked, and needs a yes where nobody can be asked', async () => {
    const clone = await hostileClone()
    const { repo, id, ran, recorded } = clone
    const before = everything(repo.root)
    const shown = await run(['adopt', id, '--agents', 'command:cat'], { cwd: repo.root })
    expect([shown.code, shown.stderr]).toEqual([3, expect.stringContaining(`parley adopt ${id} --yes`)])
    expect(shown.stdout).toContain('staff-engineer: command:cat')
    expect(shown.stdout).toContain('runs the program: cat')
    expect(shown.stdout).toContain(`command:sh -c "touch ${ran}; echo hello"`)
    expect(shown.stdout).toContain(`a recording into ${recorded}`)
    expect(shown.stdout).toContain('conclude')
    expect(everything(repo.root)).toEqual(before)
    nothingRan(clone)
  })

  test('R1: at a terminal is shown, then asked about; only a yes adopts it, and a bare return does not', async () => {
    const clone = await hostileClone()
    const { repo, id, ran, journal } = clone
    const before = everything(repo.root)
    const adopting = ['adopt', id, '--agents', 'rehearsal']
    for (const said of ['\r', 'n', '\u0003']) {
      const { all, code } = await atTerminal(adopting, { cwd: repo.root }, [
        ['Take this meeting over?', said],
      ])
      expect([said, code, everything(repo.root)]).toEqual([said, 3, before])
      const [shown = ''] = all.split('Take this meeting over?')
      for (const text of ['staff-engineer: rehearsal', 'no program is run', ran, 'conclude'])
        expect(shown).toContain(text)
      expect(all).toContain('Nothing was adopted.')
    }
    const { all, code } = await atTerminal(adopting, { cwd: repo.root }, [['Take this meeting over?', 'y']])
    expect([code, all]).toEqual([0, expect.stringContaining(`resume ${id}`)])
    expect(readFileSync(journal, 'utf8').trimEnd().split('\n').at(-1)).toContain('"kind":"adopted"')
    nothingRan(clone)
  })

  test('AD2, R1, R2: goes on once it is adopted, with the voices of the person and never those of its journal, and is sealed from there', async () => {
    const clone = await hostileClone()
    const { repo, id, journal } = clone
    await adopt(repo.root, id)
    const lines = () => readFileSync(journal, 'utf8').trimEnd().split('\n')
    expect(JSON.parse(lines().at(-1) ?? '')).toMatchObject({
      kind: 'adopted',
      data: { agents: { default: 'rehearsal', seats: {} }, name: 'Tester' },
      mac: expect.any(String),
    })
    const { code, stderr } = await run(['answer', id, 'conclude'], { cwd: repo.root })
    expect([code, stderr]).toEqual([0, expect.any(String)])
    nothingRan(clone)
    expect(lines().join('\n')).toContain('"backend":"rehearsal"')
    const verified = await run(['verify', id], { cwd: repo.root })
    expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('Sealed by you')])
    const again = await run(['adopt', id, '--yes'], { cwd: repo.root })
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is yours already')])
  })

  test('R1: forked, is a new meeting with the voices of the person, which runs nothing until they resume it', async () => {
    const clone = await hostileClone()
    const { repo, id } = clone
    const forked = await run(['fork', id, '--at', '6'], { cwd: repo.root })
    expect([forked.code, forked.stdout]).toEqual([3, expect.stringContaining(`parley resume ${forkOf(id)}`)])
    const [first] = readFileSync(journalOf(repo.root, forkOf(id)), 'utf8').split('\n')
    expect(JSON.parse(first ?? '')).toMatchObject({
      data: { agents: { default: 'rehearsal' }, forkedFrom: { id, at: 6, foreign: true } },
    })
    nothingRan(clone)
    expect((await run(['resume', forkOf(id)], { cwd: repo.root })).code).toBe(3)
    nothingRan(clone)
  })

  test('R1: forked, replays the lines that the person saw, and stops when the clone brings others later', async () => {
    const { repo, id, journal } = await hostileClone()
    await run(['fork', id, '--at', '6'], { cwd: repo.root })
    forge(journal, (line) =>
      line.kind === 'turn' ? { ...line, data: { ...line.data, text: 'New.' } } : undefined,
    )
    const { code, stderr } = await run(['resume', forkOf(id)], { cwd: repo.root })
    expect([code, stderr]).toEqual([1, expect.stringContaining('which holds something else now')])
  })

  test('R1: is refused over HTTP until it is adopted there, as it was shown and not otherwise', async () => {
    const clone = await hostileClone()
    const { repo, id } = clone
    const server = await serverAt(temporary(), repo)
    await must(server, 'POST', '/api/projects', { name: 'harbour', path: repo.root })
    const at = `/api/meetings/harbour/${id}`
    const listed = await server.ask<MeetingEntry[]>('GET', '/api/meetings')
    expect(listed.body).toMatchObject([{ id, foreign: true }])
    for (const [path, body] of [
      ['answer', { choose: 'conclude' }],
      ['resume', {}],
    ] as const) {
      const refused = await server.ask<{ error: { code: string; hint: string } }>(
        'POST',
        `${at}/${path}`,
        body,
      )
      expect(refused).toMatchObject({ status: 409, body: { error: { code: 'foreign' } } })
      expect(refused.body.error.hint).toContain(`parley adopt ${id}`)
    }
    expect((await server.ask('POST', `${at}/verify`, {})).body).toMatchObject({
      seal: 'intact',
      findings: [],
    })
    const shown = await server.ask<Adoption>('POST', `${at}/adoption`, { agents: 'rehearsal' })
    expect(shown.body).toMatchObject({ id, seats: [{ voice: 'rehearsal' }, {}, {}, {}], question: {} })
    const other = await server.ask('POST', `${at}/adopt`, { agents: 'rehearsal', hash: 'f'.repeat(64) })
    expect(other.status).toBe(409)
    nothingRan(clone)
    await must(server, 'POST', `${at}/adopt`, { agents: 'rehearsal', hash: shown.body.hash })
    await must(server, 'POST', `${at}/answer`, { choose: 'conclude' })
    expect((await server.ask('POST', `${at}/verify`, {})).body).toMatchObject({ seal: 'sealed' })
    nothingRan(clone)
  })
})

describe("the person's own meetings", () => {
  test('are sealed, and go on without a question, after a restart and after the repository was moved', async () => {
    const repo = repository()
    await convened(repo)
    await meet(repo)
    const id = onlyId(repo)
    const moved = `${repo.root}-moved`
    renameSync(repo.root, moved)
    const agents = ['--agents', 'rehearsal']
    expect((await run(['answer', id, 'conclude', ...agents], { cwd: moved })).code).toBe(0)
    expect((await run(['verify', id, '--sealed'], { cwd: moved })).stdout).toContain('Sealed by you')
    renameSync(moved, repo.root)
  })

  test('are foreign on a second machine, and theirs there too once the key was copied', async () => {
    const repo = repository()
    await convened(repo)
    await meet(repo)
    const id = onlyId(repo)
    const home = join(temporary(), 'second')
    const there = { cwd: repo.root, env: { PARLEY_HOME: home } }
    expect((await run(['resume', id], there)).stderr).toContain(`parley adopt ${id}`)
    expect(existsSync(home)).toBe(false)
    cpSync(join(plainEnvironment()['PARLEY_HOME'] ?? '', 'seal.key'), join(home, 'seal.key'))
    expect((await run(['resume', id], there)).code).toBe(3)
  })

  test('are refused with a way out while the key is empty, and the key is left as it is', async () => {
    const repo = repository()
    await convened(repo)
    const home = temporary()
    writeFileSync(join(home, 'seal.key'), '', { mode: 0o600 })
    const words = ['council', 'meeting', 'When?', '--agents', 'rehearsal']
    const { code, stderr } = await run(words, { cwd: repo.root, env: { PARLEY_HOME: home } })
    expect([code, stderr]).toEqual([1, expect.stringContaining('is empty')])
    expect(stderr).toContain('delete it')
    expect(readFileSync(join(home, 'seal.key'), 'utf8')).toBe('')
  })
})

describe('a journal that names another meeting than its folder', () => {
  test('R17: a copied folder is named as a copy, and the meeting it was copied from is told as it stands', async () => {
    const repo = repository()
    await convened(repo)
    await meet(repo)
    const id = onlyId(repo)
    const meetings = join(repo.root, '.parley/meetings')
    cpSync(join(meetings, id), join(meetings, 'copy'), { recursive: true })
    const listed = events(await run(['list', '--json'], { cwd: repo.root }))
    expect(listed.map(({ id, status }) => [id, status]).toSorted()).toEqual([
      [id, 'waiting'],
      ['copy', 'damaged'],
    ])
    const { code, stderr } = await run(['answer', 'copy', 'conclude'], { cwd: repo.root })
    expect([code, stderr]).toEqual([1, expect.stringContaining(`it opens the meeting ${id}`)])
    expect((await run(['verify', 'copy'], { cwd: repo.root })).code).toBe(1)
  })

  test('R16, R24: an id that is no name, or a first line without its protocol, is damage, and reaches no terminal, export or list', async () => {
    const theirs = repository()
    await convened(theirs)
    await meet(theirs)
    const id = onlyId(theirs)
    const meetings = join(theirs.root, '.parley/meetings')
    cpSync(join(meetings, id), join(meetings, 'nameless'), { recursive: true })
    cpSync(join(meetings, id), join(meetings, '$(touch x)'), { recursive: true })
    const evil = '\u001b]0;owned\u0007$(touch x)'
    forge(journalOf(theirs.root, id), (line) =>
      line.kind === 'opened' ? { ...line, data: { ...line.data, id: evil } } : undefined,
    )
    forge(journalOf(theirs.root, 'nameless'), ({ kind, data, ...line }) =>
      kind === 'opened' ? { ...line, kind, data: { ...data, protocol: undefined } } : undefined,
    )
    const { repo } = cloneOf(theirs)
    for (const args of [[], ['list'], ['show', id], ['export', id], ['verify', id], ['export', 'nameless']]) {
      const { stdout, stderr } = await run(args, { cwd: repo.root })
      expect(`${stdout}${stderr}`).not.toMatch(/\u001b\]|touch x/)
      expect(stderr).not.toContain('bug in parley')
    }
    const listed = events(await run(['list', '--json'], { cwd: repo.root }))
    expect(listed.map(({ id, status }) => [id, status]).toSorted()).toEqual(
      [
        [id, 'damaged'],
        ['nameless', 'damaged'],
      ].toSorted(),
    )
    const server = await serverAt(temporary(), repo)
    await must(server, 'POST', '/api/projects', { name: 'harbour', path: repo.root })
    expect((await server.ask('GET', '/api/meetings')).status).toBe(200)
    expect((await server.ask('GET', '/api/decisions')).status).toBe(200)
  })
})
