// Tests: units beside the source, whole processes under test/. Whole processes are slow on a busy machine, hence the time.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/**/*.test.ts', 'scripts/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
    pool: 'forks',
    reporters: ['default'],
    env: { NODE_EXTRA_CA_CERTS: '' },
  },
})
