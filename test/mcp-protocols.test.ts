// Every way to meet, opened and held over MCP to its record: the host speaks for the seats, its person answers.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { analysisScript, layQueue, slug } from './support/analysis.js'
import { onlyId } from './support/council.js'
import { deliberation, idea } from './support/deliberation.js'
import { homeSpeaking, lines } from './support/mcp-holding.js'
import { type Entry, hostInside, type Inside, type Prepared, scriptedHost } from './support/mcp-inside.js'
import { charter, notesPath, whole } from './support/meet.js'
import { type Repo, repository } from './support/repo.js'

interface Held {
  readonly id: string
  readonly end: string
  readonly receipts: readonly Record<string, unknown>[]
  readonly inside: Inside
}

async function held(
  repo: Repo,
  tool: string,
  input: Record<string, unknown>,
  {
    seats,
    answers = [],
  }: { seats: Readonly<Record<string, readonly unknown[]>>; answers?: readonly unknown[] },
): Promise<Held> {
  const host = scriptedHost(seats as Record<string, readonly Entry[]>, answers as readonly Prepared[])
  const inside = await hostInside(repo.root, { elicit: host.elicit })
  const { text, refused } = await inside.call(tool, input)
  expect(refused, text).toBe(false)
  const id = onlyId(repo)
  const end = await host.hold(inside, id, text)
  const journal = lines(repo, id)
  const receipts = journal.flatMap(({ kind, data }) =>
    kind === 'turn' ? [data['receipt'] as Record<string, unknown>] : [],
  )
  expect(end).toMatch(new RegExp(`^parley concluded ${id}\n`))
  expect(receipts.length).toBeGreaterThan(0)
  for (const receipt of receipts)
    expect(receipt).toMatchObject({ backend: 'host', model: 'test-host 3.2.1', isolation: 'alone' })
  for (const { kind, data } of journal) if (kind === 'answered') expect(data).toMatchObject({ by: 'person' })
  expect((await inside.call('parley_verify', { id })).text).toMatch(/^parley verified/)
  expect((await inside.call('parley_read', { id })).refused).toBe(false)
  return { id, end, receipts, inside }
}

test('a host holds a chartered meeting over MCP to its notes', async () => {
  const repo = repository()
  const none = await hostInside(repo.root)
  const webless = { charter, invitees: ['Theo', 'Zara'], no_web: true }
  for (const voices of [{}, { agents: 'claude', seats: { theo: 'host' } }]) {
    const { text } = await none.call('parley_meet', { ...webless, ...voices })
    expect(text).toContain('promise it with host_web_off=true')
  }
  const { id, end } = await held(repo, 'parley_meet', { charter, invitees: ['Theo', 'Zara'] }, whole)
  const notes = repo.read(notesPath(id))
  expect(notes).toContain('host-voiced:theo')
  expect(notes).toMatch(/voiced-by:\S+ [\d.]+/)
  expect(notes).not.toContain('tree-changed')
  expect(end).toContain(notesPath(id))
})

test('a host holds a deliberation over MCP to its design', async () => {
  const { repo, script } = deliberation({ 'src/pump.mjs': 'export const flow = () => 3\n' })
  // Hosts name no theme, so it is the one that comes with parley.
  const names = { alder: 'architect', birch: 'advocate', cedar: 'skeptic', dogwood: 'craftsman' }
  const shipped = Object.entries(names).reduce(
    (text, [tree, member]) => text.replace(new RegExp(tree, 'gi'), member),
    readFileSync(script, 'utf8'),
  )
  const { seats } = JSON.parse(shipped) as { seats: Record<string, Entry[]> }
  const { end, id, inside } = await held(repo, 'parley_deliberate', { idea, mode: 'quick' }, { seats })
  const left = (await inside.call('parley_read', { id })).text
  expect(left).toMatch(/^# .* \(degraded\)$/m)
  expect(left).toMatch(
    /^\*\*Degraded:\*\* .*host-voiced:conductor.*voiced by test-host 3\.2\.1, as it reported$/m,
  )
  expect(end).toContain('conductor was voiced by a host, as it reported')
  expect(end).toMatch(/voiced by \S+ [\d.]+, as it reported/)
  expect(end).not.toContain('files of the workspace changed')
})

test('a host holds an analysis over MCP to its signed documents', async () => {
  const repo = repository()
  layQueue(repo)
  const { end } = await held(repo, 'parley_analyze', { slug, tier: 'light' }, analysisScript)
  expect(end).not.toContain('files of the workspace changed')
})

test('a host that cannot ask its person is told to stop at the first question of an analysis, and nothing that it says counts as an answer', async () => {
  const repo = repository()
  layQueue(repo)
  const host = await hostInside(repo.root, { home: homeSpeaking(analysisScript) })
  await host.call('parley_analyze', { slug, tier: 'light' })
  const id = onlyId(repo)
  const asks = await host.call('parley_next', { id })
  expect(asks.text).toMatch(/^parley ask /)
  expect(asks.text).toMatch(/Maya Chen:\n[\s\S]*Who is hurt by that\?/)
  const how = [`parley answer ${id} say "…"`, 'Stop here: you cannot answer this.']
  for (const part of how) expect(asks.text).toContain(part)
  const before = lines(repo, id)
  // However often it tries, with whatever words.
  for (const text of ['/done', 'Ships wait.', '/done']) {
    const tried = await host.call('parley_answer', { id, choose: 'say', text })
    expect(tried.refused, tried.text).toBe(true)
    for (const part of [...how, 'answered by the person alone']) expect(tried.text).toContain(part)
  }
  expect(lines(repo, id)).toEqual(before)
})
