// The outbox: a file with one JSON message a line. The oldest message stands first.

import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

/** Opens the outbox in `file`, and makes the file when it is not there. */
export function openOutbox(file) {
  if (!existsSync(file)) writeFileSync(file, '')
  return {
    put: (message) => put(file, message),
    take: () => take(file),
    waiting: () => messagesIn(file).length,
  }
}

/** Adds a message at the end, with a number of its own. */
function put(file, message) {
  const id = `${Date.now()}-${Math.random().toString(36).slice(2, 8)}`
  appendFileSync(file, `${JSON.stringify({ id, ...message })}\n`)
  return id
}

/** Takes the oldest message out. From here on only the caller has it. */
function take(file) {
  const [oldest, ...others] = messagesIn(file)
  if (oldest === undefined) return undefined
  replace(file, others)
  return oldest
}

function messagesIn(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

/** A reader sees the old file or the new one, never half of it. */
function replace(file, messages) {
  const next = `${file}.next`
  writeFileSync(next, messages.map((message) => `${JSON.stringify(message)}\n`).join(''))
  renameSync(next, file)
}
