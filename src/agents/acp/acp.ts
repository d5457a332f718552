// Backend `acp`: any coding agent that speaks the Agent Client Protocol takes a seat. Its own tools are kept within the grant by a guard that
// is proven, not asked for; our tools reach it through a bridge.

import type { Backend, Health } from '../../kernel/agents.js'
import { parleyHome } from '../../workspace/home.js'
import { type Env, knownAgents } from './catalog.js'
import { guardFor, programAt, versionOf } from './guard.js'
import { sweepMarks } from './marks.js'
import { missing, Stage, type StageOptions, unguarded, unguardedHint } from './stage.js'
import { AcpVoice } from './voice.js'

export function acp(options: StageOptions): Backend {
  const stage = new Stage(options)
  return {
    name: 'acp',
    check: () => health(stage, options),
    async open(_seat, room) {
      sweepMarks(options.home, Date.now())
      return new AcpVoice(stage, room)
    },
    close: () => stage.close(),
  }
}

/** Which of the agents that parley knows are on this machine. Looks for their programs and starts none. */
export async function agentsHere(
  env: Env,
): Promise<readonly { readonly name: string; readonly health: Health }[]> {
  const there = Object.values(knownAgents).filter(({ argv }) => programAt(argv[0] ?? '', env) !== undefined)
  const home = parleyHome(env)
  return Promise.all(
    there.map(async (agent) => {
      const backend = acp({ agent, env, home, sandbox: true, secretFiles: [] })
      return { name: `acp:${agent.name}`, health: await backend.check() }
    }),
  )
}

/** Starts nothing: whether it is there, and whether it could be kept from writing. */
async function health(stage: Stage, { agent, env }: StageOptions): Promise<Health> {
  const program = programAt(agent.argv[0] ?? '', env)
  if (program === undefined) return { ready: false, detail: missing(agent) }
  const guard = guardFor(agent, 'read', (await stage.sandbox()) !== undefined)
  if (guard === null)
    return {
      ready: false,
      code: 'UNGUARDED',
      detail: `${unguarded(agent, 'read').message} ${unguardedHint}`,
    }
  return {
    ready: true,
    detail: `${agent.title} by ${agent.argv[0]}${versionOf(program)}, ${guardWords(guard, agent.readMode !== undefined)}`,
  }
}

export function guardWords(guard: NonNullable<ReturnType<typeof guardFor>>, hasMode: boolean): string {
  if (guard === 'watch') return 'not kept from writing: changes are only noticed, as you allowed'
  return `read-only by ${[...(guard === 'sandbox' ? ['sandbox'] : []), ...(hasMode ? ['mode'] : [])].join(' and ')}`
}
