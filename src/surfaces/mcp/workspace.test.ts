import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Clues, workspaceMeant } from './workspace.js'

function project(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'parley-mcp-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  writeFileSync(join(root, 'package.json'), '{}')
  mkdirSync(join(root, 'docs'))
  return root
}

const meant = (clues: Partial<Clues>) =>
  workspaceMeant({ env: {}, started: '/', roots: async () => [], ...clues }).catch(
    (error: Error) => error.message,
  )

describe('the project that a host means', () => {
  test('is what the call says, then --cwd, then the environment, then the one root of the client, then where it was started', async () => {
    const [asked, cwd, own, claude, root, started] = Array.from({ length: 6 }, project)
    const env = { PARLEY_WORKSPACE: own, CLAUDE_PROJECT_DIR: claude }
    const roots = async () => [root ?? '']
    expect(await meant({ asked, cwd, env, roots, started: started ?? '' })).toBe(asked)
    expect(await meant({ cwd, env, roots, started: started ?? '' })).toBe(cwd)
    expect(await meant({ env, roots, started: started ?? '' })).toBe(own)
    expect(await meant({ env: { CLAUDE_PROJECT_DIR: claude, PARLEY_WORKSPACE: '' }, roots })).toBe(claude)
    expect(await meant({ roots, started: started ?? '' })).toBe(root)
    expect(await meant({ started: started ?? '' })).toBe(started)
  })

  test('is not guessed from several roots', async () => {
    const [one, other] = [project(), project()]
    expect(await meant({ roots: async () => [one, other], started: '/' })).toBe('That folder is no project.')
  })

  test('is the top of it when a folder inside is named', async () => {
    const root = project()
    expect(await meant({ asked: join(root, 'docs') })).toBe(root)
  })

  test.each(['plugin.json', '.claude-plugin/plugin.json', 'gemini-extension.json'])(
    'is never the folder of our own plugin, known by its %s',
    async (manifest) => {
      const root = project()
      mkdirSync(join(root, '.claude-plugin'))
      writeFileSync(join(root, manifest), JSON.stringify({ name: 'parley' }))
      expect(await meant({ started: root })).toBe('No project is known here.')
      expect(await meant({ asked: root })).toBe(root)
      writeFileSync(join(root, manifest), JSON.stringify({ name: 'another' }))
      expect(await meant({ started: root })).toBe(root)
    },
  )

  test('is never the whole disk, a home folder, a file, a relative path or nothing', async () => {
    const root = project()
    for (const asked of ['/', homedir(), 'docs', join(root, 'package.json'), join(root, 'nowhere'), ''])
      expect(await meant({ asked })).toMatch(/no project|No project/)
  })

  test('is not found where a manifest cannot be read: it is a project then', async () => {
    const root = project()
    writeFileSync(join(root, 'plugin.json'), '{ not json')
    expect(await meant({ started: root })).toBe(root)
  })
})
