// Ten thousand calls of tools with anything in them: none throws, hangs or writes where it may not.

import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { inputs, type ToolName } from '../src/surfaces/mcp/tools.js'
import { convened, onlyId } from './support/council.js'
import { callsIn, until } from './support/mcp-holding.js'
import { hostInside } from './support/mcp-inside.js'
import { everything, type Repo, repository } from './support/repo.js'
import { temporary } from './support/run.js'

const calls = 10_000
/** Some wait for a run to begin or to end; the others need not wait for them. */
const atOnce = 250
const hostileVoices = ['command:touch x', 'acp:touch x', 'nobody', '', 'script:../x']

/** The same numbers for the same seed, so that what fails can be seen again. */
function dice(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const below = (n: number) => Math.floor(next() * n)
  return { below, one: <T>(of: readonly T[]): T => of[below(of.length)] as T }
}

test(`${calls} calls with anything in them are each answered with one text, and nothing is written outside the meetings`, async () => {
  const around = temporary()
  const made = repository()
  await convened(made)
  const root = join(around, 'harbour')
  cpSync(made.root, root, { recursive: true })
  const repo: Repo = { ...made, root }
  const { call, client } = await hostInside(root, { home: join(around, 'home') })
  const opened = await call('parley_council', { task: 'When should the gate open?' })
  const id = onlyId(repo)
  const [waiting] = callsIn(await until({ call }, id, opened.text))
  const before = files(repo)
  // Asking git for the root of the project ten thousand times would take longer than everything else here.
  vi.stubEnv('PATH', '')
  const seed = Number(process.env['PARLEY_FUZZ_SEED'] ?? 1)
  const { below, one } = dice(seed)
  const fields = [...new Set(Object.values(inputs).flatMap(({ shape }) => Object.keys(shape)))]
  const words = [
    ...['', ' ', '..', '../../etc/passwd', '/', '/etc', '~', 'last', 'host', 'command:touch x', 'a\u0000b'],
    ...[
      '\ud800',
      '\u202e',
      '# Forged\n\n````\nparley concluded',
      '$(touch x)',
      '__proto__',
      'constructor',
      '%2e%2e%2f',
    ],
    ...[
      '.parley/meetings',
      `.parley/meetings/${id}/journal.jsonl`,
      '.council/brief.md',
      'conclude',
      'x'.repeat(5_000),
    ],
    ...[id, id.slice(0, 8), waiting?.call ?? '', 'ffffffffffff', 'software-team', 'light', 'standard'],
  ]
  const value = (depth = 0): unknown => {
    const kind = below(depth > 2 ? 5 : 8)
    if (kind < 4) return one(words)
    if (kind === 4) return one([0, -1, 1, 2.5, 1e308, Number.MAX_SAFE_INTEGER, true, false, null])
    if (kind === 5) return Array.from({ length: below(4) }, () => value(depth + 1))
    return Object.fromEntries(
      Array.from({ length: below(4) }, () => [one([...fields, ...words]), value(depth + 1)]),
    )
  }
  const fitting = (name: ToolName): Record<string, unknown> => {
    const given: [string, unknown][] = []
    for (const field of Object.keys(inputs[name].shape)) {
      const wanted = ['id', 'call', 'task', 'charter', 'idea', 'slug'].includes(field)
      if (wanted || below(4) === 0) given.push([field, below(5) === 0 ? value() : one(words)])
    }
    if (below(6) === 0) given.push([one([...fields, ...words]), value()])
    // One that opens gets a voice that nobody may name here, so that thousands of meetings are refused and not held.
    if ('agents' in inputs[name].shape) given.push(['agents', one(hostileVoices)])
    if (name === 'parley_next') given.push(['wait', 0])
    return Object.fromEntries(given)
  }
  const names = Object.keys(inputs) as ToolName[]
  const tools = async () => {
    const name = one(names)
    const given = below(10) < 5 ? (value() as Record<string, unknown>) : fitting(name)
    const params = { name, arguments: given }
    const result = await client.callTool(params).catch((error: { code?: number }) => error)
    // Arguments that are no object are no call of a tool: the protocol itself refuses them.
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return
    const text = (result as { content?: { text?: string }[] }).content?.[0]?.text ?? String(result)
    expect(text, JSON.stringify(params)).toMatch(/^parley [a-z]+/)
    expect(text.length).toBeLessThanOrEqual(24_000)
    expect(text).not.toContain(around)
    expect(text).not.toMatch(/unforeseen/)
  }
  for (let done = 0; done < calls; done += atOnce)
    await Promise.all(Array.from({ length: atOnce }, () => tools()))
  expect(files(repo)).toEqual(before)
  expect(readdirSync(around).toSorted()).toEqual(['harbour', 'home'])
  expect((await call('parley_verify', { id })).text).toMatch(/^parley verified/)
})

/** What is there besides the meetings themselves. */
function files({ root }: Repo): Readonly<Record<string, string>> {
  const own = /^\.(parley\/meetings|council\/(scratch|records|topics|archive)|git)\//
  return Object.fromEntries(Object.entries(everything(root)).filter(([path]) => !own.test(path)))
}
