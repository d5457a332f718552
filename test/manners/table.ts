// A table for one seat whose model has manners: the real backend and its real client, a server on loopback, and the real kernel.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { claude } from '../../src/agents/claude/claude.js'
import { command } from '../../src/agents/command/command.js'
import { type ModelOptions, model } from '../../src/agents/model/model.js'
import type { Backend, Tool } from '../../src/kernel/agents.js'
import type { Line } from '../../src/kernel/line/line.js'
import type { TurnData, TurnFailed } from '../../src/kernel/line/line-data.js'
import type { CallOptions, NotSaid, Said } from '../../src/kernel/protocol.js'
import type { Deps } from '../../src/kernel/run/deps.js'
import { ada, procedure, prompt, type Setting, setting } from '../../src/kernel/run/deps.suite.js'
import type { MeetingEvent } from '../../src/kernel/run/events.js'
import { type FakeModels, fakeModels, type ModelReply, type ModelRequest } from '../support/fake-models.js'

export const verdict = z.object({ call: z.enum(['continue', 'stop']), why: z.string() })

export interface Call extends Omit<CallOptions, 'id'> {
  readonly backend?: Backend
  readonly model?: Partial<ModelOptions>
  /** Whether a verdict is asked for, as a structure. */
  readonly shaped?: boolean
  readonly toolbox?: readonly Tool[]
  readonly deps?: Partial<Deps>
  /** How often the seat is called in a row; once unless given. */
  readonly times?: number
}

export interface Spoken {
  /** What the procedure got, one after another. */
  readonly said: readonly (Said<unknown> | NotSaid)[]
  readonly lines: readonly Line[]
  readonly turn: TurnData | undefined
  readonly failed: TurnFailed | undefined
  readonly events: readonly MeetingEvent[]
  /** What was shown while it was said. */
  readonly live: string
  readonly waits: readonly number[]
  readonly requests: readonly ModelRequest[]
  readonly met: Setting
}

/** One server for a file of tests. */
export async function server(): Promise<FakeModels> {
  return fakeModels()
}

/** The replies of a server one after another; the last one again and again. */
export function replies(...list: readonly (ModelReply | string)[]): () => ModelReply | string {
  let at = 0
  return () => list[Math.min(at++, list.length - 1)] ?? ''
}

export function local(fake: FakeModels, more: Partial<ModelOptions> = {}): Backend {
  return model({ provider: 'compatible', model: 'llama3.3', baseUrl: fake.urls.compatible, ...more })
}

export function claudeAt(fake: FakeModels): Backend {
  const home = mkdtempSync(join(tmpdir(), 'parley-manners-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const env = { PATH: process.env['PATH'], HOME: join(home, 'nobody'), PARLEY_HOME: join(home, 'parley') }
  const apiKey = ['sk', 'fake', 'not', 'a', 'real', 'one'].join('-')
  return claude({ model: 'claude-sonnet-4-5', baseUrl: fake.urls.anthropic, apiKey, env })
}

/** A program that prints this. */
export function printing(...texts: readonly string[]): Backend {
  const source = `for (const text of ${JSON.stringify(texts)}) require('fs').writeSync(1, text)`
  return command({ argv: [process.execPath, '-e', source] })
}

/** Calls one seat as a procedure would, and tells everything that came of it. */
export async function call(fake: FakeModels, options: Call = {}): Promise<Spoken> {
  const { backend = local(fake, options.model), shaped, toolbox = [], deps, times = 1, ...rest } = options
  fake.forget()
  const said: (Said<unknown> | NotSaid)[] = []
  const met = setting({
    deps: { backendFor: async () => backend, toolsFor: () => toolbox, ...deps },
  })
  const protocol = procedure(async (meeting) => {
    for (let nth = 0; nth < times; nth++) {
      const ask = shaped
        ? meeting.trySpeak(ada, prompt('Go on or stop?'), {
            id: 'c',
            schema: verdict,
            ...rest,
          })
        : meeting.trySpeak(ada, prompt('When do we ship?'), { id: 'c', ...rest })
      said.push(await ask)
    }
    return said.length
  })
  await met.meet(protocol)
  const lines = await met.lines()
  return { said, lines, ...lastOf(lines), ...seen(met), requests: [...fake.requests], met }
}

function lastOf(lines: readonly Line[]): Pick<Spoken, 'turn' | 'failed'> {
  const turn = lines.findLast((line) => line.kind === 'turn')
  const failed = lines.findLast((line) => line.kind === 'failed')
  return {
    turn: turn?.kind === 'turn' ? turn.data : undefined,
    failed: failed?.kind === 'failed' && 'seat' in failed.data ? failed.data : undefined,
  }
}

function seen({ events, waits }: Setting): Pick<Spoken, 'events' | 'live' | 'waits'> {
  const live = events.flatMap((event) => (event.type === 'text' ? [event.text] : [])).join('')
  return { events, live, waits }
}
