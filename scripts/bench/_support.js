// For the benches: medians, folders that are gone afterwards, and a meeting held by its parts.

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

export const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))))
export const api = await import(path.join(root, 'dist', 'index.js'))

/**
 * The processor time that each of these takes, in milliseconds: the least of several rounds, taken in turn. A busy machine
 * makes everything take longer, but seldom makes it more work.
 */
export async function leastOf(rounds, works) {
  const took = works.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < rounds; round++) {
    for (const [at, work] of works.entries()) {
      const before = cpu()
      await work()
      took[at] = Math.min(took[at], cpu() - before)
    }
  }
  return took
}

/** Processor time of this process, in milliseconds. */
export function cpu() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export async function inFolder(work) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-bench-'))
  try {
    return await work(folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

export const ms = (number) => `${number.toFixed(number < 10 ? 2 : 0)} ms`

export const seat = (id) => ({ id, name: id, role: 'Seat', persona: 'Brief.' })

/** About as long as people speak. */
export const words = 'We should keep it small, say what it costs, and leave the rest for later. '.repeat(8)

export function procedure(run) {
  return {
    name: 'bench',
    version: 1,
    input: z.unknown(),
    title: () => 'Bench',
    boundary: () => ['docs/**'],
    run,
  }
}

export async function opened(folder, protocol) {
  const journal = api.fileJournal(path.join(folder, 'm-1'))
  const first = {
    id: 'm-1',
    protocol: 'bench',
    version: 1,
    parley: '0',
    title: 'Bench',
    input: {},
    agents: {},
  }
  await api.open(journal, first, new Date())
  return { journal, hold: (more = {}) => api.hold(journal, protocol, deps(folder, more)) }
}

/** Everything that a meeting needs from outside, at no cost of its own. */
function deps(folder, more) {
  const usage = { input: 10, output: 5, estimated: false }
  const voice = { say: async () => ({ text: words, usage, tools: [] }), close: async () => {} }
  return {
    world: {},
    documents: {
      write: async () => {},
      remove: async () => {},
      read: async () => null,
      sweep: async () => {},
    },
    backendFor: async () => ({ name: 'bench', open: async () => voice }),
    toolsFor: () => [],
    cwd: folder,
    scrub: async (text) => ({ text, kinds: [] }),
    now: () => new Date(),
    random: () => 'abc123',
    wait: async () => {},
    answer: async () => undefined,
    observe: () => {},
    keepSummary: async () => {},
    person: async () => undefined,
    signal: new AbortController().signal,
    ceiling: null,
    timeoutMs: 60_000,
    ...more,
  }
}
