// The command in a fresh checkout: it builds itself when it must, says so on standard error only, and starts at once afterwards.

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, statSync, symlinkSync, utimesSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { version } from '../src/version.js'
import { checkout, temporary, type Until, untilFileEnds } from './support/run.js'

/** The sources alone, with the packages of this checkout. */
function freshCheckout(until: Until): string {
  const folder = temporary(until)
  for (const part of [
    'bin',
    'scripts',
    'src',
    'library',
    'package.json',
    'tsconfig.json',
    'tsconfig.types.json',
  ])
    cpSync(join(checkout, part), join(folder, part), { recursive: true })
  symlinkSync(join(checkout, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

function node(script: string, args: readonly string[], cwd: string, more: object = {}) {
  const home = { PARLEY_HOME: join(cwd, 'home'), TMPDIR: temporary() }
  const env = { ...process.env, ...home, NODE_EXTRA_CA_CERTS: '', ...more }
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd,
    env,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

/** Built by the first test, and used by those after it: a build is most of what they cost. */
const folder = freshCheckout(untilFileEnds())
const bin = join(folder, 'bin', 'parley.js')

describe('a fresh checkout', () => {
  test('`npm start` alone builds, and plays the recorded council elsewhere, to its answer, and says how to hold one', () => {
    expect(existsSync(join(folder, 'dist'))).toBe(false)
    // As npm does it; what a package brings along is nobody's coding agent.
    const own = join('node_modules', '.bin')
    const folders = (process.env['PATH'] ?? '').split(delimiter).filter((one) => !one.endsWith(own))
    const PATH = [join(folder, own), ...folders].join(delimiter)
    const { status, stdout, stderr } = node(join(folder, 'scripts', 'start.js'), [], folder, { PATH })
    expect(status).toBe(0)
    expect(stdout).toMatch(/^parley holds meetings between people and AI agents/)
    expect(stderr).not.toMatch(/INEFFECTIVE|chunks are larger/)
    expect(stdout).toContain('This is a recording: the words were said by claude on 2026-11-17.')
    expect(stdout).toMatch(/^Keep invoices in the outbox until the provider has them$/m)
    expect(stdout).toMatch(/^verified \S+: /m)
    // From any folder, whichever this was called in.
    expect(stdout).toContain(`Now you, in a repository of yours:\n  node ${bin} ask`)
    expect(stdout).not.toContain('node bin')
    expect(stdout).not.toContain('acp:')
    expect(stdout).not.toMatch(/\*\*|^#/m)
    // A path is never broken.
    expect(stdout.split('\n').filter((line) => line.length > 80 && !/\/\S{40}/.test(line))).toEqual([])
    expect(existsSync(join(folder, '.council'))).toBe(false)
    expect(existsSync(join(folder, '.parley'))).toBe(false)
  })

  test('`npm start` with words is the command itself', () => {
    const { status, stdout } = node(join(folder, 'scripts', 'start.js'), ['--version'], folder)
    expect({ status, stdout }).toEqual({ status: 0, stdout: `${version}\n` })
  })

  test('is not built again by the command, until a source of the command or of the page has changed', () => {
    expect(node(bin, ['--version'], folder)).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' })
    for (const source of ['version.ts', 'surfaces/web/style/hall.css']) {
      const { atime, mtime } = statSync(join(folder, 'src', source))
      const later = new Date(Date.now() + 60_000)
      utimesSync(join(folder, 'src', source), later, later)
      const built = node(bin, ['--version'], folder)
      expect(built, source).toMatchObject({ status: 0, stdout: `${version}\n` })
      expect(built.stderr, source).toContain('building')
      utimesSync(join(folder, 'src', source), atime, mtime)
    }
  })

  test('an installed package has no sources and just runs', () => {
    const installed = temporary()
    for (const part of ['bin', 'dist', 'library', 'package.json'])
      cpSync(join(folder, part), join(installed, part), { recursive: true })
    const ran = node(join(installed, 'bin', 'parley.js'), ['council', 'convene', 'writing-lab'], installed)
    expect(ran).toMatchObject({ status: 0, stderr: '' })
    expect(readdirSync(join(installed, '.council', 'seats'))).toHaveLength(4)
  })

  test('a source that does not build is named, and the command ends with exit 1', () => {
    cpSync(join(folder, 'package.json'), join(folder, 'src', 'version.ts'))
    const { status, stdout, stderr } = node(bin, ['--version'], folder)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain('version.ts')
    expect(existsSync(join(folder, 'dist', '.building'))).toBe(false)
  })
})
