// What is said before a meeting that plays a recorded one.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../workspace/temporary.suite.js'
import { labelOf } from './recording.js'

const voiced = (usual: string, seats: Record<string, string> = {}) => ({
  default: usual,
  seats,
  ceiling: null,
  timeoutSeconds: 60,
})

test('a label says that no model speaks only where none does', async () => {
  const root = temporaryFolder()
  writeFileSync(join(root, 'held.yaml'), 'recorded: { model: some-model, on: 2026-01-02 }\n')
  writeFileSync(join(root, 'plain.yaml'), 'seats: {}\n')
  expect(await labelOf(voiced('script:held.yaml'), root)).toContain(
    'said by some-model on 2026-01-02. No model',
  )
  expect(await labelOf(voiced('script:held.yaml', { qa: 'model:openai/some' }), root)).toBeUndefined()
  expect(await labelOf(voiced('script:plain.yaml'), root)).toBeUndefined()
})
