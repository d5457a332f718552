// Guard: what keeps an agent's own tools within a grant, and the command line that starts it under that guard. Asking an agent to behave
// enforces nothing: one wrote a file in its default mode without a question.
//
//   ACPG1  Where this machine has a sandbox, the agent runs in it: everything is read-only but its own state and, for work, the root.
//   ACPG2  Without one, the agent must have a mode for what is granted; it is set before the prompt, and an agent that says it is in another
//          one, before or in the turn, is not heard.
//   ACPG3  With neither, the agent does not speak, unless the person's own settings say `guard: watch` for it.

import { accessSync, constants, existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import type { Guard } from '../../kernel/agents.js'
import { seatVariables } from '../../workspace/nested.js'
import type { Sandbox } from '../../workspace/sandbox/port.js'
import { confinementOf, findSandbox } from '../../workspace/sandbox/sandbox.js'
import { packageFolder } from './bridge.js'
import type { AcpAgent, Env, Footing } from './catalog.js'

/** The sandbox of this machine, unless the person wants none. */
export async function sandboxHere(wanted: boolean): Promise<Sandbox | undefined> {
  if (!wanted || process.platform !== 'linux') return undefined
  const found = await findSandbox()
  return found.kind === 'sandbox' ? found.sandbox : undefined
}

/** The strongest guard for this footing; null where there is none. */
export function guardFor(agent: AcpAgent, footing: Footing, sandboxed: boolean): Guard | null {
  if (sandboxed) return 'sandbox'
  if (modeFor(agent, footing) !== undefined) return 'mode'
  return agent.watch ? 'watch' : null
}

export function modeFor({ readMode, workMode }: AcpAgent, footing: Footing): string | undefined {
  return footing === 'work' ? workMode : readMode
}

export interface GuardedStart {
  readonly agent: AcpAgent
  readonly program: string
  readonly footing: Footing
  readonly cwd: string
  readonly env: Env
  readonly meeting: string | undefined
  /** The folder of the socket by which it reaches our tools. */
  readonly socket: string
  readonly secretFiles: readonly string[]
  readonly sandbox: Sandbox | undefined
}

/** The command line and the environment of the agent. */
export async function guarded(
  start: GuardedStart,
): Promise<{ argv: readonly string[]; env: NodeJS.ProcessEnv }> {
  const { agent, program, footing, cwd, sandbox } = start
  const plain = Object.entries(start.env).filter(([name]) => !/^(GIT|PARLEY)_/.test(name))
  const env = {
    ...Object.fromEntries(plain),
    ...agent.env(footing, start.env),
    ...seatVariables(start.meeting),
  }
  const argv = [program, ...agent.argv.slice(1)]
  if (!sandbox) return { argv, env }
  const asked = await confinementOf(cwd, { network: true, secretFiles: start.secretFiles }, process.env)
  const confinement = {
    ...asked,
    reads: [...asked.reads, ...neededBy(program), start.socket, packageFolder()].filter(existsSync),
    frozen: footing !== 'work',
    opens: stateOf(agent, start.env),
  }
  return { argv: sandbox.confine(argv, confinement), env }
}

/** A program that npm installed is a link into its package, and finds its dependencies beside that. */
function neededBy(program: string): readonly string[] {
  const real = realpathSync(program)
  const [, packages] = /^(.*[\\/]node_modules)[\\/]/.exec(real) ?? []
  return [packages ?? dirname(real), dirname(program)]
}

/** Made where it is missing: what the agent keeps of a session would be gone with the sandbox. */
function stateOf(agent: AcpAgent, env: Env): readonly string[] {
  const places = agent.state(env['HOME'] ?? homedir(), env)
  for (const place of places)
    if (!existsSync(place) && !/\.json$/.test(place)) mkdirSync(place, { recursive: true, mode: 0o700 })
  return places.filter(existsSync)
}

/** Where the program is that this name starts; undefined where there is none. */
export function programAt(name: string, env: Env): string | undefined {
  const folders = /[\\/]/.test(name) ? [''] : (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => (folder ? join(folder, name) : name)).find(isExecutable)
}

/** The version of the package that a program belongs to, with a blank before it; empty where it is in none. Starts nothing. */
export function versionOf(program: string): string {
  const real = realpathSync(program)
  const [folder] = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(real) ?? []
  if (folder === undefined) return ''
  try {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      version?: unknown
    }
    return typeof version === 'string' && /^[\w.+-]{1,40}$/.test(version) ? ` ${version}` : ''
  } catch {
    return ''
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
