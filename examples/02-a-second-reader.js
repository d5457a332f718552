// A second reader: checks the chain of a journal with nothing but node, as docs/journal.md describes it.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratch, scriptedCouncil } from './scratch.js'

const place = scratch()
place.parley('council', 'meeting', 'How long do we cache thumbnails?', '--agents', scriptedCouncil(place))

const meetings = join(place.root, '.parley/meetings')
const [id] = readdirSync(meetings)
const lines = readFileSync(join(meetings, id, 'journal.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')

let previous = ''
for (const [at, text] of lines.entries()) {
  const { n, prev, hash, kind, key } = JSON.parse(text)
  const body = `${text.slice(0, text.lastIndexOf(',"hash":"'))}}`
  assert.equal(n, at + 1)
  assert.equal(prev, previous)
  assert.equal(hash, createHash('sha256').update(body).digest('hex'))
  previous = hash
  console.log(String(n).padStart(3), kind.padEnd(9), key)
}
assert.equal(JSON.parse(lines.at(-1)).kind, 'asked')
