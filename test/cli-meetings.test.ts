// What can be done with a meeting that was held: list, show, verify, export, fork, resume, watch; and what a Ctrl-C leaves.

import { appendFileSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parley } from '../src/parley.js'
import { heldBack, voices } from './support/conducted.js'
import { convened, meet, onlyId } from './support/council.js'
import { forever } from './support/forever.js'
import { forkOf } from './support/forks.js'
import { everything, meetingsIn, type Repo, repository } from './support/repo.js'
import { events, run, start, temporary, type Until, untilFileEnds } from './support/run.js'

interface Concluded {
  readonly repo: Repo
  readonly id: string
}

/** A meeting that has come to its record. */
async function concluded(until?: Until): Promise<Concluded> {
  const repo = repository(until)
  await convened(repo, { answers: ['conclude'] })
  const { code, stderr } = await meet(repo)
  if (code !== 0) throw new Error(stderr)
  return { repo, id: onlyId(repo) }
}

const fileEnds = untilFileEnds()
let shared: Promise<Concluded> | undefined
/** One for all tests that only look at it. */
const lookedAt = (): Promise<Concluded> => {
  shared ??= concluded(fileEnds)
  return shared
}

const journal = (repo: Repo, id: string) => join(meetingsIn(repo.root), id, 'journal.jsonl')

describe('looking at meetings', () => {
  test('they are listed by status, from any folder below', async () => {
    const { repo, id } = await lookedAt()
    const inner = join(repo.root, 'src')
    const { stdout } = await run(['list'], { cwd: inner })
    expect(stdout).toMatch(new RegExp(`${id} +concluded +council\\.meeting +5 `))
    expect((await run(['list', '--status', 'waiting'], { cwd: inner })).stdout).toBe(
      'No meeting here is waiting.\n',
    )
    const [meeting] = events(await run(['list', '--json'], { cwd: inner }))
    expect(meeting).toMatchObject({ type: 'meeting', id, status: 'concluded', turns: 5, root: repo.root })
  })

  test('`parley` alone shows what waits, with the command that answers it, which names the question; `show` prints an open question once', async () => {
    const repo = repository()
    await convened(repo)
    await meet(repo)
    const shown = await run(['show'], { cwd: repo.root })
    expect(shown.stdout.match(/Where next\?|Whatever you write/g)).toEqual([
      'Where next?',
      'Whatever you write',
    ])
    expect(shown.stdout).toContain('\nwaiting · Round 1 · 4 turns')
    const { stdout } = await run([], { cwd: repo.root })
    expect(stdout).toContain('1 meeting waits for you.')
    const [, choice] = /parley (answer \S+ CHOICE --question \S+)\n/.exec(stdout) ?? []
    expect(choice).toBe(`answer ${onlyId(repo)} CHOICE --question round-1/ask:round`)
    const words = choice!.replace('CHOICE', 'conclude').split(' ')
    expect(await run(words, { cwd: repo.root })).toMatchObject({ code: 0 })
    expect((await run(words, { cwd: repo.root })).code).not.toBe(0)
  })

  test('show tells the meeting with who stood where at each round’s end, its lines or its cost, by any beginning of the id that no other has', async () => {
    const { repo, id } = await lookedAt()
    const told = await run(['show', id.slice(0, 6)], { cwd: repo.root })
    expect(told.stdout).toContain('Noon is a convention.')
    expect(told.stdout).toMatch(/ R1\n {2}staff-engineer +● +stands · [\s\S]*\? Where next\?/)
    expect(told.stdout).not.toContain('| Seat |')
    expect(told.stdout).toContain('You: conclude (prepared answer)')
    expect(told.stdout).toContain(`Record: .council/records/${id}.md`)
    const lines = await run(['show', id, '--lines'], { cwd: repo.root })
    expect(lines.stdout).toMatch(/^ {3}1 .*opened/)
    const cost = await run(['show', id, '--cost'], { cwd: repo.root })
    expect(cost.stdout).toMatch(/staff-engineer +2 /)
    const [facts] = events(await run(['show', id, '--json'], { cwd: repo.root }))
    expect(facts).toMatchObject({
      id,
      open: null,
      documents: expect.arrayContaining([`.council/records/${id}.md`]),
    })
  })

  test('what stands in a journal cannot steer the terminal', async () => {
    const repo = repository()
    await convened(repo)
    const evil = 'Hello\u001b]0;owned\u0007\u001b[2J there'
    repo.write('.council/scratch/script.yaml', JSON.stringify({ seats: { '*': [evil, evil, evil, evil] } }))
    await meet(repo)
    const { stdout } = await run(['show', onlyId(repo)], { cwd: repo.root })
    expect(stdout).toContain('Hello there')
    expect(stdout).not.toContain('\u001b')
  })

  test('a meeting is named by a part of its id, by `last`, or not at all where one fits', async () => {
    const { repo, id } = await lookedAt()
    const shown = async (...words: string[]) => (await run(['show', ...words], { cwd: repo.root })).stdout
    const whole = await shown(id)
    const about = id.replace(/^[\d-]+/, '')
    for (const words of [[about], [about.toUpperCase()], ['last'], []])
      expect(await shown(...words)).toBe(whole)
    const none = await run(['show', 'no-such-meeting'], { cwd: repo.root })
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('There is no meeting')])
    const nothing = await run(['resume'], { cwd: repo.root })
    expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('is left to go on with')])
  })

  test('what fits several meetings is refused with their titles, and answers and resumes none of them; a choice that one alone offers is its', async () => {
    const repo = repository()
    await convened(repo)
    await meet(repo)
    const [first = ''] = events(await run(['list', '--json'], { cwd: repo.root })).map(({ id }) => String(id))
    const answered = await run(['answer', 'steer', 'What about noon?'], { cwd: repo.root })
    expect([answered.code, answered.stdout]).toEqual([3, expect.stringContaining('Round 2')])
    await meet(repo)
    for (const words of [['show', '20'], ['answer', 'conclude'], ['resume']]) {
      const before = readFileSync(journal(repo, first), 'utf8')
      const { code, stderr } = await run(words, { cwd: repo.root })
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(/2 meetings.*\n.* · waiting · .* · .*\n.* · waiting · /),
      ])
      expect(readFileSync(journal(repo, first), 'utf8')).toBe(before)
    }
    // A choice that one of them alone offers needs no id; one that none offers answers nothing.
    const voices = ['--agents', 'script:.council/scratch/script.yaml']
    const chartered = ['meet', '--charter', 'Which gate?', '--invitees', 'Theo', '--skip-research', ...voices]
    expect((await run(chartered, { cwd: repo.root })).code).toBe(3)
    expect(await run(['answer', 'conclud'], { cwd: repo.root })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('3 meetings wait for you:'),
    })
    expect(await run(['answer', 'typo', 'conclude'], { cwd: repo.root })).toMatchObject({ code: 2 })
    expect((await run(['answer', 'abort'], { cwd: repo.root })).code).toBe(1)
    expect(await run(['answer', 'conclude'], { cwd: repo.root })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('2 meetings wait with the choice conclude:'),
    })
  })
})

