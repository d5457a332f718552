import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { dump } from '../src/dump.js'

const fresh = () => mkdtempSync(join(tmpdir(), 'nightly-'))
const night = new Date('2026-04-30T02:00:00Z')

/** An export program that runs this code. */
const program = (code) => [process.execPath, '-e', code]

test('what the program prints is the dump of that night', async () => {
  const folder = fresh()
  const file = await dump(folder, night, program("console.log('all of it')"))
  assert.equal(basename(file), 'catalogue-2026-04-30.dump')
  assert.equal(readFileSync(file, 'utf8'), 'all of it\n')
})

test('a night that is dumped twice has one dump, the later one', async () => {
  const folder = fresh()
  for (const text of ['first', 'second']) await dump(folder, night, program(`console.log('${text}')`))
  assert.deepEqual(readdirSync(folder), ['catalogue-2026-04-30.dump'])
  assert.equal(readFileSync(join(folder, 'catalogue-2026-04-30.dump'), 'utf8'), 'second\n')
})
