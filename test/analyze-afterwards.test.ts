// What becomes of an analysis: a council builds it or argues about it, a deliberation plans it, and its steps become issues.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { analysisScript, layQueue, slug } from './support/analysis.js'
import { convened, synthesis } from './support/council.js'
import { voices } from './support/deliberation.js'
import { everything, meetingsIn, type Repo, repository } from './support/repo.js'
import { events, run, temporary, untilFileEnds } from './support/run.js'

const folder = `docs/requirements/${slug}`

interface Analysed {
  readonly repo: Repo
  readonly id: string
  readonly env: Readonly<Record<string, string>>
}

/** Held once for the file: a light analysis, signed off. */
let held: Promise<Analysed> | undefined
function analysed(): Promise<Analysed> {
  held ??= (async () => {
    const repo = repository(untilFileEnds)
    layQueue(repo)
    await convened(repo)
    const home = temporary(untilFileEnds)
    const env = { HOME: home, PARLEY_HOME: join(home, '.parley') }
    writeFileSync(join(home, 'script.yaml'), stringify(analysisScript))
    const words = ['analyze', slug, '--light', '--agents', `script:${join(home, 'script.yaml')}`]
    const { code, stdout, stderr } = await run(words, { cwd: repo.root, env })
    if (code !== 0) throw new Error(`${stdout}\n${stderr}`)
    const [id = ''] = readdirSync(meetingsIn(repo.root))
    expect(stdout).toContain(`parley council work --from ${folder}`)
    expect(stdout).toContain(`parley export ${id} --format issues --out ${folder}-issues`)
    return { repo, id, env }
  })()
  return held
}

/** What the newest meeting of this protocol was opened with. */
function openedWith(repo: Repo, protocol: string): Record<string, unknown> {
  const root = meetingsIn(repo.root)
  const opened = readdirSync(root).flatMap((id) => {
    const [first = ''] = readFileSync(join(root, id, 'journal.jsonl'), 'utf8').split('\n')
    const { data } = JSON.parse(first) as { data: { protocol: string; input: Record<string, unknown> } }
    return data.protocol === protocol ? [data.input] : []
  })
  expect(opened).toHaveLength(1)
  return opened[0]!
}

const briefed = [
  /^Bound the retries\n\nRetries run for hours\. Support is called at night\./,
  /Requirements, Must Have:\n- FR-001: Title of FR-001\. A delivery is tried ten times at most\.\n {2}- AC-001-01: Given a failing endpoint/,
  /Out of scope:\n- A new queue: the old one works/,
  /Implementation order:\n1\. Bound the loop \(FR-001, FR-002, FR-003; risk low\)/,
  /To read:\n- docs\/requirements\/retry-queue\/requirements-spec\.md/,
]