describe('verify', () => {
  test('names an edited document, and is exit 1', async () => {
    const { repo, id } = await concluded()
    appendFileSync(join(repo.root, `.council/records/${id}.md`), '\nAnd free beer.\n')
    const { code, stdout } = await run(['verify', id], { cwd: repo.root })
    expect(code).toBe(1)
    expect(stdout).toContain(`.council/records/${id}.md is not as line`)
  })

  test('names the line of a journal that was touched; reading it still works', async () => {
    const { repo, id } = await concluded()
    const file = journal(repo, id)
    writeFileSync(file, readFileSync(file, 'utf8').replace('Noon is a convention', 'Noon is a commitment'))
    const { code, stdout } = await run(['verify', id], { cwd: repo.root })
    expect(code).toBe(1)
    expect(stdout).toMatch(/Line \d+ of the journal is damaged/)
    const ran = await run(['verify', id, '--json'], { cwd: repo.root })
    expect(events(ran).at(-1)).toMatchObject({ type: 'verified', ok: false })
    expect((await run(['show', id], { cwd: repo.root })).stdout).toContain('Noon is a commitment')
  })

  test('writes nothing and calls nobody', async () => {
    const { repo, id } = await concluded()
    const before = everything(repo.root)
    repo.write('.council/scratch/script.yaml', 'seats: {}\n')
    expect((await run(['verify', id], { cwd: repo.root })).code).toBe(0)
    expect({ ...everything(repo.root), '.council/scratch/script.yaml': '' }).toEqual({
      ...before,
      '.council/scratch/script.yaml': '',
    })
  })
})

