// Trying a voice: one tiny call, to see whether it really speaks, how long that takes and what it costs.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Reply, Usage } from '../kernel/agents.js'
import { counted } from '../kernel/cost/ledger.js'
import { BackendFailed } from '../kernel/errors.js'
import { load, type Surroundings } from './load.js'
import { parseAgents } from './names.js'

export type Tried =
  | {
      readonly ok: true
      readonly ms: number
      readonly usage: Usage
      readonly model: string | null
      /** In millionths of a dollar, where the price is known. */
      readonly cost?: number
    }
  | { readonly ok: false; readonly ms: number; readonly why: string }

/** A local server may have to load its model first. */
const patience = 120_000
/** More than the answer needs: some models think before they speak, and are billed for that. */
const mostOutput = 256

/** Sends no text of the user's, only these words. Never rejects. */
export async function tryVoice(name: string, around: Omit<Surroundings, 'serves'>): Promise<Tried> {
  const from = performance.now()
  const ms = () => Math.round(performance.now() - from)
  const signal = AbortSignal.timeout(patience)
  try {
    const { usage, model = null } = await ask(name, around, signal)
    return { ok: true, ms: ms(), usage: counted(usage), model }
  } catch (error) {
    const why = signal.aborted ? `it did not answer within ${patience / 1000} seconds` : reason(error)
    return { ok: false, ms: ms(), why }
  }
}

async function ask(name: string, around: Omit<Surroundings, 'serves'>, signal: AbortSignal): Promise<Reply> {
  const backend = await load(parseAgents(name), { ...around, serves: () => true })
  const { ready, detail } = await backend.check()
  if (!ready) throw new BackendFailed('failed', detail)
  // In an empty folder, so that no voice looks at anything of the user's.
  const cwd = await mkdtemp(join(tmpdir(), 'parley-try-'))
  try {
    const voice = await backend.open(seat, { cwd, history: [], past: [] })
    const ignore = () => {}
    const say = {
      signal,
      tools: [],
      maxOutput: mostOutput,
      mayStep: () => false,
      onText: ignore,
      onTool: ignore,
    }
    return await voice.say(prompt, say).finally(() => voice.close())
  } finally {
    await backend.close?.()
    await rm(cwd, { recursive: true, force: true })
  }
}

const seat = { id: 'doctor', name: 'Doctor', role: 'Test of the connection', persona: '' }
const prompt = { call: 'doctor.try', system: 'This is a test of the connection.', text: 'Answer with: ready' }

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))
