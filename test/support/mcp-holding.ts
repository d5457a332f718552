// A host that holds meetings for tests: it speaks for every seat that is asked, as its prompt wants it.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { synthesis } from './council.js'
import type { Host } from './mcp.js'
import type { Script } from './protocol-suite-setup.js'
import type { Repo } from './repo.js'
import { meetingsIn } from './repo.js'
import { temporary } from './run.js'

export type Caller = Pick<Host, 'call'>

export interface SeatCall {
  readonly call: string
  readonly seat: string
}

/** The calls that a result names. */
export function callsIn(text: string): readonly SeatCall[] {
  return [...text.matchAll(/^- call=([0-9a-f]{12}) +(\S+)$/gm)].map(([, call = '', seat = '']) => ({
    call,
    seat,
  }))
}

/** What a seat says to this prompt: text, or a value where one is wanted. */
export type Mind = (prompt: string, seat: string) => { readonly text: string } | { readonly value: unknown }

export const council: Mind = (prompt, seat) =>
  prompt.includes('as value:')
    ? { value: synthesis }
    : { text: `**Position:** ${seat} follows the tide.\n\nNoon is a convention.` }

/** Speaks for one seat as its prompt asks. */
export async function voice({ call }: Caller, { call: id, seat }: SeatCall, more = {}, mind = council) {
  const prompt = await wholePrompt(call, id)
  expect(prompt).toContain(`Answer with parley_say call=${id}`)
  return call('parley_say', { call: id, ...mind(prompt, seat), ...more })
}

async function wholePrompt(call: Caller['call'], id: string): Promise<string> {
  const { text } = await call('parley_prompt', { call: id })
  const pages = Number(/^page 1 of (\d+)$/m.exec(text)?.[1] ?? 1)
  const rest: string[] = []
  for (let page = 2; page <= pages; page++)
    rest.push((await call('parley_prompt', { call: id, page })).text.replace(/^.*\npage .*\n/, ''))
  return [text, ...rest].join('\n')
}

/** Goes on until the meeting wants something other than time. */
export async function until(host: Caller, id: string, first?: string, where = {}): Promise<string> {
  let text = first ?? (await host.call('parley_next', { id, ...where })).text
  while (text.startsWith('parley running')) ({ text } = await host.call('parley_next', { id, ...where }))
  return text
}

/** Voices every seat that is asked, until the meeting wants something else. */
export async function speaking(
  host: Caller,
  id: string,
  first?: string,
  { where = {}, mind = council, ...more }: Record<string, unknown> & { where?: object; mind?: Mind } = {},
): Promise<string> {
  let text = await until(host, id, first, where)
  while (text.startsWith('parley speak')) {
    for (const call of callsIn(text))
      expect(await voice(host, call, more, mind)).toMatchObject({ refused: false })
    text = await until(host, id, undefined, where)
  }
  return text
}

/** A home in whose settings a script speaks, since nobody may name one over MCP. */
export function homeSpeaking({ seats }: Pick<Script, 'seats'>): string {
  const home = temporary()
  writeFileSync(join(home, 'seats.json'), JSON.stringify({ seats }))
  writeFileSync(join(home, 'config.yaml'), `agents: script:${join(home, 'seats.json')}\n`)
  return home
}

export function lines(repo: Pick<Repo, 'root'>, id: string) {
  return readFileSync(join(meetingsIn(repo.root), id, 'journal.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; data: Record<string, unknown> })
}
