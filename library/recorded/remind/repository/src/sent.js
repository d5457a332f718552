// What was sent, a line each. The time belongs to it, so that a patient whose appointment is moved is reminded again.

import { appendFileSync, existsSync, readFileSync } from 'node:fs'

export function openSent(file) {
  const lines = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])
  return {
    has: (reminder) => lines.has(lineOf(reminder)),
    add(reminder) {
      lines.add(lineOf(reminder))
      appendFileSync(file, `${lineOf(reminder)}\n`)
    },
  }
}

function lineOf({ appointment, kind, due }) {
  return `${appointment.id} ${kind} ${new Date(due).toISOString()}`
}
