// Which of the agents that parley knows are on this machine. Looks for their programs and starts none.

import type { Health } from '../../kernel/agents.js'
import { parleyHome } from '../../workspace/home.js'
import { acp } from './acp.js'
import { type Env, knownAgents } from './catalog.js'
import { programAt } from './guard.js'

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
