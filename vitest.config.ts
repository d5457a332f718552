// Tests: units beside the source, whole processes and browsers under test/.
//
// Files share their worker's modules (`isolate: false`), since importing them again for each file took longer than most of the tests.
// So a test puts back what it changes: environment and globals are put back here, files and servers by the test. What replaces a module
// has a worker of its own.

import { defineConfig } from 'vitest/config'
import { keepCompiledCode, keepInMemory } from './test/support/in-memory.js'
import LongestFirst from './test/support/longest-first.js'

keepInMemory()
keepCompiledCode()

/** Tests that replace a module of ours for themselves. */
const replacing = [
  'src/agents/load.test.ts',
  'src/protocols/talk/ground/git/kill.test.ts',
  'src/surfaces/cli/ask.test.ts',
]

/** In seconds; a test that needs longer says so where it stands. Enough for a process that is one of many on a busy machine. */
const limit = 240

const shared = {
  pool: 'forks',
  testTimeout: limit * 1000,
  hookTimeout: limit * 1000,
  // What is polled for is missed a little before the test is given up, so that the message names it.
  expect: { poll: { timeout: limit * 500 } },
  unstubEnvs: true,
  unstubGlobals: true,
  restoreMocks: true,
  setupFiles: ['test/support/each-file.ts'],
  // A seat may run these tests: inside a seat no meeting could be held.
  // In CI nobody is asked at a terminal, which tests of this say themselves.
  env: { NODE_EXTRA_CA_CERTS: '', PARLEY_SEAT: '', CI: '' },
} as const

export default defineConfig({
  test: {
    // Two more than the cores that it must do with: a test that waits for a process or a page leaves its core to another.
    maxWorkers: 4,
    reporters: ['default'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'parley',
          isolate: false,
          include: ['{src,scripts,test}/**/*.test.{ts,tsx}'],
          exclude: replacing,
        },
      },
      { test: { ...shared, name: 'replacing', isolate: true, include: replacing } },
    ],
  },
})
