// Io: everything that a command may touch of its process. Tests pass their own.

import { basename, relative } from 'node:path'
import { shellWord } from '../../rules/shell-word.js'

export interface Io {
  /** Results: the transcript, or with `--json` one event a line. */
  out(text: string): void
  /** Everything else: progress, hints, errors. */
  err(text: string): void
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Whether somebody can read and answer here. */
  readonly terminal: { readonly input: boolean; readonly output: boolean; readonly error: boolean }
  readonly columns: number
  /** What the person types to call this command again. */
  readonly command: string
  now(): Date
  /** Calls back at each Ctrl-C or request to end, until the returned function is called. */
  onInterrupt(act: (how: Interrupt) => void): () => void
  /** Calls back when nobody reads the results any more (`parley … | head`), until the returned function is called. */
  onUnheard?(act: () => void): () => void
}

/** `interrupt`: the person pressed Ctrl-C or closed the terminal. `terminate`: the system wants the process to end (SIGTERM). */
export type Interrupt = 'interrupt' | 'terminate'

export function processIo(): Io {
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    env: process.env,
    cwd: process.cwd(),
    terminal: processTerminal,
    get columns() {
      return process.stdout.columns || 100
    },
    command: calledAs(process.argv[1], process.cwd()),
    now: () => new Date(),
    onInterrupt,
    onUnheard(act) {
      unheard.add(act)
      return () => unheard.delete(act)
    },
  }
}

const unheard = new Set<() => void>()
let endsByItself = false

/** Nobody reads the output any more. Returns whether a command ends by itself, with an exit code of its own. */
export function outputClosed(): boolean {
  endsByItself ||= unheard.size > 0
  for (const act of unheard) act()
  return endsByItself
}

/** Checked only when needed: opening the stream would slow down a short command. */
const processTerminal: Io['terminal'] = {
  get input() {
    return process.stdin.isTTY === true
  },
  get output() {
    return process.stdout.isTTY === true
  },
  get error() {
    return process.stderr.isTTY === true
  },
}

/** `parley` when it was found by name, else the file that node was given; with no `cwd`, as it works from any folder. */
export function calledAs(script: string | undefined, cwd?: string): string {
  if (script === undefined || basename(script) !== 'parley.js') return 'parley'
  const near = cwd === undefined ? '..' : relative(cwd, script)
  return `node ${shellWord(near.startsWith('..') ? script : near)}`
}

function onInterrupt(act: (how: Interrupt) => void): () => void {
  const interrupt = () => act('interrupt')
  const terminate = () => act('terminate')
  const acts = [
    ['SIGINT', interrupt],
    ['SIGHUP', interrupt],
    ['SIGTERM', terminate],
  ] as const
  for (const [signal, listener] of acts) process.on(signal, listener)
  return () => {
    for (const [signal, listener] of acts) process.off(signal, listener)
  }
}
