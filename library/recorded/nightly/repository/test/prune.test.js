import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { prune } from '../src/prune.js'

test('old dumps go, and what is no dump stays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nightly-'))
  for (const name of ['catalogue-2024-01-02.dump', 'catalogue-2026-06-10.dump', 'README']) writeFileSync(join(folder, name), '')
  assert.deepEqual(await prune(folder, new Date('2026-06-11T02:00:00Z')), ['catalogue-2024-01-02.dump'])
  assert.deepEqual(readdirSync(folder).sort(), ['README', 'catalogue-2026-06-10.dump'])
})
