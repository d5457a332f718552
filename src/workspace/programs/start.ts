// Starts one program without a shell and waits for its end. It ends with everything that it started in turn.

import { type ChildProcess, spawn } from 'node:child_process'

export interface ProgramStart {
  readonly argv: readonly string[]
  /** Absolute. */
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  /** Absent: it has no standard input. A number is a descriptor to read from. */
  readonly stdin?: string | number | undefined
  readonly onOutput: (piece: Buffer, from: 'stdout' | 'stderr') => void
}

export type ProgramEnd =
  | { readonly kind: 'ended'; readonly code: number | null; readonly killedBy: string | null }
  /** There is no program of that name. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'unstartable'; readonly why: string }
  /** It ran too long, or nobody waits for it any more. */
  | { readonly kind: 'stopped'; readonly why: 'limit' | 'abort' }

/** How long to wait after SIGTERM before SIGKILL. */
const GRACE_MS = 2000

/** Never rejects. */
export function startProgram(start: ProgramStart): Promise<ProgramEnd> {
  const { argv, cwd, env, stdin, onOutput } = start
  if (start.signal?.aborted) return Promise.resolve({ kind: 'stopped', why: 'abort' })
  return new Promise((done) => {
    // Its own process group: whatever it starts in turn can be stopped with it.
    const child = spawn(argv[0]!, argv.slice(1), {
      cwd,
      env,
      stdio: [inputOf(stdin), 'pipe', 'pipe'],
      detached: true,
    })
    child.stdout?.on('data', (piece: Buffer) => onOutput(piece, 'stdout'))
    child.stderr?.on('data', (piece: Buffer) => onOutput(piece, 'stderr'))
    // It may end before it has read all its input; its exit code says whether it worked.
    child.stdin?.on('error', () => {})
    if (typeof stdin === 'string') child.stdin?.end(stdin)
    const stopped = stopOn(child, start.timeoutMs, start.signal)
    child.once('error', (error: NodeJS.ErrnoException) => {
      stopped.forget()
      done(error.code === 'ENOENT' ? { kind: 'missing' } : { kind: 'unstartable', why: `${error.code}` })
    })
    // Children that it left running would keep our pipes open, so the group is killed. One that left the group is not waited for.
    child.once('exit', () => {
      killGroup(child, 'SIGKILL')
      stopped.soon(() => {
        child.stdout?.destroy()
        child.stderr?.destroy()
      })
    })
    child.once('close', (code, killedBy) => {
      stopped.forget()
      const why = stopped.why()
      done(why === null ? { kind: 'ended', code, killedBy } : { kind: 'stopped', why })
    })
  })
}

function inputOf(stdin: string | number | undefined): 'ignore' | 'pipe' | number {
  if (typeof stdin === 'number') return stdin
  return stdin === undefined ? 'ignore' : 'pipe'
}

function stopOn(child: ChildProcess, timeoutMs: number, signal: AbortSignal | undefined) {
  let why: 'limit' | 'abort' | null = null
  let grace: NodeJS.Timeout | undefined
  const stop = (reason: 'limit' | 'abort') => {
    why ??= reason
    killGroup(child, 'SIGTERM')
    grace ??= setTimeout(() => killGroup(child, 'SIGKILL'), GRACE_MS)
  }
  const onAbort = () => stop('abort')
  const timer = setTimeout(() => stop('limit'), timeoutMs)
  signal?.addEventListener('abort', onAbort, { once: true })
  let last: NodeJS.Timeout | undefined
  return {
    why: () => why,
    soon(act: () => void) {
      last = setTimeout(act, GRACE_MS)
    },
    forget() {
      for (const waiting of [timer, grace, last]) clearTimeout(waiting)
      signal?.removeEventListener('abort', onAbort)
    },
  }
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The group has ended already.
  }
}
