// Packages: what is understood, what is skipped and why, and the workers that ship with parley.

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { shippedLibrary } from '../../../workspace/library.js'
import { temporaryFolder, writeFiles } from '../../../workspace/temporary.suite.js'
import { findWorker, packageFolders, readPackages } from './packages.js'

const identity = { name: 'Guild Master', description: 'Coordinates.', displayTitle: 'Manager' }
const manifest = (parley: unknown, name = 'verity') => JSON.stringify({ name, parley })
const worker = { type: 'worker', identity }

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder()
  writeFiles(folder, files)
  return folder
}

describe('a worker package', () => {
  test('is read whole, with defaults for what it leaves out', async () => {
    const folder = folderWith({
      'v/package.json': manifest({ ...worker, builtInTools: ['read_file'] }),
      'v/posture.md': '\nPosture.\n',
      'v/soul.md': 'Soul.\n',
    })
    expect(await readPackages([folder])).toEqual({
      workers: [
        {
          packageName: 'verity',
          folder: join(folder, 'v'),
          identity: { ...identity, guidance: null },
          model: null,
          systemToolboxes: [],
          domainToolboxes: [],
          builtInTools: ['read_file'],
          checkoutScope: 'sparse',
          limits: {},
          posture: 'Posture.',
          soul: 'Soul.',
        },
      ],
      toolboxes: [],
      troubles: [],
    })
  })

  test('may have its posture in the manifest, and no soul, with a word about it', async () => {
    const folder = folderWith({
      'v/package.json': manifest({ ...worker, posture: 'Short.', portraitPath: 'x.png' }),
    })
    const { workers, troubles } = await readPackages([folder])
    expect(workers).toMatchObject([{ posture: 'Short.', soul: null }])
    expect(troubles.map((line) => line.slice(folder.length))).toEqual([
      '/v: parley.portraitPath is not known and is ignored',
      '/v: soul.md is missing; the worker speaks without one',
    ])
  })

  test('that is wrong is skipped with a line for every field, and the others are read', async () => {
    const folder = folderWith({
      'a/package.json': manifest({
        type: 'worker',
        identity: { name: 'a/b', description: 1 },
        checkoutScope: 'half',
        builtInTools: ['rm'],
      }),
      'b/package.json': 'no json',
      'c/package.json': manifest(worker),
      'd/package.json': JSON.stringify({ name: 'd' }),
      'e/package.json': manifest(worker, '../e'),
      'f/package.json': manifest(worker, '@scope/f'),
      'good/package.json': manifest({ ...worker, posture: 'p' }, 'good'),
      'not-a-package/readme.md': 'x',
    })
    const { workers, troubles } = await readPackages([folder, join(folder, 'nowhere')])
    expect(workers.map(({ packageName }) => packageName)).toEqual(['good'])
    const told = troubles.join('\n')
    for (const part of [
      '/a: skipped, parley.identity.name must be a name without slashes',
      '/a: skipped, parley.identity.description must be a text',
      '/a: skipped, parley.identity.displayTitle must be a text',
      '/a: skipped, parley.checkoutScope must be "sparse" or "full"',
      '/a: skipped, parley.builtInTools.0 must be among read_file',
      '/b: skipped, package.json is not a JSON object',
      '/c: skipped, posture.md is missing or empty',
      '/d: skipped, parley must be a map',
      '/e: skipped, name must be',
      '/f: skipped, name must be',
    ])
      expect(told).toContain(part)
  })

  test('found first counts, and is found by package name before identity name', async () => {
    const mine = folderWith({
      'v/package.json': manifest({ ...worker, posture: 'mine' }),
      'w/package.json': manifest(
        { ...worker, identity: { ...identity, name: 'verity' }, posture: 'other' },
        'other',
      ),
    })
    const shipped = folderWith({ 'v/package.json': manifest({ ...worker, posture: 'shipped' }) })
    const packages = await readPackages([mine, shipped])
    expect(packages.workers.map(({ posture }) => posture)).toEqual(['mine', 'other'])
    expect(packages.troubles.at(-1)).toContain('verity is in')
    expect(findWorker(packages, 'Verity')?.posture).toBe('mine')
    expect(findWorker(packages, 'guild master')?.posture).toBe('mine')
    expect(findWorker(packages, 'nobody')).toBeNull()
  })
})

describe('a toolbox package', () => {
  test('names its entry module, inside itself', async () => {
    const folder = folderWith({
      'a/package.json': JSON.stringify({ name: 'a', main: 'lib/box.js', parley: { type: 'toolbox' } }),
      'a/lib/box.js': 'export const toolbox = () => []',
      'b/package.json': JSON.stringify({ name: 'b', parley: { type: 'toolbox' } }),
      'c/package.json': JSON.stringify({ name: 'c', main: '../a/lib/box.js', parley: { type: 'toolbox' } }),
      'd/package.json': JSON.stringify({
        name: 'd',
        parley: { type: ['worker', 'toolbox'], identity, posture: 'p' },
      }),
      'd/index.js': 'export default () => []',
    })
    const { toolboxes, workers, troubles } = await readPackages([folder])
    expect(toolboxes.map(({ packageName }) => packageName)).toEqual(['a', 'd'])
    expect(toolboxes[0]!.entry).toBe(join(folder, 'a/lib/box.js'))
    expect(workers.map(({ packageName }) => packageName)).toEqual(['d'])
    expect(troubles.join('\n')).toMatch(
      /b: skipped, its entry module index.js is missing[\s\S]*c: skipped, its entry module .* is not inside/,
    )
  })
})

describe('the workers that ship with parley', () => {
  test('are read without a word of trouble, each with a page of soul and posture', async () => {
    const { workers, troubles } = await readPackages([shippedLibrary().absolute('talk/workers')])
    expect(troubles).toEqual([])
    expect(workers.map(({ packageName, checkoutScope }) => [packageName, checkoutScope])).toEqual([
      ['developer', 'full'],
      ['manager', 'full'],
      ['researcher', 'sparse'],
      ['writer', 'sparse'],
    ])
    for (const { soul, posture, identity: own } of workers) {
      expect(soul!.length).toBeGreaterThan(1500)
      expect(posture.length).toBeGreaterThan(1500)
      expect(own.guidance).not.toBeNull()
    }
  })
  test('come after the person’s own', () => {
    expect(packageFolders('/home/x')[0]).toBe('/home/x/packages')
  })
})
