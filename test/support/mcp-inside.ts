// A host inside this process: a real client of the protocol, joined to the server that `parley mcp` serves, without a process between them.

import { join } from 'node:path'
import { InMemoryTransport } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'
import type { HostCall } from '../../src/agents/host/calls.js'
import type { Place } from '../../src/surfaces/mcp/desk.js'
import { serverFactory } from '../../src/surfaces/mcp/server.js'
import { deskOfHost } from '../../src/surfaces/mcp/stdio.js'
import { type Answering, callsOf, connected, type Host } from './mcp.js'
import { callsIn } from './mcp-holding.js'
import { temporary, type Until } from './run.js'

export interface Inside extends Pick<Host, 'call' | 'client'> {
  readonly home: string
  place(): Promise<Place>
  stop(): Promise<void>
}

export interface InsideOptions {
  readonly home?: string
  readonly relay?: 'auto' | 'never' | 'always'
  readonly elicit?: Answering
  readonly until?: Until
}

export async function hostInside(root: string, options: InsideOptions = {}): Promise<Inside> {
  const { until = onTestFinished, relay = 'auto', elicit } = options
  const home = options.home ?? join(temporary(until), 'home')
  const { desk, stop } = deskOfHost({
    home,
    cwd: root,
    started: root,
    env: {},
    readOnly: false,
    relay,
    log: () => {},
  })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const server = await serverFactory(desk)({ era: 'legacy' })
  await server.connect(theirs)
  const client = await connected('older', ours, elicit ? { elicit } : {})
  until(async () => {
    await stop()
    await client.close()
  })
  return {
    ...callsOf('older', client),
    client,
    home,
    place: () => desk.place({}, { name: 'x', version: '', elicits: false, roots: async () => [] }),
    stop,
  }
}

export type Entry = Readonly<Record<string, unknown>>
export interface Prepared {
  readonly to: string
  readonly choose: string
  readonly text?: string
}

/** A host that holds a meeting to its end: every seat says what its script has for the call, the person answers as prepared. */
export function scriptedHost(
  seats: Readonly<Record<string, readonly Entry[]>>,
  answers: readonly Prepared[],
) {
  const left = new Map(Object.entries(seats).map(([seat, entries]) => [seat, [...entries]]))
  const coming = [...answers]
  let given: Record<string, string> = {}
  const wordsFor = ({ seat, call }: HostCall): Record<string, unknown> => {
    const entries = left.get(seat) ?? left.get('*') ?? []
    const at = entries.findIndex((one) => one['call'] === undefined || one['call'] === call)
    const [entry] = at < 0 ? [] : entries.splice(at, 1)
    if (entry === undefined) return { decline: `nothing is prepared for ${seat} at ${call}` }
    return entry['value'] === undefined ? { text: entry['text'] } : { value: entry['value'] }
  }
  const elicit: Answering = () => ({ action: 'accept', content: given })
  const hold = async (inside: Inside, id: string, first: string): Promise<string> => {
    const { hall, host, project } = await inside.place()
    let text = first
    for (let step = 0; step < 200; step++) {
      if (text.startsWith('parley speak'))
        for (const { call } of callsIn(text)) {
          const said = await inside.call('parley_say', { call, alone: true, ...wordsFor(host.find(call)) })
          if (said.refused) throw new Error(said.text)
        }
      else if (text.startsWith('parley ask')) {
        const { asks } = await hall.meeting({ project, id })
        const at = coming.findIndex(({ to }) => to === asks?.id)
        const [answer] = at < 0 ? [] : coming.splice(at, 1)
        const usual = { choose: asks?.options[0]?.key ?? asks?.freeText?.key ?? '', text: 'Well.' }
        const { choose, text: words } = answer ?? usual
        given = { choose, ...(words === undefined ? {} : { text: words }) }
        ;({ text } = await inside.call('parley_answer', { id }))
        continue
      } else if (!text.startsWith('parley running')) return text
      ;({ text } = await inside.call('parley_next', { id }))
    }
    throw new Error(`It does not come to an end: ${text}`)
  }
  return { elicit, hold }
}
