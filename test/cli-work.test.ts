// A council at work, as a process: on a branch of its own, stopped in order by one Ctrl-C, aborted by two.

import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { heldBack, voices } from './support/conducted.js'
import { convened, meet, onlyId, script, synthesis } from './support/council.js'
import { forever } from './support/forever.js'
import { meetingsIn, type Repo, repository } from './support/repo.js'
import { run, start, temporary } from './support/run.js'
import { atTerminal } from './support/terminal.js'

const select = { call: 'chair.select', value: { seats: ['staff-engineer', 'qa-engineer'], why: 'Enough.' } }
const route = (goal: string) => ({ call: 'chair.route', value: { next: 'qa-engineer', sub_goal: goal } })
const judge = (call: 'continue' | 'stop') => ({
  call: 'chair.adjudicate',
  value: { call, why: 'So it seems.' },
})
const write = {
  name: 'write_file',
  input: { path: 'docs/tide.md', content: '# Tide\n\nHigh water at two.\n' },
}

async function readyToWork(chair: readonly unknown[], qa: readonly unknown[]): Promise<Repo> {
  const repo = repository()
  await convened(repo)
  const seats = {
    'staff-engineer': [...chair, { call: 'chair.synthesize', value: synthesis }],
    'qa-engineer': qa,
  }
  repo.write('.council/scratch/script.yaml', JSON.stringify({ seats }))
  return repo
}

const words = ['council', 'work', 'Mend the tide table', '--agents', 'script:.council/scratch/script.yaml']

describe('council work', () => {
  test('shows its progress, leaves the person’s tree as it was, and prints how to merge', async () => {
    const chair = [select, route('Mend it'), judge('stop')]
    const repo = await readyToWork(chair, [{ call: 'seat.turn', tools: [write], text: 'Mended.' }])
    const status = repo.git('status', '--porcelain', '--', 'README.md', 'src', 'docs')
    const { code, stdout } = await run(words, { cwd: repo.root })
    const id = onlyId(repo)
    expect(code).toBe(0)
    expect(stdout).toContain('Turn 1/12 — qa-engineer: Mend it')
    expect(stdout).toContain('· writes docs/tide.md\n')
    expect(stdout).toContain(`\ngit merge --no-ff council/work-${id}\n`)
    expect(stdout).toContain(`\ngit worktree remove .council/worktrees/${id}\n`)
    expect(repo.git('status', '--porcelain', '--', 'README.md', 'src', 'docs')).toBe(status)
    expect(repo.git('show', `council/work-${id}:docs/tide.md`)).toContain('High water at two.')
    expect((await run(['verify', id], { cwd: repo.root })).code).toBe(0)
  })

  test('one Ctrl-C stops after the running turn and concludes', async () => {
    const chair = [select, route('Go on'), judge('continue'), route('And on'), judge('continue')]
    const turn = heldBack(['Work', 'ing.'])
    const { voice } = await voices(onTestFinished)
    const repo = await readyToWork(chair, [])
    const running = start([...words, '--seat', `qa-engineer=${voice(turn)}`], { cwd: repo.root })
    await running.said('Turn 1/12')
    running.signal('SIGINT')
    await running.said('Stopping after this turn')
    turn.rest()
    const { code, stdout } = await running.ended
    const id = onlyId(repo)
    expect(code).toBe(0)
    expect(stdout).toContain('Stopped after 1 turn (as you asked)')
    expect(repo.read(`.council/records/${id}.scratch.md`)).toContain('**Call:** stop — user-stop')
    expect(existsSync(join(repo.root, `.council/scratch/${id}.stop`))).toBe(false)
  })

  test('a second Ctrl-C aborts, and the session is left to be resumed', async () => {
    const repo = await readyToWork(
      [select, route('Go on')],
      [{ call: 'seat.turn', text: 'Never.', delayMs: forever }],
    )
    const running = start(words, { cwd: repo.root })
    await running.said('Turn 1/12')
    running.signal('SIGINT')
    await running.said('Stopping after this turn')
    running.signal('SIGINT')
    const { code, stdout } = await running.ended
    expect(code).toBe(1)
    expect(stdout).toContain(`parley resume ${onlyId(repo)}`)
    expect(readdirSync(join(repo.root, '.council/records'))).toEqual([])
  })

  test('what an aborted session left is named by the next one, and kept where nobody can answer', async () => {
    const repo = await readyToWork(
      [select, route('Go on')],
      [{ call: 'seat.turn', text: 'Never.', delayMs: forever }],
    )
    const running = start(words, { cwd: repo.root })
    await running.said('Turn 1/12')
    running.signal('SIGINT')
    await running.said('Stopping after this turn')
    running.signal('SIGINT')
    await running.ended
    const id = onlyId(repo)
    const info = await run(['council', 'info'], { cwd: repo.root })
    expect(info.stdout).toContain(id)
    repo.write(
      '.council/scratch/script.yaml',
      JSON.stringify({ seats: { '*': ['One.', 'Two.', 'Three.', 'Four.'] } }),
    )
    const next = await run(
      ['council', 'meeting', 'What now?', '--agents', 'script:.council/scratch/script.yaml'],
      { cwd: repo.root },
    )
    expect(next.code).toBe(3)
    expect(next.stderr).toMatch(new RegExp(`Left over: ${id} — .* — kept`))
    expect(repo.git('branch', '--list', `council/work-${id}`)).toContain(id)
  })
})

