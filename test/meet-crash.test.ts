// A chartered meeting that dies at every line of its journal, and always comes back to the same end.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { crashChain, journalLines, meetingIn } from './support/crash-chain.js'
import { everything, type Repo, repository } from './support/repo.js'
import { run } from './support/run.js'

const fixture = readFileSync(new URL('./fixtures/meet/grand.yaml', import.meta.url), 'utf8')
const begin = [
  'meet',
  '--charter',
  'Pick a cache eviction policy',
  '--invitees',
  'Ann,Bo,Cy,Di',
  '--per-agent-cap',
  '900',
  '--agents',
  'script:script.yaml',
]
const goOn = (id: string) => ['resume', id]

describe('SIGKILL at every journal line of a chartered meeting', () => {
  test.each([
    { half: false, every: 1, how: 'just before each line is written' },
    { half: true, every: 4, how: 'in the middle of every fourth line' },
  ])(
    'M1–M12 hold when it is killed $how and resumed, every time',
    { timeout: 900_000 },
    async ({ half, every }) => {
      const whole = await uninterrupted()
      const repo = room()
      const { id, crashes } = await crashChain({ cwd: repo.root, begin, goOn, half, every })
      expect(crashes).toBeGreaterThan(half ? 30 : 120)
      expect(documents(repo.root)).toEqual(documents(whole.root))
      expect(calls(repo)).toEqual(calls(whole))
      const kinds = (root: string) => journalLines(root, id).map(({ kind, key }) => `${kind} ${key}`)
      expect(kinds(repo.root)).toEqual(kinds(whole.root))
      expect(await run(['verify', id], { cwd: repo.root })).toMatchObject({ code: 0 })
      expect(repo.git('status', '--porcelain', 'README.md', 'src')).toBe('M  README.md\n M src/gate.ts\n')
    },
  )
})

async function uninterrupted(): Promise<Repo> {
  const repo = room()
  const first = await run(begin, { cwd: repo.root })
  expect(first.code).toBe(3)
  expect(await run(goOn(meetingIn(repo.root) ?? ''), { cwd: repo.root })).toMatchObject({ code: 0 })
  return repo
}

function room(): Repo {
  const repo = repository()
  repo.write('docs/plan.md', 'The cache holds thumbnails\nfive hundred megabytes at most\n')
  repo.write('script.yaml', fixture.replace('seats:', 'log: calls.jsonl\nseats:'))
  for (const name of ['Ann', 'Bo', 'Cy', 'Di']) {
    repo.write(
      `.parley/personas/${name.toLowerCase()}.md`,
      `---\nid: ${name.toLowerCase()}\nname: ${name}\ntitle: Tester\n---\nYou are ${name}.\n`,
    )
  }
  return repo
}

/** Everything that was left, times apart. */
function documents(root: string): Record<string, string> {
  const files = Object.entries(everything(root)).filter(([path]) => path.startsWith('.gaia/'))
  return Object.fromEntries(
    files.map(([path, text]) => [path, text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'TIME')]),
  )
}

/** Which calls were recorded as answered; a call in flight at a kill may be made again, one that was recorded never is. */
function calls(repo: Repo): string[] {
  const id = meetingIn(repo.root) ?? ''
  return journalLines(repo.root, id)
    .filter(({ kind }) => kind === 'turn')
    .map(({ data }) =>
      JSON.stringify((data as { seat: string; call: string }).seat + (data as { call: string }).call),
    )
}