describe('export', () => {
  test('is Markdown unless said otherwise, also as md, and one HTML page or JSON when asked', async () => {
    const { repo, id } = await lookedAt()
    const markdown = await run(['export', id], { cwd: repo.root })
    expect(markdown.stdout).toContain('# When should the gate open?')
    expect(markdown.stdout).toContain('### qa-engineer (QA Engineer)')
    expect((await run(['export', id, '--format', 'md'], { cwd: repo.root })).stdout).toBe(markdown.stdout)
    const html = await run(['export', id, '--format', 'html', '--out', 'minutes.html'], { cwd: repo.root })
    expect(html).toMatchObject({ code: 0, stdout: '', stderr: 'Wrote minutes.html.\n' })
    expect(repo.read('minutes.html')).toMatch(/^<!doctype html>[\s\S]*Noon is a convention/)
    const json = await run(['export', id, '--format', 'json'], { cwd: repo.root })
    expect(JSON.parse(json.stdout)).toMatchObject({ summary: { id }, lines: expect.any(Array) })
  })

  test('with --json it is one event, wherever it goes', async () => {
    const { repo, id } = await lookedAt()
    const [printed, ...more] = events(
      await run(['export', id, '--format', 'json', '--json'], { cwd: repo.root }),
    )
    expect([printed, more]).toMatchObject([{ type: 'exported', id, format: 'json', path: null }, []])
    expect(JSON.parse(String(printed?.['text']))).toMatchObject({ summary: { id } })
    expect(await run(['diff', id, 'last'], { cwd: repo.root })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`Both names mean ${id}.`),
    })
  })

  test('a place that cannot be written is named', async () => {
    const { repo, id } = await lookedAt()
    const { code, stderr } = await run(['export', id, '--out', 'nowhere/minutes.md'], { cwd: repo.root })
    expect(code).toBe(1)
    expect(stderr).toMatch(/nowhere\/minutes\.md could not be written/)
  })

  test('a link that a clone may have brought is not written through', async () => {
    const { repo, id } = await lookedAt()
    repo.write('theirs.txt', 'as it was')
    symlinkSync(join(repo.root, 'theirs.txt'), join(repo.root, 'linked.md'))
    const { code, stderr } = await run(['export', id, '--out', 'linked.md'], { cwd: repo.root })
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('linked.md is a link'),
    })
    expect(repo.read('theirs.txt')).toBe('as it was')
  })
})

describe('drop', () => {
  test('ends what nobody will finish, says why in its journal, and leaves the others as they are', async () => {
    const repo = repository()
    await convened(repo)
    await meet(repo)
    const id = onlyId(repo)
    const kept = readFileSync(journal(repo, id), 'utf8')
    const wrong = await run(['drop', id, 'never-was'], { cwd: repo.root })
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('There is no meeting "never-was"'),
    ])
    expect(readFileSync(journal(repo, id), 'utf8')).toBe(kept)
    const dropped = await run(['drop', 'last', '--why', 'Settled by mail.'], { cwd: repo.root })
    expect([dropped.code, dropped.stdout]).toEqual([0, expect.stringContaining(`(${id})`)])
    expect(readFileSync(journal(repo, id), 'utf8').startsWith(kept)).toBe(true)
    const shown = await run(['show', id], { cwd: repo.root })
    expect(shown.stdout).toContain('dropped by the person: Settled by mail.')
    expect((await run([], { cwd: repo.root })).stdout).not.toContain('waits for you.')
    const again = await run(['drop', id], { cwd: repo.root })
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('has ended')])
    expect((await run(['verify', id], { cwd: repo.root })).code).toBe(0)
  })
})

