// A second reader: checks the chain of a journal with nothing but node, as docs/journal.md describes it. Only where it is, parley says.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { workspaceJournals } from '../dist/index.js'
import { scratch, scriptedCouncil } from './scratch.js'

const place = scratch()
place.parley('council', 'meeting', 'How long do we cache thumbnails?', '--agents', scriptedCouncil(place))

const journals = workspaceJournals(place.root)
const [id] = await journals.ids()
const lines = readFileSync(journals.whereIs(id), 'utf8').trimEnd().split('\n')

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
