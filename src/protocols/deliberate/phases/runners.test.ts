// The commands of the sweep on real runners: a stub proves nothing, a test that passes does, and its own report says so.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { stubsOf } from '../documents/stubs.js'
import type { Framework } from '../rules/project.js'
import { provesCriterion, testCommand } from '../rules/verification.js'

const criterion = (id: string, words: string) => ({
  id,
  words,
  method: 'unit-test' as const,
  scenario: 'GIVEN a bed WHEN it rains THEN it grows',
})
const story = {
  id: 'US-001',
  task: 'T-001',
  title: 'Grow "things"',
  description: '',
  member: 'alder',
  dependsOn: [],
  criteria: [criterion('AC-001', 'It grows'), criterion('AC-002', 'It rests')],
}

/** Runs the test of a criterion in a folder of its own, from a file as a project would have it. */
function runnerOf(framework: Framework, path: string, extension: string) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-runner-'))
  const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
  symlinkSync(modules, join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const [stub] = stubsOf(story, { framework, endToEnd: false, extension })
  const own = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_|TEST$|PYTEST)/.test(name))
  const run = (text: string, id: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
    const [program, ...args] = testCommand(framework, path, id)
    const env = Object.fromEntries(own)
    const { status, stdout, stderr } = spawnSync(program!, args, { cwd: folder, encoding: 'utf8', env })
    return {
      code: status,
      stdout,
      stderr,
      proven: provesCriterion(framework, id, { code: status, stdout }),
    }
  }
  return { stub: stub!.text, run }
}

const hasPytest = spawnSync('python3', ['-c', 'import pytest']).status === 0

describe('a stub is red and proves nothing; the same case, written, is proven, and nothing of another id', () => {
  const check = (framework: Framework, path: string, extension: string, pending: RegExp, done: string) => {
    const { stub, run } = runnerOf(framework, path, extension)
    const red = run(stub, 'AC-001')
    expect([red.code === 0, red.proven], red.stdout + red.stderr).toEqual([false, false])
    const written = stub.replace(pending, done)
    expect(written).not.toBe(stub)
    const green = run(written, 'AC-001')
    expect([green.code, green.proven], green.stdout + green.stderr).toEqual([0, true])
    expect(provesCriterion(framework, 'AC-002', green)).toBe(false)
    expect(run(written, 'AC-002').proven).toBe(false)
  }

  test('vitest', () => {
    check('vitest', 'tests/us-001.test.js', 'js', /throw new Error\("Not implemented — AC-001 pending"\)/, '')
  })
  test.skipIf(!hasPytest)('pytest', () => {
    check('pytest', 'tests/test_us_001.py', 'py', /raise \w+\("Not implemented — AC-001 pending"\)/, 'pass')
  })
})
