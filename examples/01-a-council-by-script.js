// A council meeting by script: convene, hold one round, conclude. A dissent that the chair forgot is in the record all the same.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratch, scriptedCouncil } from './scratch.js'

const place = scratch()
const agents = scriptedCouncil(place)
place.write('answers.yaml', '- { to: round, choose: conclude }\n')

const { code, out } = place.parley(
  'council',
  'meeting',
  'How long do we cache thumbnails?',
  '--agents',
  agents,
  '--answers',
  'answers.yaml',
)
assert.equal(code, 0, out)

const records = join(place.root, '.council/records')
const name = readdirSync(records).find((file) => !file.endsWith('.scratch.md'))
const record = readFileSync(join(records, name), 'utf8')
assert.match(record, /^# Record — Cache thumbnails for a day$/m)
assert.match(record, /^- \*\*security-engineer:\*\* Private thumbnails must not outlive their session\.$/m)

assert.equal(place.parley('verify', name.replace('.md', '')).code, 0)
console.log(record)