describe('fork', () => {
  test('goes on differently from a line, pays nothing twice, and leaves the first meeting as it was', async () => {
    const { repo, id } = await concluded()
    const before = readFileSync(journal(repo, id), 'utf8')
    const lines = before
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { n: number; kind: string })
    const asked = lines.find(({ kind }) => kind === 'asked')?.n ?? 0
    repo.write('other.yaml', '- { choose: steer, text: "And in a storm?" }\n- conclude\n')
    const ran = await run(['fork', id, '--at', String(asked), '--answers', 'other.yaml'], { cwd: repo.root })
    expect(ran.stderr).toContain(`Forked as ${forkOf(id)}.`)
    expect(ran.code).toBe(0)
    expect(readFileSync(journal(repo, id), 'utf8')).toBe(before)
    expect(repo.read(`.council/records/${forkOf(id)}.scratch.md`)).toContain('> And in a storm?')
    expect((await run(['verify', forkOf(id)], { cwd: repo.root })).code).toBe(0)
    const cost = await run(['show', forkOf(id), '--cost'], { cwd: repo.root })
    expect(cost.stdout).toMatch(/seat\.turn +4 /)
    expect((await run(['verify', id], { cwd: repo.root })).code).toBe(0)
  })

  test('a line that the journal does not have is exit 2', async () => {
    const { repo, id } = await lookedAt()
    const { code, stderr } = await run(['fork', id, '--at', '9999'], { cwd: repo.root })
    expect(code).toBe(2)
    expect(stderr).toMatch(/Line 9999 is not in this journal[\s\S]*lines 1 to/)
    expect(readdirSync(meetingsIn(repo.root))).toEqual([id])
  })
})

describe('resume', () => {
  test('asks again where a question is open, and its flags are refused where they answer nothing', async () => {
    const repo = repository()
    await convened(repo)
    await meet(repo)
    const id = onlyId(repo)
    const again = await run(['resume', id], { cwd: repo.root })
    expect(again.code).toBe(3)
    expect(again.stdout).toContain(`parley answer ${id} conclude`)
    const wrap = await run(['resume', id, '--wrap-up'], { cwd: repo.root })
    expect(wrap.code).toBe(2)
    expect(wrap.stderr).toMatch(/--wrap-up is no answer to the open question "Where next\?"/)
    const both = await run(['resume', id, '--wrap-up', '--continue'], { cwd: repo.root })
    expect(both.code).toBe(2)
    expect((await run(['resume', id, '--answers', answers(repo)], { cwd: repo.root })).code).toBe(0)
  })

  test('a concluded meeting is not resumed, and its state is named', async () => {
    const { repo, id } = await lookedAt()
    const { code, stderr } = await run(['resume', id], { cwd: repo.root })
    expect(code).toBe(2)
    expect(stderr).toMatch(/is concluded[\s\S]*fork/)
  })

  test('a round in which nobody speaks is halted with exit 4, and says how to go on; home says so too', async () => {
    const repo = repository()
    await convened(repo)
    repo.write('.council/scratch/script.yaml', 'seats: {}\n')
    const halted = await meet(repo)
    expect(halted.code).toBe(4)
    expect(halted.stdout).toContain('Halted: no seat answered in round 1')
    const id = onlyId(repo)
    expect(halted.stdout).toContain(`parley resume ${id}`)
    const home = await run([], { cwd: repo.root })
    expect(home.stdout).toMatch(
      /^1 meeting stopped before the end\.\n\nhalted {2}.*\n {2}no seat answered in round 1/,
    )
    expect(home.stdout).toContain(`\n  parley resume ${id}\n`)
  })

  test('after a Ctrl-C the command that it prints goes on, nothing recorded is said twice, and the voices that it names are remembered', async () => {
    const repo = repository()
    await convened(repo)
    const slow = { text: 'Slowly.', delayMs: forever }
    const seats = {
      'staff-engineer': ['First.', 'First again.'],
      'security-engineer': [slow, 'Second.'],
      '*': ['Third.', 'Fourth.', 'Fifth.'],
    }
    repo.write('.council/scratch/script.yaml', JSON.stringify({ seats }))
    const words = ['council', 'meeting', 'When?', '--agents', 'script:.council/scratch/script.yaml']
    const running = start(words, { cwd: repo.root })
    await running.said('security-engineer · Security Engineer')
    running.signal('SIGINT')
    const stopped = await running.ended
    const id = onlyId(repo)
    expect(stopped.code).toBe(1)
    expect(stopped.stdout).toContain(`Stopped. Go on with:\n  parley resume ${id}\n`)
    expect((await run(['list'], { cwd: repo.root })).stdout).toMatch(/stopped/)
    const later = Array.from({ length: 6 }, () => 'By the new voices.')
    repo.write('quick.yaml', JSON.stringify({ seats: { '*': ['Second.', 'Third.', 'Fourth.', ...later] } }))
    const resumed = await run(['resume', id, '--agents', 'script:quick.yaml'], { cwd: repo.root })
    expect(resumed.code).toBe(3)
    expect(resumed.stdout).not.toContain('staff-engineer · Staff Engineer')
    expect((await run(['show', id], { cwd: repo.root })).stdout.match(/^│ First\.$/gm)).toHaveLength(1)
    const again = await run(['answer', 'another-round'], { cwd: repo.root })
    expect(again.stdout.match(/^│ By the new voices\.$/gm)).toHaveLength(4)
  })
})

