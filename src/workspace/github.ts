// The `GitHub` port: the person's own `gh`, started without a shell in the workspace. What it may be asked is the protocol's business.

import type { GitHub } from '../kernel/world.js'
import { cleanEnvironment } from './git/exec.js'
import { Printed } from './programs/printed.js'
import { startProgram } from './programs/start.js'

const limits = { head: 32_000_000, tail: 1_000_000 }
const timeoutMs = 60_000

/** It asks nothing, and prints neither colours nor news about itself. No repository but the workspace's is meant. */
const quiet = { GH_PROMPT_DISABLED: '1', GH_NO_UPDATE_NOTIFIER: '1', NO_COLOR: '1' } as const

export function githubIn(root: string): GitHub {
  return {
    async call({ argv, stdin = '', signal }) {
      const printed = { stdout: new Printed(limits), stderr: new Printed(limits) }
      const end = await startProgram({
        argv: ['gh', ...argv],
        cwd: root,
        env: { ...withoutRepository(), ...quiet },
        timeoutMs,
        signal,
        stdin,
        onOutput: (piece, from) => printed[from].add(piece),
      })
      if (end.kind === 'missing') return { kind: 'missing' }
      if (end.kind === 'stopped') signal?.throwIfAborted()
      const said = { stdout: printed.stdout.text(), stderr: printed.stderr.text() }
      if (end.kind === 'ended' && end.code !== null) return { kind: 'ended', code: end.code, ...said }
      return { kind: 'ended', code: 1, ...said, stderr: `${said.stderr}\n${unfinished(end)}` }
    },
  }
}

function unfinished(end: Awaited<ReturnType<typeof startProgram>>): string {
  if (end.kind === 'stopped') return `gh did not answer within ${timeoutMs / 1000} seconds`
  return end.kind === 'unstartable' ? `gh could not be started: ${end.why}` : 'gh was ended from outside'
}

/** What the person set for gh counts, but for what would name another repository than the one that the session is held in. */
function withoutRepository(): NodeJS.ProcessEnv {
  const { GH_REPO: _, GIT_ALLOW_PROTOCOL: __, ...kept } = cleanEnvironment()
  return kept
}
