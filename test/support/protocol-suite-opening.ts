// Openings for the suite of protocols: one request, taken to every surface, and what each of them wrote or said.

import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { MeetingRef } from '../../src/hall/api.js'
import type { Line } from '../../src/kernel/line/line.js'
import type { Given } from '../../src/kernel/request.js'
import type { ProtocolSetup } from './protocol-suite-setup.js'
import { alike, idsOn, type Stage, wordsOf } from './protocol-suite-stage.js'
import { everything } from './repo.js'
import { temporary, type Until } from './run.js'
import { atRest, must, type Server, serverAt } from './server.js'

/** One request. */
export interface Asked {
  readonly fields: Given
  readonly agents: string
  readonly ceiling?: number | undefined
}

export type Came = { readonly id: string } | { readonly refused: string }

export interface Surface {
  readonly name: 'the command line' | 'HTTP' | 'the library'
  /** A home that all its stages share; a new one for each where there is none. */
  readonly home?: string
  open(stage: Stage, asked: Asked): Promise<Came>
}

export function surfacesFor(setup: ProtocolSetup, until: Until): readonly Surface[] {
  return [commandLine(setup), http(setup, until), ...(setup.hosted ? [] : [library(setup)])]
}

function commandLine({ command, operands }: ProtocolSetup): Surface {
  return {
    name: 'the command line',
    async open(stage, { fields, agents, ceiling }) {
      const before = idsOn(stage)
      const most = ceiling === undefined ? [] : ['--token-ceiling', String(ceiling)]
      const ran = await stage.parley(...command, ...wordsOf(fields, operands), '--agents', agents, ...most)
      const id = idsOn(stage).find((one) => !before.includes(one))
      return id === undefined ? { refused: `${ran.stderr} (exit ${ran.code})` } : { id }
    },
  }
}

/** One server serves them all. */
function http({ protocol }: ProtocolSetup, until: Until): Surface {
  const home = temporary(until)
  let server: Promise<Server> | undefined
  return {
    name: 'HTTP',
    home,
    async open({ repo }, { fields, agents, ceiling }) {
      server ??= serverAt(home, repo, {}, until)
      const project = basename(repo.root)
      await must(await server, 'POST', '/api/projects', { name: project, path: repo.root })
      const most = ceiling === undefined ? {} : { ceiling }
      const body = { protocol, project, ...fields, agents, ...most }
      const { status, body: told } = await (await server).ask<MeetingRef>('POST', '/api/meetings', body)
      if (status >= 400) return { refused: JSON.stringify(told) }
      await atRest(await server, { project, id: told.id })
      return { id: told.id }
    },
  }
}

function library({ protocol }: ProtocolSetup): Surface {
  return {
    name: 'the library',
    async open({ repo, home }, { fields, agents, ceiling }) {
      const built = new URL('../../dist/index.js', import.meta.url).href
      const api = (await import(built)) as typeof import('../../src/index.js')
      const here = api.parley(repo.root, { home })
      try {
        const prepared = await here.prepare({ protocol, fields, agents: { default: agents, ceiling } })
        return prepared.kind === 'halted' ? { refused: prepared.halt } : { id: await here.begin(prepared) }
      } catch (error) {
        if (error instanceof api.ParleyError) return { refused: error.message }
        throw error
      }
    },
  }
}

/** What is asked otherwise than the setup has it. */
export interface Wish extends Partial<Asked> {
  /** Lays settings into the stage first. */
  prepare?(stage: Stage): void
}

/** What became of a request on one surface. */
export interface Tried {
  readonly name: Surface['name']
  readonly stage: Stage
  readonly before: Standing
  readonly came: Came
}

/** What is there, to show that nothing was written. */
export interface Standing {
  readonly files: Readonly<Record<string, string>>
  readonly ids: readonly string[]
}

export function standingOn(stage: Stage): Standing {
  return { files: everything(stage.repo.root), ids: idsOn(stage) }
}

/** Asks for the same on every surface, each on a stage of its own. */
export async function openEverywhere(
  surfaces: readonly Surface[],
  setup: ProtocolSetup,
  { prepare, ...wish }: Wish,
): Promise<readonly Tried[]> {
  const all: Tried[] = []
  for (const surface of surfaces) {
    const stage = await setup.stage(onTestFinished, surface.home)
    prepare?.(stage)
    // Whoever is called has nothing to say, so that the meeting stops at once: only its opening counts here.
    stage.repo.write('seats.yaml', JSON.stringify({ seats: {} }))
    const before = standingOn(stage)
    const came = await surface.open(stage, { fields: setup.fields, agents: 'script:seats.yaml', ...wish })
    all.push({ name: surface.name, stage, before, came })
  }
  return all
}

interface FirstLine {
  readonly data: { readonly agents: { readonly ceiling: number | null } }
}

/** The first line that all of them wrote: it is the same, but for id, times, hashes and the folders of the test. */
export function firstLineOf(all: readonly Tried[]): FirstLine {
  const lines = all.map(({ name, stage, came }) => {
    if ('refused' in came) throw new Error(`${name} refused: ${came.refused}`)
    const [text = ''] = readFileSync(join(stage.meetings, came.id, 'journal.jsonl'), 'utf8').split('\n', 1)
    const { at: _at, prev: _prev, hash: _hash, ...line } = JSON.parse(text) as Line
    return { name, line: JSON.parse(alike(JSON.stringify(line), stage, came.id)) as FirstLine }
  })
  const [first, ...others] = lines
  if (!first) throw new Error('There is no surface.')
  for (const { name, line } of others) expect(line, `${name}, not ${first.name}`).toEqual(first.line)
  return first.line
}
