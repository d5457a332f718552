// A fake process for tests of commands: collects the output; without an option there is no terminal.

import type { Interrupt, Io } from './io.js'

export interface FakeIo extends Io {
  readonly printed: { out: string; err: string }
  /** What Ctrl-C, or a request to end, would do. */
  interrupt(how?: Interrupt): void
}

export function fakeIo(given: Partial<Io> = {}): FakeIo {
  const printed = { out: '', err: '' }
  const acts = new Set<(how: Interrupt) => void>()
  return {
    printed,
    out: (text) => {
      printed.out += text
    },
    err: (text) => {
      printed.err += text
    },
    env: {},
    cwd: '/nowhere',
    terminal: { input: false, output: false, error: false },
    columns: 100,
    command: 'parley',
    now: () => new Date('2026-03-16T12:00:00Z'),
    onInterrupt(act) {
      acts.add(act)
      return () => acts.delete(act)
    },
    interrupt: (how = 'interrupt') => {
      for (const act of acts) act(how)
    },
    ...given,
  }
}