describe('--from FOLDER begins a meeting with an analysis', () => {
  test('a council argues about it: the task names the folder, and its text is material in a fence', async () => {
    const { repo, env } = await analysed()
    const seats = {
      'staff-engineer': [
        { call: 'seat.turn', text: '**Position:** Yes.' },
        { call: 'chair.synthesize', value: synthesis },
      ],
      '*': [{ text: '**Position:** Yes.' }, { text: '**Position:** Yes.' }, { text: '**Position:** Yes.' }],
    }
    repo.write('.council/scratch/script.yaml', stringify({ seats, log: 'calls.jsonl' }))
    const ran = await run(
      [
        'council',
        'meeting',
        '--from',
        folder,
        '--conclude',
        '--agents',
        'script:.council/scratch/script.yaml',
      ],
      { cwd: repo.root, env },
    )
    expect(ran).toMatchObject({ code: 0 })
    const { task, material } = openedWith(repo, 'council.meeting')
    expect(task).toBe(`Is what ${folder} asks for right?`)
    for (const words of briefed) expect(material).toMatch(words)
    const [first = ''] = repo.read('.council/scratch/calls.jsonl').split('\n')
    expect(JSON.parse(first).prompt).toContain(`material\nBound the retries\n`)
    expect(ran.stderr).not.toContain('signed off')
  })

  test('a council builds it: whoever works gets the same text, and is told what is in no commit', async () => {
    const { repo, env } = await analysed()
    const seats = {
      'staff-engineer': [
        { call: 'chair.select', value: { seats: ['qa-engineer'], why: 'Enough.' } },
        { call: 'chair.route', value: { next: 'qa-engineer', sub_goal: 'Bound it' } },
        { call: 'chair.adjudicate', value: { call: 'stop', why: 'Done.' } },
        { call: 'chair.synthesize', value: synthesis },
      ],
      'qa-engineer': [{ call: 'seat.turn', text: 'Nothing to mend.' }],
    }
    repo.write('.council/scratch/work.yaml', stringify({ seats }))
    const words = ['council', 'work', 'Only FR-001', '--from', `./${folder}/`]
    const ran = await run([...words, '--agents', 'script:.council/scratch/work.yaml'], {
      cwd: repo.root,
      env,
    })
    expect(ran).toMatchObject({ code: 0 })
    expect(ran.stderr).toMatch(/of the files in docs\/requirements\/retry-queue are not committed/)
    const { task, material } = openedWith(repo, 'council.work')
    expect(task).toBe('Only FR-001')
    for (const words of briefed) expect(material).toMatch(words)
  })

  test('a deliberation plans it: without an idea its title is the idea, and the text is part of the context', async () => {
    const { repo, env } = await analysed()
    // From inside the folder, too: the path is seen from where one is.
    const at = { cwd: join(repo.root, folder), env }
    const { script } = voices(['architect', 'skeptic', 'scout'])
    const words = ['deliberate', '--brainstorm', '--from', '.', '--yes']
    expect(await run([...words, '--agents', `script:${script}`], at)).toMatchObject({ code: 0 })
    const { idea, context } = openedWith(repo, 'deliberate') as {
      idea: string
      context: { analysis: string }
    }
    expect(idea).toBe('Bound the retries')
    for (const words of briefed) expect(context.analysis).toMatch(words)
    const beside = await run(['deliberate', '--list', '--from', '.'], at)
    expect(beside).toMatchObject({ code: 2, stderr: expect.stringContaining('exclude each other') })
  })

  test('what is no analysis is exit 2 on all three, before anything is written', async () => {
    const repo = repository()
    await convened(repo)
    const env = { HOME: temporary(), PARLEY_HOME: join(temporary(), 'home') }
    const before = everything(repo.root)
    const wrong: [string[], RegExp][] = [
      [['council', 'work', '--from', 'src'], /There is no requirements-spec\.md in src/],
      [['council', 'meeting', '--from', '../away'], /is not a path inside the workspace/],
      [['deliberate', '--auto', '--from', 'docs'], /There is no requirements-spec\.md in docs/],
      [['council', 'meeting'], /TASK is missing/],
    ]
    for (const [words, message] of wrong) {
      const { code, stderr } = await run([...words, '--agents', 'claude'], { cwd: repo.root, env })
      expect([words, code, stderr]).toEqual([words, 2, expect.stringMatching(message)])
    }
    expect(everything(repo.root)).toEqual(before)
  })
})

test('issues: one JSON object a line, or one file for each step, and no file that is there is overwritten', async () => {
  const { repo, id, env } = await analysed()
  const at = { cwd: repo.root, env }
  const lines = (await run(['export', id, '--format', 'issues'], at)).stdout.trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).title)).toEqual(['Bound the loop'])
  const [made] = events(await run(['export', id, '--format', 'issues', '--out', 'work/issues', '--json'], at))
  expect(made).toMatchObject({ type: 'exported', written: ['01-bound-the-loop.md'], kept: [] })
  const text = repo.read('work/issues/01-bound-the-loop.md')
  expect(text).toMatch(
    /^# Bound the loop\n\nPart of retry-queue: docs\/requirements\/retry-queue\/requirements-spec\.md\./,
  )
  expect(text).toMatch(
    /### FR-001: Title of FR-001\n\n[^\n]+\n\n- AC-001-01: given a failing endpoint, when /,
  )
  expect(text).toMatch(/## Affected files\n\n- src\/queue\.ts \(modify\)\n\n## Risk\n\nlow\n\n## Depends on/)
  repo.write('work/issues/01-bound-the-loop.md', 'mine\n')
  const again = await run(['export', id, '--format', 'issues', '--out', 'work/issues'], at)
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('Kept as they are') })
  expect(repo.read('work/issues/01-bound-the-loop.md')).toBe('mine\n')
  mkdirSync(join(repo.root, 'taken'))
  repo.write('taken/file', 'x')
  const blocked = await run(['export', id, '--format', 'issues', '--out', 'taken/file'], at)
  expect(blocked).toMatchObject({ code: 1, stderr: expect.stringContaining('Name another folder') })
})
