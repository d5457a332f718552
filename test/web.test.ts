// The web in a whole meeting: a page that a seat read is kept beside the journal, and what is quoted from it is verified without the web.

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { html, type Site, siteWith } from '../src/agents/web/web.suite.js'
import { convened, synthesis } from './support/council.js'
import { forkOf } from './support/forks.js'
import {
  byDay,
  charter,
  closing,
  memories,
  notesPath,
  onlyId,
  preludes,
  type Script,
  turns,
} from './support/meet.js'
import { meetingsIn, type Repo, repository } from './support/repo.js'
import { type Ran, run, temporary } from './support/run.js'

const page = html(
  `<html><head><title>Sundays</title></head><body><p>The gate keeper rests on every second Sunday, and nobody watches the gate.</p>
  <p>${'He has done so since the harbour was built. '.repeat(8)}</p></body></html>`,
)
const quote = 'rests on every second Sunday'
interface Use {
  readonly output: string
  readonly page?: object
}

const usage = { input: 200, output: 40 }

function scriptFor(site: Site): Script {
  const url = site.url('/sundays')
  const sources = [{ kind: 'url', ref: url, title: 'Sundays', quote }]
  return {
    seats: {
      theo: [
        {
          call: 'research.prelude',
          tools: [
            { name: 'fetch_url', input: { url: `${url}#top` } },
            { name: 'fetch_url', input: { url: 'http://169.254.169.254/latest' } },
            { name: 'fetch_url', input: { url: site.url('/gone') } },
          ],
          value: { sources, known: [{ text: 'The keeper rests', source: 1 }] },
          usage,
        },
        { text: `${url} says "${quote}". But ${site.url('/gone')} is gone.`, usage },
        { text: '[pass]', usage },
        memories.theo,
      ],
      zara: [
        preludes.zara,
        { text: `${url}/ says "never rests on any Sunday at all". ${turns.zara[0]!.text}`, usage },
        { text: '[pass]', usage },
        memories.zara,
      ],
      facilitator: closing,
    },
  }
}

interface Ground {
  readonly repo: Repo
  readonly site: Site
  readonly parley: ((...args: string[]) => Promise<Ran>) & {
    /** With these variables too. */
    with(env: Record<string, string>, ...args: string[]): Promise<Ran>
  }
}

async function ground(): Promise<Ground> {
  const site = await siteWith({ '/sundays': page })
  const repo = repository()
  const home = temporary()
  writeFileSync(join(home, 'config.yaml'), `web:\n  allow_hosts: ["${site.host}"]\n`)
  repo.write('seats.yaml', JSON.stringify(scriptFor(site)))
  const withEnv = (env: Record<string, string>, ...args: string[]) =>
    run(args, { cwd: repo.root, env: { ...byDay, PARLEY_HOME: home, ...env } })
  const parley = Object.assign((...args: string[]) => withEnv({}, ...args), { with: withEnv })
  return { repo, site, parley }
}

const opening = [
  'meet',
  '--charter',
  charter,
  '--invitees',
  'Theo,Zara',
  '--agents',
  'script:seats.yaml',
  '--yes',
]

test('PAGE1: a page is kept, its quotations are verified then and offline ever after, and a fork has it too', async () => {
  const { repo, site, parley } = await ground()
  const { code, stderr } = await parley(...opening)
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('parley:')])
  const id = onlyId(repo)
  const folder = join(meetingsIn(repo.root), id)
  const [file = ''] = readdirSync(join(folder, 'pages'))
  expect(readFileSync(join(folder, 'pages', file), 'utf8')).toContain(quote)
  const journal = readFileSync(join(folder, 'journal.jsonl'), 'utf8')
  const lines = journal
    .trimEnd()
    .split('\n')
    .map(
      (line) => JSON.parse(line) as { kind: string; data: { result?: unknown; receipt?: { tools: Use[] } } },
    )
  const read = lines.flatMap(({ data }) => data.receipt?.tools ?? [])
  expect(read.map(({ page }) => page)).toMatchObject([
    {
      url: site.url('/sundays'),
      title: 'Sundays',
      status: 200,
      sha256: file.replace('.txt', ''),
      cut: false,
    },
    undefined,
    { status: 404, sha256: null },
  ])
  expect(read[1]?.output).toBe('refused: a private address')
  const notes = repo.read(notesPath(id))
  expect(notes).toContain('web_search: enabled')
  expect(notes).toContain(`${site.url('/sundays')} — Sundays`)
  const outcomes = new Map(
    lines.flatMap(({ kind, data }) =>
      kind === 'acted' && Array.isArray(data.result)
        ? (data.result as { ref: string; outcome: object }[]).map(
            ({ ref, outcome }) => [ref, outcome] as const,
          )
        : [],
    ),
  )
  expect(outcomes.get(site.url('/sundays'))).toEqual({ kind: 'verified' })
  expect(outcomes.get(site.url('/sundays/'))).toEqual({ kind: 'broken', reason: 'quote not found' })
  expect(outcomes.get(site.url('/gone'))).toEqual({ kind: 'broken', reason: 'no such page' })
  await site.close()
  const verified = await parley('verify', id)
  expect([verified.code, verified.stderr]).toEqual([0, ''])
  const bundle = join(folder, 'meeting.jsonl')
  expect((await parley('export', id, '--out', bundle)).code).toBe(0)
  expect((await parley('verify', bundle)).code).toBe(0)
  writeFileSync(bundle, `${readFileSync(bundle, 'utf8').slice(0, -4)}~"}\n`)
  expect((await parley('verify', bundle)).stdout).toContain('page changed: ')
  rmSync(bundle)
  const asked = journal
    .split('\n')
    .findIndex((line) => line.includes('"asked"') && line.includes('post-research'))
  await parley('fork', id, '--at', String(asked + 1))
  expect(existsSync(join(meetingsIn(repo.root), forkOf(id), 'pages', file))).toBe(true)
  expect((await parley('verify', forkOf(id))).code).toBe(0)
  writeFileSync(join(folder, 'pages', file), 'He never rests.')
  const changed = await parley('verify', id)
  expect(changed.code).not.toBe(0)
  expect(changed.stdout + changed.stderr).toContain(`page changed: ${site.url('/sundays')}`)
  rmSync(join(folder, 'pages', file))
  expect((await parley('verify', id)).stdout).toContain(`page missing: ${site.url('/sundays')}`)
})

