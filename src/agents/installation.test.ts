// Installation: each way to install parley is recognised by where its folder lies. That the commands work is tested in
// test/installed.test.ts, with npm itself.

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folder } from './backend.suite.js'
import { installationAt, installCommand } from './installation.js'

/** A folder with these files, in which parley lies at `at`. */
function laid(at: string, files: Readonly<Record<string, unknown>> = {}): { base: string; parley: string } {
  const base = folder()
  for (const [name, value] of Object.entries(files)) {
    mkdirSync(dirname(join(base, name)), { recursive: true })
    writeFileSync(join(base, name), typeof value === 'string' ? value : JSON.stringify(value))
  }
  mkdirSync(join(base, at), { recursive: true })
  return { base, parley: join(base, at) }
}

describe('how parley was installed', () => {
  test('a checkout is one also when the global command is a link into it', () => {
    const { base, parley } = laid('work/parley', { 'work/parley/src/index.ts': '', 'prefix/bin/parley': '' })
    mkdirSync(join(base, 'prefix/lib/node_modules'), { recursive: true })
    symlinkSync(parley, join(base, 'prefix/lib/node_modules/parley-ai'))
    for (const at of [parley, join(base, 'prefix/lib/node_modules/parley-ai')])
      expect(installationAt(at)).toEqual({ kind: 'checkout', root: parley })
  })

  test('a global one has its command beside it, in the way of each system', () => {
    const unix = laid('prefix/lib/node_modules/parley-ai', { 'prefix/bin/parley': '' })
    expect(installationAt(unix.parley)).toEqual({ kind: 'global', prefix: join(unix.base, 'prefix') })
    const windows = laid('npm/node_modules/parley-ai', { 'npm/parley.cmd': '' })
    expect(installationAt(windows.parley)).toEqual({ kind: 'global', prefix: join(windows.base, 'npm') })
  })

  test('a dependency belongs to its project, also to one that is called lib', () => {
    const devDependencies = { 'parley-ai': '^0.1.0' }
    const tool = laid('lib/node_modules/parley-ai', { 'lib/package.json': { devDependencies } })
    expect(installationAt(tool.parley)).toEqual({ kind: 'local', project: join(tool.base, 'lib'), dev: true })
    const part = laid('app/node_modules/parley-ai', { 'app/package.json': 'not JSON' })
    expect(installationAt(part.parley)).toEqual({
      kind: 'local',
      project: join(part.base, 'app'),
      dev: false,
    })
  })

  test('pnpm keeps it in a store of the project', () => {
    const { base, parley } = laid('app/node_modules/.pnpm/parley-ai@0.1.0/node_modules/parley-ai')
    const how = installationAt(parley)
    expect(how).toEqual({ kind: 'pnpm', project: join(base, 'app'), dev: false })
    expect(installCommand('x@1', how)).toBe(`pnpm --dir ${join(base, 'app')} add x@1`)
  })

  test('npx says under which names it was fetched', () => {
    const manifest = { _npx: { packages: ['parley-ai@0.1.0'] } }
    const { parley } = laid('cache/_npx/12ab/node_modules/parley-ai', {
      'cache/_npx/12ab/package.json': manifest,
    })
    expect(installationAt(parley)).toEqual({ kind: 'npx', packages: ['parley-ai@0.1.0'] })
  })

  test('the command for this checkout installs all that it lists, and a path with spaces is quoted', () => {
    expect(installCommand('x@1')).toMatch(/^npm ci --prefix \S+ --include=dev --include=optional$/)
    expect(installCommand('x@1', { kind: 'global', prefix: 'C:\\Program Files\\nodejs' })).toBe(
      'npm install -g --prefix "C:\\Program Files\\nodejs" --include=optional x@1',
    )
  })
})
