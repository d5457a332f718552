// library-path: the shipped folder is found from the sources.
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { libraryPath } from './library-path.js'

test('the library is found wherever the command was started', () => {
  const before = process.cwd()
  process.chdir('/')
  try {
    expect(existsSync(libraryPath('meet', 'templates'))).toBe(true)
  } finally {
    process.chdir(before)
  }
})
