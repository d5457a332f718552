// A secret is masked wherever it enters, and each place where that happened is told as a critical notice: the same in every protocol.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { MeetingView } from '../src/hall/api.js'
import type { Line } from '../src/kernel/line/line.js'
import { telling } from '../src/protocols/talk/telling.js'
import { storyOf } from '../src/view/fold.js'
import { convened, onlyId, synthesis } from './support/council.js'
import { closing, memories, onlyId as onlyMeet, parley, preludes, type Script } from './support/meet.js'
import { everything, meetingsIn, type Repo, repository } from './support/repo.js'
import { run } from './support/run.js'
import { at, atRest, hire, must, put, script, served, talked } from './support/server.js'

const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
const reads = (path: string) => ({ name: 'read_file', input: { path } })
const told = (place: string) => `secret masked in ${place} (github-token)`

/** The places that notices name, once each, in the order in which they came. */
function placesIn(text: string): string[] {
  return [
    ...new Set(
      [...text.matchAll(/CRITICAL: secret masked in (.*?) \([a-z, -]+\)/g)].map(([, place = '']) => place),
    ),
  ]
}

/** Nothing that the meeting left or printed holds the secret, once the files that had it before are cleaned. */
function expectNoTrace(repo: Repo, planted: readonly string[], ...printed: string[]): void {
  for (const path of planted) repo.write(path, '')
  expect(JSON.stringify([printed, everything(repo.root)])).not.toContain(secret)
}

test('HID1: a council tells each place where it masked a secret: task, persona, memory, reply, tool, steer, synthesis', async () => {
  const repo = repository()
  await convened(repo)
  const turn = (text: string, more: object = {}) => ({
    call: 'seat.turn',
    text: `**Position:** ${text}`,
    ...more,
  })
  const seats = {
    'staff-engineer': [
      turn('Follow the tide.', { tools: [reads('keys.txt'), reads('.env'), reads('.env.test')] }),
      turn('Still.'),
      { call: 'chair.synthesize', value: { ...synthesis, reasoning: `By ${secret}.` } },
    ],
    'qa-engineer': [turn(`Use ${secret}.`), turn('Wait.', { tools: [reads(`${secret}.txt`)] })],
    'security-engineer': [turn('Lock it.'), turn('Lock it.')],
    'product-manager': [turn('Ask.'), turn('Ask.')],
  }
  const answers = [{ to: 'round', choose: 'steer', text: `Mind ${secret}` }, 'conclude']
  const planted = ['seats.yaml', 'keys.txt', '.council/seats/qa-engineer.md', '.council/memory/gate.md']
  repo.write('.env', 'PASSWORD=hunter2\n')
  repo.write('.env.test', 'NAME=harbour-of-tests\n')
  repo.write('seats.yaml', JSON.stringify({ seats, answers }))
  repo.write('keys.txt', `token: ${secret}\n`)
  repo.write(planted[2] ?? '', `${repo.read(planted[2] ?? '')}\nYou know ${secret}.\n`)
  repo.write(planted[3] ?? '', `# Memory: Gate\n\n## Decision\nUse ${secret} here.\n`)
  const held = await run(
    [
      'council',
      'meeting',
      `When does ${secret} expire?`,
      '--agents',
      'script:seats.yaml',
      '--secret-files',
      '.env.test',
    ],
    { cwd: repo.root },
  )
  expect(held.code, held.stderr).toBe(0)
  const places = [
    'the task',
    'what the meeting was opened with',
    "the council's memory",
    'what read_file gave to staff-engineer',
    'a reply of qa-engineer',
    'the answer to "Where next?"',
    'what read_file gave to qa-engineer',
    'what qa-engineer gave to read_file',
    'a reply of staff-engineer',
  ]
  expect(placesIn(`${held.stderr}${held.stdout}`)).toEqual(places)
  const id = onlyId(repo)
  const journal = readFileSync(join(meetingsIn(repo.root), id, 'journal.jsonl'), 'utf8')
  expect(journal).not.toContain('hunter2')
  expect(journal).toContain('harbour-of-tests')
  const shown = await run(['show', id], { cwd: repo.root })
  expect(placesIn(shown.stdout)).toEqual(places)
  expect(await run(['verify', id], { cwd: repo.root })).toMatchObject({ code: 0 })
  expectNoTrace(repo, planted, held.stdout, held.stderr, shown.stdout)
})

