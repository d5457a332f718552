// Every call of every protocol, as its procedure makes it: found by running the procedures over the golden journals.

import { readdirSync, readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { fakeTool } from '../../src/agents/backend.suite.js'
import type { Backend } from '../../src/kernel/agents.js'
import { unseal } from '../../src/kernel/line/hash.js'
import type { Line } from '../../src/kernel/line/line.js'
import type { Protocol } from '../../src/kernel/protocol.js'
import type { Asked } from '../../src/kernel/run/asked.js'
import type { Deps } from '../../src/kernel/run/deps.js'
import { procedure, setting } from '../../src/kernel/run/deps.suite.js'
import { inputOf, openedIn } from '../../src/kernel/run/hold.js'
import { replay } from '../../src/kernel/run/replay.js'
import { shippedKind } from '../../src/opening.js'
import { type Ground, talk } from '../../src/protocols/talk/index.js'

const journals = new URL('../journals/', import.meta.url)
const sources = new URL('../../src/protocols/', import.meta.url)

export interface ProtocolCall {
  readonly id: string
  readonly asked: Asked
  /** A reply that fits: words, or for a structured call the JSON of its value. */
  readonly good: string
}

/** The first call of each id that a golden journal holds. */
export async function protocolCalls(): Promise<readonly ProtocolCall[]> {
  const found = new Map<string, ProtocolCall>()
  for (const name of readdirSync(journals).filter((one) => one !== 'kernel')) {
    const protocol = await protocolNamed(name)
    for (const version of readdirSync(new URL(`${name}/`, journals)))
      for (const call of await callsIn(linesOf(`${name}/${version}/journal.jsonl`), protocol))
        if (!found.has(call.id)) found.set(call.id, call)
  }
  return [...found.values()].sort((one, other) => one.id.localeCompare(other.id))
}

/**
 * The ids of the calls that the sources of the listed protocols make, so that none is left out. A deliberation and an analysis have more
 * than a few journals hold; each shape is there. A protocol without a golden journal yet has none.
 */
export function callIds(): readonly string[] {
  const list = readFileSync(new URL('index.ts', sources), 'utf8')
  const golden = readdirSync(journals).map((name) => name.split('.')[0])
  const folders = [...list.matchAll(/from '\.\/([\w-]+)\/manifest\.js'/g)]
    .map(([, folder]) => folder)
    .filter((folder) => golden.includes(folder) && folder !== 'deliberate' && folder !== 'analyze')
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  const made = files
    .filter((file) => folders.includes(file.split(sep)[0]))
    .filter((file) => /\.ts$/.test(file) && !/\.(test|suite)\.ts$|questions\.ts$/.test(file))
  const ids = made.flatMap((file) => {
    const text = readFileSync(new URL(file, sources), 'utf8')
    return [...text.matchAll(/(?:\bid: |chairCall\(sitting, )'([a-z]+\.[a-z-]+)'/g)].map(([, id]) => id ?? '')
  })
  return [...new Set(ids)].sort()
}

/** The call as its procedure makes it, alone, by this backend: how it is told on record. */
export async function heldAlone({ asked }: ProtocolCall, backend: Backend, more: Partial<Deps> = {}) {
  const tools = [fakeTool('read_file', 'We ship on Mondays.')]
  const deps = { backendFor: async () => backend, toolsFor: () => tools, timeoutMs: 600_000 }
  const met = setting({ deps: { ...deps, ...more } })
  const { session: _, timeoutMs: _limit, ...options } = asked.options
  await met.meet(procedure((meeting) => meeting.trySpeak(asked.seat, asked.prompt, options as never)))
  const lines = await met.lines()
  const told = lines.filter(({ kind }) => kind === 'turn' || kind === 'failed')
  return { told, events: met.events, waits: met.waits, journal: met.journal }
}

async function protocolNamed(name: string): Promise<Protocol> {
  if (name !== 'talk') return (await shippedKind(name)).protocol
  return talk(() => ({}) as Ground) as Protocol
}

function linesOf(path: string): readonly Line[] {
  const lines: Line[] = []
  for (const text of readFileSync(new URL(path, journals), 'utf8').split('\n').slice(0, -1))
    lines.push(unseal(text, lines.length + 1, lines.at(-1)?.hash ?? ''))
  return lines
}

async function callsIn(lines: readonly Line[], protocol: Protocol): Promise<readonly ProtocolCall[]> {
  const opened = openedIn(lines)
  const recorded = { id: opened.id, lines, protocol, input: inputOf(protocol, opened) }
  const calls: ProtocolCall[] = []
  const spoke = async ({ data }: Line, asked: Asked) => {
    const { id, schema } = asked.options
    const value = typeof data === 'object' && data !== null && 'value' in data ? data.value : undefined
    if (schema && value === undefined) return
    calls.push({ id, asked, good: schema ? JSON.stringify(value) : 'We ship on Monday.' })
  }
  await replay(recorded, setting().deps, { wrote: async () => {}, spoke })
  return calls
}
