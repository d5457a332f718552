// Tests, by what they need: units beside the source, tests that run programs, and whole processes and browsers under test/. Each kind
// has a limit of its own, so that a hang is named soon; a test that needs longer says so where it stands.
//
// Files of one kind share their worker's modules (`isolate: false`), since importing them again for each file took longer than most
// of the tests. So a test puts back what it changes: environment and globals are put back here, files and servers by the test.

import { defineConfig } from 'vitest/config'
import { keepCompiledCode, keepInMemory } from './test/support/in-memory.js'
import LongestFirst from './test/support/longest-first.js'

keepInMemory()
keepCompiledCode()

/** Tests beside the source that run git or other programs, or die at every line of a journal. */
const programs = [
  'src/agents/{acp,claude,command,tools}/**/*.test.ts',
  'src/hall/**/*.test.ts',
  'src/kernel/crash.test.ts',
  'src/protocols/*/restore.test.ts',
  'src/protocols/council/on-disk.test.ts',
  'src/protocols/deliberate/{github,phases}/*.test.ts',
  'src/protocols/*/ground/**/*.test.ts',
  'src/workspace/**/*.test.ts',
]

const shared = {
  pool: 'forks',
  isolate: false,
  unstubEnvs: true,
  unstubGlobals: true,
  restoreMocks: true,
  setupFiles: ['test/support/each-file.ts'],
  // A seat may run these tests: inside a seat no meeting could be held.
  env: { NODE_EXTRA_CA_CERTS: '', PARLEY_SEAT: '' },
} as const

/** `limit` in seconds. What is polled for is missed a little before the test is given up, so that the message names it. */
function kind(name: string, limit: number, include: readonly string[], exclude: readonly string[] = []) {
  const timeout = limit * 1000
  return {
    test: {
      ...shared,
      name,
      include: [...include],
      exclude: [...exclude],
      testTimeout: timeout,
      hookTimeout: timeout,
      expect: { poll: { timeout: timeout / 2 } },
    },
  }
}

export default defineConfig({
  test: {
    // One more than the cores that it must do with: a test that waits for a process or a page leaves its core to another.
    maxWorkers: 3,
    reporters: ['default'],
    sequence: { sequencer: LongestFirst },
    projects: [
      kind('processes', 240, ['test/**/*.test.ts']),
      kind('programs', 90, programs),
      kind('units', 60, ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts'], programs),
    ],
  },
})