test('an archived session is verified where its scratchpad stands now, and an edit there is found', async () => {
  const repo = await readyToWork([], [])
  const silent = ['council', 'meeting', 'Who is there?', '--agents', 'script:.council/scratch/script.yaml']
  expect(await run(silent, { cwd: repo.root })).toMatchObject({ code: 4 })
  const id = onlyId(repo)
  repo.write('.council/scratch/archive.yaml', '- { to: leftover, choose: archive }\n')
  expect(await meet(repo, '--answers', '.council/scratch/archive.yaml')).toMatchObject({ code: 4 })
  expect(await run(['verify', id], { cwd: repo.root })).toMatchObject({ code: 0 })
  const archive = `.council/records/${id}.scratch.md`
  repo.write(archive, `${repo.read(archive)}More.\n`)
  const touched = await run(['verify', id], { cwd: repo.root })
  expect(touched).toMatchObject({ code: 1, stdout: expect.stringContaining(archive) })
})

describe('what was left over', () => {
  test('at a terminal is told in one line with titles, and asked about after one’s own question', async () => {
    const repo = await readyToWork([], [])
    const council = ['council', 'meeting', 'Who is there?', '--agents', 'script:.council/scratch/script.yaml']
    const at = { cwd: repo.root, env: { PARLEY_HOME: join(temporary(), 'home'), NO_COLOR: '1' } }
    expect(await run(council, at)).toMatchObject({ code: 4 })
    const left = onlyId(repo)
    repo.write('.council/scratch/script.yaml', script())
    const words = ['council', 'meeting', 'What now?', '--conclude', ...council.slice(3)]
    const { all, code } = await atTerminal(words, at, [['? Left over: Who is there?', '\x1b[A\r']])
    expect(code, all).toBe(0)
    const places = [
      'Left over from earlier: “Who is there?”',
      '── Round 1 ──',
      'Next',
      '? Left over: Who is there?',
    ]
    const order = places.map((text) => all.indexOf(text))
    expect(order, all).toEqual(order.toSorted((a, b) => a - b))
    expect(order).not.toContain(-1)
    expect(all).toContain('Not committed: nobody had said anything.')
    const archive = `.council/records/${left}.scratch.md`
    expect(existsSync(join(repo.root, archive))).toBe(true)
    expect(repo.git('ls-files', archive)).toBe('')
  })

  test('goes on first when the person says so; answers meant for the meeting stay for the meeting', async () => {
    const repo = await readyToWork(
      [select, route('Go on'), judge('stop')],
      [{ call: 'seat.turn', text: 'Slow.', delayMs: forever }, 'Quick.'],
    )
    const running = start(words, { cwd: repo.root })
    await running.said('Turn 1/12')
    running.signal('SIGINT')
    await running.said('Stopping after this turn')
    running.signal('SIGINT')
    await running.ended
    const id = onlyId(repo)
    // Named once, with how to go on and what it left.
    const checks = (await run(['doctor'], { cwd: repo.root })).stdout.split('\n')
    expect(checks.filter((line) => line.includes('leftover'))).toEqual([
      expect.stringMatching(
        new RegExp(`${id} — “.*” stopped in the middle \\(parley resume ${id}\\): unconcluded session`),
      ),
    ])
    repo.write(
      '.council/scratch/quick.yaml',
      JSON.stringify({
        seats: {
          '*': ['Quick.', 'Quick.', 'Quick.', 'Quick.'],
          'staff-engineer': [judge('stop'), { call: 'chair.synthesize', value: synthesis }],
        },
        answers: ['conclude', { to: 'leftover', choose: 'resume' }],
      }),
    )
    const next = await run(
      ['council', 'meeting', 'What now?', '--agents', 'script:.council/scratch/quick.yaml'],
      {
        cwd: repo.root,
      },
    )
    expect(next.stderr).toContain(`Going on with ${id} first.`)
    expect(next.code).toBe(0)
    expect(existsSync(join(repo.root, `.council/records/${id}.md`))).toBe(true)
  })

  test('goes on from its scratchpad where its journal is gone, under its own id and with the agents of now', async () => {
    const repo = await readyToWork([], [])
    const script = '.council/scratch/seats.yaml'
    const words = ['council', 'meeting', 'Which gate?', '--agents', `script:${script}`]
    const seats = {
      '*': ['North.'],
      'staff-engineer': ['South.', { call: 'chair.synthesize', value: synthesis }],
    }
    repo.write(script, JSON.stringify({ seats }))
    expect(await run(words, { cwd: repo.root })).toMatchObject({ code: 3 })
    const id = await onlyId(repo)
    rmSync(join(meetingsIn(repo.root), id), { recursive: true })
    repo.write(script, JSON.stringify({ seats, answers: [{ to: 'leftover', choose: 'resume' }, 'conclude'] }))
    const stranger = await run([...words, '--seat', `nobody=script:${script}`], { cwd: repo.root })
    expect(stranger).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No seat here is called "nobody"'),
    })
    const next = await run(words, { cwd: repo.root })
    expect(next.stderr).toContain(`Going on with ${id} first.`)
    expect(next.code).toBe(0)
    expect(await onlyId(repo)).toBe(id)
    expect(repo.read(`.council/records/${id}.md`)).toContain(synthesis.title)
  })
})