describe('watch', () => {
  test('tells a meeting that waits, and ends as it stands', async () => {
    const repo = repository()
    await convened(repo)
    await meet(repo)
    const id = onlyId(repo)
    const { code, stdout } = await run(['watch', id], { cwd: repo.root })
    expect(code).toBe(3)
    expect(stdout).toContain('Noon is a convention.')
    expect(stdout).toContain(`parley answer ${id} conclude`)
  })

  test('survives the moment before a run begins, and follows it then', async () => {
    const repo = repository()
    await convened(repo)
    const env = { PARLEY_HOME: join(temporary(), 'home') }
    const here = parley(repo.root, { home: env.PARLEY_HOME })
    const prepared = await here.prepare({
      protocol: 'council.meeting',
      fields: { task: 'When?' },
      agents: { default: 'script:.council/scratch/script.yaml' },
    })
    if (prepared.kind !== 'ready') throw new Error('It was refused.')
    const id = await here.begin(prepared)
    const watching = start(['watch', id], { cwd: repo.root, env })
    await watching.said('Nobody holds it yet')
    expect((await run(['resume', id], { cwd: repo.root, env })).code).toBe(3)
    const watched = await watching.ended
    expect(watched).toMatchObject({ code: 3, stdout: expect.stringContaining('── Round 1 ──') })
    expect(watched.stdout).toContain(`parley answer ${id} conclude`)
  })

  test('follows one that another process holds, to its end', async () => {
    const repo = repository()
    await convened(repo)
    const second = heldBack(['Two.'])
    const { voice } = await voices(onTestFinished)
    repo.write(
      '.council/scratch/script.yaml',
      JSON.stringify({ seats: { '*': ['One.', 'Three.', 'Four.'] } }),
    )
    const agents = [
      '--agents',
      'script:.council/scratch/script.yaml',
      '--seat',
      `security-engineer=${voice(second)}`,
    ]
    const running = start(['council', 'meeting', 'When?', ...agents], { cwd: repo.root })
    await running.said('One.')
    const watching = start(['watch', onlyId(repo), '--json'], { cwd: repo.root })
    await watching.said('"One."')
    second.rest()
    const watched = await watching.ended
    expect((await running.ended).code).toBe(3)
    expect(watched.code).toBe(3)
    const numbers = events(watched).map((event) => (event['line'] as { n: number }).n)
    expect(numbers).toEqual(numbers.map((_, at) => at + 1))
    expect(numbers.length).toBe(
      readFileSync(journal(repo, onlyId(repo)), 'utf8')
        .trim()
        .split('\n').length,
    )
  })
})

describe('a second command on a meeting that is held', () => {
  test('is told who holds it, and changes nothing', async () => {
    const repo = repository()
    await convened(repo)
    repo.write(
      '.council/scratch/script.yaml',
      JSON.stringify({ seats: { '*': ['One.', { text: 'Two.', delayMs: forever }] } }),
    )
    const running = start(
      ['council', 'meeting', 'When?', '--agents', 'script:.council/scratch/script.yaml'],
      { cwd: repo.root },
    )
    await running.said('One.')
    const id = onlyId(repo)
    const { code, stderr } = await run(['resume', id], { cwd: repo.root })
    expect(code).toBe(1)
    expect(stderr).toMatch(/held by pid \d+ since/)
    running.signal('SIGINT')
    await running.ended
    expect(existsSync(join(meetingsIn(repo.root), id, 'lock'))).toBe(false)
  })
})

function answers(repo: Repo): string {
  repo.write('answers.yaml', '- conclude\n')
  return 'answers.yaml'
}
