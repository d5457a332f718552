// Failed tests: a reporter for vitest that writes down which files failed, and by which tests, to the file that PARLEY_TEST_FAILED names.

import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './steps.js'

export default class FailedTests {
  onTestRunEnd(modules, unhandled, reason) {
    const to = process.env.PARLEY_TEST_FAILED
    if (!to) return
    const all = modules.flatMap(({ children }) => [...children.allTests()])
    const failed = modules
      .filter((one) => !one.ok())
      .map(({ moduleId, children }) => ({
        file: path.relative(root, moduleId),
        tests: [...children.allTests('failed')].map(({ fullName }) => fullName),
      }))
    const interrupted = reason === 'interrupted'
    writeFileSync(to, JSON.stringify({ failed, unhandled: unhandled.length, interrupted, tests: all.length }))
  }
}
