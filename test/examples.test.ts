// The examples check themselves; here they only have to run.

import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { checkout } from './support/run.js'

const folder = join(checkout, 'examples')
const numbered = readdirSync(folder).filter((name) => /^\d\d-.*\.js$/.test(name))

describe('the examples', () => {
  test('are numbered without a gap', () => {
    expect(numbered.map((name) => Number(name.slice(0, 2)))).toEqual(numbered.map((_, at) => at + 1))
  })

  test.each(numbered)('%s holds what it claims', async (name) => {
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: '' }
    await expect(promisify(execFile)(process.execPath, [join(folder, name)], { env })).resolves.toBeDefined()
  })
})