test('HID1: a chartered meeting tells each place: charter, memory, the source of a prelude, a reply, a pin, an interjection, an edited memory', async () => {
  const repo = repository()
  const source = { kind: 'file', ref: `docs/${secret}.md` }
  const memory = '.gaia/memory/theo-sidecar/decision-log.md'
  const edited = `decided:\n  - Open at noon with ${secret}\nconstraints: []\nopen_items: []\nsources: []\ntags: [gate]`
  const script: Script = {
    seats: {
      theo: [
        preludes.theo,
        { text: `[pin] the key\n\`\`\`sh\nexport KEY=${secret}\n\`\`\`\nSo it is [inference]` },
        '[pass]',
        memories.theo,
      ],
      zara: [
        { ...preludes.zara, value: { ...preludes.zara.value, sources: [source] } },
        `I found ${secret} [inference]`,
        '[pass]',
        memories.zara,
      ],
      facilitator: closing,
    },
    answers: [
      'c',
      { to: 'post-research', choose: 'interject', text: `Mind ${secret}` },
      { to: 'review.memory.theo', choose: 'edit', text: edited },
    ],
  }
  const planted = ['seats.yaml', memory]
  repo.write('seats.yaml', JSON.stringify(script))
  repo.write(memory, `# Decisions\n\n- gate: the key of the gate on Sundays is ${secret}\n`)
  const words = ['meet', '--charter', `Decide when the gate opens on Sundays, not with ${secret}.`]
  const held = await parley(
    repo,
    ...words,
    '--invitees',
    'Theo,Zara',
    '--agents',
    'script:seats.yaml',
    '--yes',
  )
  expect(held.code, held.stderr).toBe(0)
  expect(placesIn(held.stderr)).toEqual([
    'the charter',
    'the memory of the seats',
    'a reply of Zara',
    'the answer to "Yield: post-RESEARCH"',
    'a reply of Theo',
    'the answer to "Memory of Theo"',
  ])
  expect(held.stderr).toContain(`[gaia-meeting] CRITICAL: ${told('the charter')}\n`)
  const id = onlyMeet(repo)
  const prelude = lines(repo, id).find(
    ({ data }) => 'call' in data && data.call === 'research.prelude' && data.seat === 'zara',
  )
  expect(prelude?.data).toMatchObject({ secrets: [{ place: 'a reply of Zara', kinds: ['github-token'] }] })
  expect(await parley(repo, 'verify', id)).toMatchObject({ code: 0 })
  expectNoTrace(repo, planted, held.stdout, held.stderr)
})

test('HID1: a talk tells each place to the page: first message, memory, reply, tool, message', async () => {
  const server = await served()
  hire(server.home, 'verity', { builtInTools: ['read_file'] })
  put(server.home, 'memory/workers/Verity.md', `## Keys\n\nThe key is ${secret}.\n`)
  server.repo.write('keys.txt', `Use ${secret} there.\n`)
  server.repo.git('add', '--force', 'keys.txt')
  server.repo.git('commit', '--quiet', '--no-verify', '-m', 'Add keys')
  const agents = script({
    verity: [
      { tools: [reads('keys.txt')], text: 'Looked.' },
      { tools: [{ name: 'read_memory', input: { scope: 'worker' } }], text: `It is ${secret}.` },
    ],
  })
  const ref = await talked(server, { agents, message: `Where is ${secret}?` })
  await must(server, 'POST', at(ref, '/messages'), { text: `And ${secret}?` })
  const view = await atRest(server, ref)
  expect(noticesIn(view)).toEqual([
    told('the message'),
    told('the memory of Verity'),
    told('what read_file gave to Verity'),
    told('the answer to "What do you say to Verity?"'),
    told('what read_memory gave to Verity'),
    told('a reply of Verity'),
  ])
  expect(JSON.stringify(view)).not.toContain(secret)
})

/** As the page tells it: with the same fold. */
function noticesIn({ lines }: MeetingView): string[] {
  return storyOf(lines, telling).items.flatMap((item) =>
    item.kind === 'notice' && item.degree === 'critical' ? [item.text] : [],
  )
}

function lines(repo: Repo, id: string): Line[] {
  const text = readFileSync(join(meetingsIn(repo.root), id, 'journal.jsonl'), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}
