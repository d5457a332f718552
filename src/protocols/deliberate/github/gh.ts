// How `gh` is asked: every call as the table of calls has it. One that fails, or prints what cannot be read, ends the run; resuming tries
// that step again.

import { CannotGoOn } from '../../../kernel/errors.js'
import type { GitHubAnswer, World } from '../../../kernel/world.js'
import { oneLine } from '../documents/text.js'
import { type GhCall, gh, repositoryIn } from '../rules/gh.js'

export type Ended = Extract<GitHubAnswer, { readonly kind: 'ended' }>

export interface Gh {
  /** Whatever it says. */
  ask(call: GhCall): Promise<GitHubAnswer>
  /** The same for a call that may fail: without a program it has failed. */
  attempt(call: GhCall): Promise<Ended>
  /** What it answered, read; an answer that cannot be read is a failure. */
  must<T>(call: GhCall, read: (stdout: string) => T | null): Promise<T>
}

export function ghIn({ github }: Pick<World, 'github'>, signal?: AbortSignal): Gh {
  const ask = ({ argv, stdin }: GhCall) =>
    github.call({
      argv: argv.slice(1),
      ...(stdin === undefined ? {} : { stdin }),
      ...(signal ? { signal } : {}),
    })
  const attempt = async (call: GhCall): Promise<Ended> => {
    const answer = await ask(call)
    return answer.kind === 'ended' ? answer : { kind: 'ended', code: 127, stdout: '', stderr: 'gh is gone' }
  }
  return {
    ask,
    attempt,
    async must(call, read) {
      const { code, stdout, stderr } = await attempt(call)
      if (code !== 0) throw failed(call, lastLine(stderr) || `exit code ${code}`)
      const value = read(stdout)
      if (value === null) throw failed(call, `its answer cannot be read: ${oneLine(stdout).slice(0, 100)}`)
      return value
    },
  }
}

export type Reach =
  | { readonly kind: 'reached'; readonly repository: { readonly name: string; readonly url: string } }
  | { readonly kind: 'refused'; readonly reason: 'no-gh' | 'no-login' | 'no-remote' }

/** Whether GitHub can be reached from here at all: asked before anything else. */
export async function reachGitHub({ ask, attempt }: Gh): Promise<Reach> {
  const there = await ask(gh.version)
  if (there.kind === 'missing' || there.code !== 0) return { kind: 'refused', reason: 'no-gh' }
  if ((await attempt(gh.login)).code !== 0) return { kind: 'refused', reason: 'no-login' }
  const { code, stdout } = await attempt(gh.repository)
  const repository = code === 0 ? repositoryIn(stdout) : null
  return repository === null ? { kind: 'refused', reason: 'no-remote' } : { kind: 'reached', repository }
}

function failed({ argv }: GhCall, why: string): CannotGoOn {
  return new CannotGoOn(
    'GITHUB',
    `\`${argv.slice(0, 3).join(' ')}\` failed: ${why}`,
    'Look at what it says, then go on with `parley resume`: what is on GitHub already is not made again.',
  )
}

export function lastLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.findLast((line) => line !== '') ?? ''
}
