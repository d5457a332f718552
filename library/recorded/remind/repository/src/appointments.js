// The appointments, a JSON object a line. A line that cannot be read is left out, since one must not stop the others.

import { readFileSync } from 'node:fs'

export function appointmentsIn(file) {
  return readFileSync(file, 'utf8').split('\n').flatMap(read)
}

function read(line) {
  try {
    const { id, phone, at, by } = JSON.parse(line)
    return [{ id, phone, at, by }]
  } catch {
    return []
  }
}
