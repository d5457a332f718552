// The terminal of this process, as the line of a chat needs it.

import type { Terminal } from './line.js'

export const processTerminal: Terminal = {
  get input() {
    return process.stdin
  },
  write: (text) => void process.stdout.write(text),
  get columns() {
    return process.stdout.columns || 80
  },
  get rows() {
    return process.stdout.rows || 24
  },
  onResize(act) {
    process.stdout.on('resize', act)
    return () => process.stdout.off('resize', act)
  },
}
