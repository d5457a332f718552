// The program: one process of Claude Code, started by us rather than by the SDK, so that we know when it has ended.

import { spawn } from 'node:child_process'
import type { SpawnedProcess, SpawnOptions } from '@anthropic-ai/claude-agent-sdk'

const keptErrors = 2000
export class Program {
  #errors = ''
  #ended: Promise<void> = Promise.resolve()
  #kill = () => {}

  /** For the SDK to call. */
  readonly start = ({ command, args, cwd, env, signal }: SpawnOptions): SpawnedProcess => {
    const child = spawn(command, args, { cwd, env, signal, stdio: 'pipe', windowsHide: true })
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      this.#errors = (this.#errors + piece).slice(-keptErrors)
    })
    this.#ended = new Promise((done) => {
      child.once('close', () => done())
      child.once('error', () => child.pid === undefined && done())
    })
    this.#kill = () => void child.kill('SIGKILL')
    return child
  }

  /** What it printed to standard error. */
  get errors(): string {
    return this.#errors.trim()
  }

  /** Waits until it has ended, and kills it when that takes too long. */
  async ended(patienceMs: number): Promise<void> {
    const late = setTimeout(() => this.#kill(), patienceMs)
    await this.#ended
    clearTimeout(late)
  }
}
