// A terminal: the command run at a real one, of which a person types what is asked for.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { checkout, plainEnvironment } from './run.js'

interface Place {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly columns?: number
}

/** Everything that the terminal showed, and how the command ended. */
export interface Shown {
  readonly all: string
  readonly code: number | null
}

/** Runs the command at a terminal of its own; each answer is typed once its question is there. */
export function atTerminal(
  args: readonly string[],
  { cwd, env = {}, columns = 100 }: Place,
  answers: readonly (readonly [string, string])[],
): Promise<Shown> {
  const command = [process.execPath, join(checkout, 'dist/parley.cjs'), ...args]
    .map((word) => `'${word}'`)
    .join(' ')
  const sized = `stty cols ${columns} rows 40; exec ${command}`
  const child = spawn('script', ['--quiet', '--return', '--command', sized, '/dev/null'], {
    cwd,
    env: { ...plainEnvironment(), ...env, TERM: 'xterm' },
  })
  const left = [...answers]
  let all = ''
  let seen = 0
  const found = () => (left[0] === undefined ? -1 : all.indexOf(left[0][0], seen))
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (piece: Buffer) => {
      all += piece.toString('utf8')
      for (let at = found(); at >= 0; at = found()) {
        const [shown, typed] = left.shift()!
        seen = at + shown.length
        child.stdin.write(typed)
      }
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ all, code }))
  })
}
