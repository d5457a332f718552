// The log of a job: on GitHub a line such as `::error::…` is a command to the runner, and what seats say must be none.

import { randomBytes } from 'node:crypto'
import type { Io } from './io.js'

/** Until the result is called, no line of either stream is a command to the runner. Does nothing elsewhere. */
export function wordsOnly(io: Io): () => void {
  if (io.env['GITHUB_ACTIONS'] !== 'true') return () => {}
  const token = randomBytes(16).toString('hex')
  const both = (line: string) => {
    io.out(`${line}\n`)
    io.err(`${line}\n`)
  }
  both(`::stop-commands::${token}`)
  let over = false
  return () => {
    if (!over) both(`::${token}::`)
    over = true
  }
}

/** A mark in the margin of the job, in our own words. */
export function annotate(io: Io, text: string): void {
  if (io.env['GITHUB_ACTIONS'] !== 'true') return
  const escaped = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  io.out(`::error title=parley::${escaped}\n`)
}
