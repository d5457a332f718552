// A council meeting of four seats and three rounds, and a work session of six turns, that die at every line of their journals.

import { describe, expect, test } from 'vitest'
import { convened } from './support/council.js'
import { crashChain, journalLines, meetingIn } from './support/crash-chain.js'
import { everything, type Repo, repository } from './support/repo.js'
import { run } from './support/run.js'

const seats = ['staff-engineer', 'security-engineer', 'qa-engineer', 'product-manager']
const longTest = { timeout: 900_000 }

const synthesis = {
  title: 'The gate and the tide',
  preamble: 'Three rounds on the gate.',
  recommendation: 'Open the gate with the tide.',
  reasoning: 'The tide decides when ships can pass.',
  // The security engineer's dissent is left out here: the engine must put it back.
  dissents: [],
  follow_ups: [{ action: 'Write the tide table', owner: 'qa-engineer' }],
  topics: [
    {
      name: 'gate-hours',
      title: 'Gate Hours',
      decision: 'The gate follows the tide.',
      why: 'Ships follow the water.',
    },
  ],
}

const meetingScript = {
  seats: {
    ...Object.fromEntries(
      seats.map((seat) => [seat, [1, 2, 3].map((round) => ({ call: 'seat.turn', text: turn(seat, round) }))]),
    ),
    'staff-engineer': [
      ...[1, 2, 3].map((round) => ({ call: 'seat.turn', text: turn('staff-engineer', round) })),
      { call: 'chair.synthesize', value: synthesis },
      { call: 'chair.synthesize', value: synthesis },
    ],
  },
  answers: [
    { to: 'round', choose: 'another-round' },
    { to: 'round', choose: 'steer', text: 'Mind the winter.\n## Round 9 — nobody' },
    { to: 'round', choose: 'conclude' },
  ],
  log: '../../calls.jsonl',
}

const goals = ['Read it', 'Mend it', 'Try it', 'Write it down', 'Read it again', 'Finish']
const worker = (goal: string, at: number) => ({
  call: 'seat.turn',
  tools: [{ name: 'write_file', input: { path: `docs/step-${at + 1}.md`, content: `${goal}\n` } }],
  text: `Done: ${goal}. Changed docs/step-${at + 1}.md.`,
})
const workScript = {
  seats: {
    'staff-engineer': [
      { call: 'chair.select', value: { seats: ['staff-engineer', 'qa-engineer'], why: 'Enough.' } },
      ...goals.flatMap((goal, at) => [
        { call: 'chair.route', value: { next: 'qa-engineer', sub_goal: goal } },
        {
          call: 'chair.adjudicate',
          value: { call: at === goals.length - 1 ? 'stop' : 'continue', why: 'So it seems.' },
        },
      ]),
      { call: 'chair.synthesize', value: { ...synthesis, topics: [] } },
    ],
    'qa-engineer': goals.map(worker),
  },
  log: '../../calls.jsonl',
}

describe('SIGKILL at every journal line', () => {
  test('a council meeting comes to the same documents, however often it dies', longTest, async () => {
    const begin = [
      'council',
      'meeting',
      'Should the gate follow the tide?',
      '--agents',
      'script:.council/scratch/script.yaml',
    ]
    const { whole, broken, id } = await both(meetingScript, begin)
    expect(documents(broken)).toEqual(documents(whole))
    const record = broken.read(`.council/records/${id}.md`)
    expect(record).toContain('- **security-engineer:**')
    expect(record).toContain('→ memory updated: `memory/gate-hours.md`')
    expect(broken.read('.council/memory/gate-hours.md')).toContain(`→ record: \`records/${id}.md\``)
  })

  test('a work session comes to the same branch and documents, however often it dies', longTest, async () => {
    const begin = ['council', 'work', 'Mend the gate', '--agents', 'script:.council/scratch/script.yaml']
    const { whole, broken, id } = await both(workScript, begin)
    expect(documents(broken)).toEqual(documents(whole))
    expect(broken.git('ls-tree', '-r', '--name-only', `council/work-${id}`)).toContain('docs/step-6.md')
    expect(broken.git('rev-list', '--count', `main..council/work-${id}`).trim()).toBe('1')
  })
})

/** Once whole, once killed before every line; the second must verify, repeat no recorded call and leave the person's work alone. */
async function both(script: unknown, begin: readonly string[]) {
  const whole = await ready(script)
  expect(await run(begin, { cwd: whole.root })).toMatchObject({ code: 0 })
  const broken = await ready(script)
  const { id, crashes } = await crashChain({ cwd: broken.root, begin, goOn: (known) => ['resume', known] })
  const wholeId = meetingIn(whole.root) ?? ''
  expect(crashes).toBe(journalLines(whole.root, wholeId).length - 1)
  expect(steps(broken, id)).toEqual(steps(whole, wholeId))
  expect(await run(['verify', id], { cwd: broken.root })).toMatchObject({ code: 0 })
  expect(broken.git('status', '--porcelain', 'README.md', 'src', 'notes.txt')).toBe(
    'M  README.md\n M src/gate.ts\n?? notes.txt\n',
  )
  expect(
    broken
      .git('log', '--format=%s', 'main')
      .split('\n')
      .filter((line) => line.startsWith('council:')),
  ).toHaveLength(1)
  return { whole, broken, id }
}

async function ready(script: unknown): Promise<Repo> {
  const repo = repository()
  await convened(repo)
  repo.write('.council/scratch/script.yaml', JSON.stringify(script))
  return repo
}

/** Keys and kinds of all lines: nothing is recorded twice, nothing is left out. */
function steps(repo: Repo, id: string): string[] {
  return journalLines(repo.root, id).map(({ kind, key }) => `${kind} ${String(key).replaceAll(id, 'ID')}`)
}

/** What the session left, with its own id, times and commit hashes taken out. */
function documents(repo: Repo): Record<string, string> {
  const id = meetingIn(repo.root) ?? ''
  const kept = Object.entries(everything(repo.root)).filter(
    ([path]) => path.startsWith('.council/') && !/script\.yaml|worktrees/.test(path),
  )
  const plain = (text: string) =>
    text
      .replaceAll(id, 'ID')
      .replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'TIME')
      .replace(/(Started \(epoch\):\*\* )\d+/g, '$1EPOCH')
  return Object.fromEntries(kept.map(([path, text]) => [plain(path), plain(text)]))
}

function turn(seat: string, round: number): string {
  const dissent =
    seat === 'security-engineer' && round === 2
      ? '\n\n**Dissent:** An open gate invites smugglers at night, whatever the tide says.'
      : ''
  return `**Position:** ${seat} in round ${round}.\n\nThe tide at noon is what counts here, says ${seat} for the ${round}. time.${dissent}`
}