test('a meeting that is killed before, in the middle of and after keeping a page goes on, reads it again where it must, leaves no half of a file, and is verified', async () => {
  const { repo, parley } = await ground()
  const preload = new URL('./support/kill-step.cjs', import.meta.url).pathname
  let [killed, left] = [0, 0]
  const halves = (folder: string) =>
    existsSync(join(folder, 'pages'))
      ? readdirSync(join(folder, 'pages')).filter((name) => !/^[0-9a-f]{64}\.txt$/.test(name))
      : []
  for (const step of [2, 3, 6]) {
    const env = {
      NODE_OPTIONS: `--require ${preload}`,
      PARLEY_TEST_KILL_STEP: String(step),
      PARLEY_TEST_KILL_FROM: '/pages',
    }
    const ran = await parley.with(env, ...opening)
    if (ran.code === null) killed++
    const id = onlyId(repo)
    const folder = join(meetingsIn(repo.root), id)
    if (halves(folder).length > 0) left++
    const resumed = await parley('resume', id, '--yes')
    expect([step, resumed.code, resumed.stderr]).toEqual([step, 0, expect.not.stringContaining('parley:')])
    expect([step, (await parley('verify', id)).code]).toEqual([step, 0])
    expect([step, halves(folder)]).toEqual([step, []])
    rmSync(folder, { recursive: true })
  }
  expect(killed).toBe(3)
  // At least one kill left half a file, which the resume removed.
  expect(left).toBeGreaterThan(0)
})

test('--no-web is off: the tools do not exist, nobody is asked, and the notes say so; a workspace may switch it off too', async () => {
  const { repo, site, parley } = await ground()
  const { code } = await parley(...opening, '--no-web')
  expect(code).toBe(0)
  const id = onlyId(repo)
  const folder = join(meetingsIn(repo.root), id)
  expect(readFileSync(join(folder, 'journal.jsonl'), 'utf8')).toContain(
    'The tool \\"fetch_url\\" is not granted for this call.',
  )
  expect(repo.read(notesPath(id))).toContain('web_search: disabled')
  expect(existsSync(join(folder, 'pages'))).toBe(false)
  repo.write('.parley/config.yaml', 'web: false\n')
  rmSync(folder, { recursive: true })
  await parley(...opening)
  expect(repo.read(notesPath(onlyId(repo)))).toContain('web_search: disabled')
  repo.write('.parley/config.yaml', `web: { allow_hosts: ["${site.host}"] }\n`)
  const { code: refused, stderr } = await parley(...opening)
  expect([refused, stderr]).toEqual([2, expect.stringContaining('must be false here')])
  expect(site.asked).toEqual([])
})

test('an agent that cannot be kept from the web has no seat in a meeting without it', async () => {
  const { repo, parley } = await ground()
  const { code, stderr } = await parley(
    'meet',
    '--charter',
    charter,
    '--invitees',
    'Theo',
    '--no-web',
    '--agents',
    'acp:goose',
  )
  expect(code).toBe(2)
  expect(stderr).toContain('acp:goose cannot be kept from the web.')
  expect(existsSync(meetingsIn(repo.root))).toBe(false)
})

test('a council has the web only with --web; where the settings switch the web off, --web is refused', async () => {
  const { repo, site, parley } = await ground()
  await convened(repo)
  const reads = { tools: [{ name: 'fetch_url', input: { url: site.url('/sundays') } }], usage }
  const words = '**Position:** Follow the tide.'
  const seats = {
    'staff-engineer': [
      { ...reads, text: words },
      { call: 'chair.synthesize', value: synthesis },
    ],
    '*': [{ text: words, usage }],
  }
  repo.write('council.yaml', JSON.stringify({ seats }))
  const meeting = [
    'council',
    'meeting',
    'When?',
    '--agents',
    'script:council.yaml',
    '--conclude',
    '--no-files',
  ]
  expect(await parley(...meeting)).toMatchObject({ code: 0 })
  expect(site.asked).toEqual([])
  expect(await parley(...meeting, '--web')).toMatchObject({ code: 0 })
  expect(site.asked.map(({ path }) => path)).toContain('/sundays')
  repo.write('.parley/config.yaml', 'web: false\n')
  const off = await parley(...meeting, '--web')
  expect([off.code, off.stderr]).toEqual([2, expect.stringContaining('The web is switched off')])
})
