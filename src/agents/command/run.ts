// One run of a program: text in, text out. Its child processes end with it, and all of them end when it is interrupted.

import { type ChildProcess, spawn } from 'node:child_process'
import { BackendFailed } from '../../kernel/errors.js'
import { seatVariables } from '../../workspace/nested.js'
import { interrupted, throwIfAborted } from '../abort.js'
import { mostHeard } from '../spoken.js'

export interface Run {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly meeting?: string | undefined
  readonly stdin: string
  readonly signal: AbortSignal
  readonly onOutput: (piece: string) => void
}

const keptErrors = 2000

/** What it printed. Rejects when it cannot be started, does not end well, or is interrupted. */
export function run({ argv, cwd, meeting, stdin, signal, onOutput }: Run): Promise<string> {
  throwIfAborted(signal)
  return new Promise((resolve, reject) => {
    const child = start(argv, cwd, seatVariables(meeting))
    const printed = { out: '', err: '' }
    const fail = (error: BackendFailed) => {
      end(child)
      reject(error)
    }
    const stop = () => fail(interrupted(printed.out))
    signal.addEventListener('abort', stop, { once: true })
    child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
      // Output after the decision to end is not part of the reply.
      if (signal.aborted) return
      printed.out += piece
      if (printed.out.length > mostHeard) fail(failed(argv, 'printed more than any reply needs'))
      else onOutput(piece)
    })
    child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
      printed.err = (printed.err + piece).slice(-keptErrors)
    })
    child.once('error', (error: NodeJS.ErrnoException) => fail(failed(argv, notStarted(error, cwd))))
    // Children that it left running would keep its output open for ever.
    child.once('exit', () => end(child))
    child.once('close', (code, killedBy) => {
      signal.removeEventListener('abort', stop)
      if (code === 0) resolve(printed.out)
      else
        reject(failed(argv, ending(code ?? killedBy, printed.err), printed.out === '' ? 'failed' : 'broken'))
    })
    // A program may exit without reading all of its input; that is no failure.
    child.stdin?.on('error', () => {}).end(stdin)
  })
}

const alive = new Set<ChildProcess>()
let watching = false

/** In a process group of its own, so that its children can be killed with it. It is also killed when this process exits. */
function start(argv: readonly string[], cwd: string, more: Readonly<Record<string, string>>): ChildProcess {
  const [program = '', ...args] = argv
  const plain = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  const env = { ...Object.fromEntries(plain), ...more }
  const child = spawn(program, args, { cwd, env, stdio: 'pipe', detached: process.platform !== 'win32' })
  alive.add(child)
  if (!watching) process.once('exit', () => alive.forEach(end))
  watching = true
  return child
}

/** SIGKILL at once: a program that ignores a polite signal would go on spending money. */
function end(child: ChildProcess): void {
  alive.delete(child)
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}

/** A program that had begun to answer broke off and may do better next time; one that printed nothing is probably set up wrong. */
function failed(argv: readonly string[], what: string, kind: 'failed' | 'broken' = 'failed'): BackendFailed {
  return new BackendFailed(kind, `The program ${argv[0]} ${what}.`)
}

function ending(how: string | number | null, errors: string): string {
  return `ended with ${how}${errors.trim() ? `: ${errors.trim()}` : ''}`
}

function notStarted(error: NodeJS.ErrnoException, cwd: string): string {
  return `could not be started in ${cwd}: ${error.code === 'ENOENT' ? 'there is no such program or folder' : error.message}`
}
