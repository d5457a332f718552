// Plugins for hosts: generated from one source, accepted by the host's own validator, and holding the rules of order in every text.

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageName, version } from '../src/version.js'
import { checkout, plainEnvironment, temporary } from './support/run.js'

const plugin = join(checkout, 'integrations', 'claude-code')
const read = (...path: string[]) => readFileSync(join(plugin, ...path), 'utf8')
const commands = readdirSync(join(plugin, 'commands'))
const claude = join(
  checkout,
  'node_modules',
  '@anthropic-ai',
  `claude-agent-sdk-${process.platform}-${process.arch}`,
  'claude',
)

describe('the plugin for Claude Code', () => {
  test('is as its source says, with the version of the package', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/integrations.js', '--check'], {
      cwd: checkout,
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(JSON.parse(read('.claude-plugin', 'plugin.json'))).toMatchObject({ name: 'parley', version })
    expect(JSON.parse(read('.mcp.json'))).toMatchObject({
      mcpServers: { parley: { command: 'parley', args: ['mcp'] } },
    })
  })

  test('holds the rules of order in every text, and never acts a meeting out', () => {
    const texts = [
      ...commands.map((name) => read('commands', name)),
      read('skills', 'parley', 'SKILL.md'),
      read('agents', 'seat.md'),
    ]
    for (const text of texts)
      for (const rule of [
        'Speak only as the seat that was asked, in its own voice',
        "Never write another seat's or the person's words",
        'Never soften or drop a dissent',
        'Cite only what was opened',
        'Decline rather than invent',
        'Do not choose for the person, ask them',
        `npm install -g ${packageName}@${version}`,
        'Never act the meeting out',
      ])
        expect(text).toContain(rule)
  })

  test('has commands of at most 25 lines that may use its tools and sub-agents, and a seat that only reads and speaks', () => {
    expect(commands.toSorted()).toEqual(['analyze.md', 'council.md', 'deliberate.md', 'meet.md', 'talk.md'])
    for (const name of commands) {
      const [, front = '', body = ''] =
        /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(read('commands', name)) ?? []
      expect(front).toContain('allowed-tools: mcp__plugin_parley_parley__*, Agent')
      expect(body.trimEnd().split('\n').length).toBeLessThanOrEqual(25)
    }
    expect(read('agents', 'seat.md')).toContain(
      'tools: Read, Grep, Glob, mcp__plugin_parley_parley__parley_prompt, mcp__plugin_parley_parley__parley_say\n',
    )
    expect(read('README.md').split(/\s+/).length).toBeGreaterThanOrEqual(40)
  })

  test.skipIf(!existsSync(claude))(
    'is accepted by the validator of Claude Code itself, the marketplace too',
    () => {
      const env = {
        ...plainEnvironment(),
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        CLAUDE_CONFIG_DIR: temporary(),
      }
      for (const what of [plugin, checkout]) {
        const told = execFileSync(claude, ['plugin', 'validate', '--strict', '--json', what], {
          env,
          encoding: 'utf8',
        })
        expect(told).toMatch(/"errors": \[\]/)
        expect(told).not.toMatch(/"blocking": true/)
      }
    },
  )
})

describe('the portable plugin, and the extension for Gemini', () => {
  const at = (...path: string[]) => readFileSync(join(checkout, 'integrations', ...path), 'utf8')
  const skills = readdirSync(join(checkout, 'integrations', 'codex', 'skills'))

  test('hold to what Agent Plugins 1.0.0 says of manifests, servers and skills', () => {
    const manifest = JSON.parse(at('codex', 'plugin.json')) as Record<string, unknown>
    const allowed = [
      '$schema',
      'name',
      'version',
      'description',
      'author',
      'homepage',
      'repository',
      'license',
      'keywords',
      'extensions',
    ]
    expect(Object.keys(manifest).filter((key) => !allowed.includes(key))).toEqual([])
    expect(manifest).toMatchObject({
      $schema: expect.stringContaining('/1.0.0/plugin.schema.json'),
      name: 'parley',
    })
    expect(JSON.parse(at('codex', 'mcp.json'))).toEqual({
      $schema: expect.stringContaining('/1.0.0/mcp.schema.json'),
      mcpServers: { parley: { type: 'stdio', command: 'parley', args: ['mcp'] } },
    })
    expect(skills.toSorted()).toEqual(['analyze', 'council', 'deliberate', 'meet', 'parley', 'talk'])
    for (const name of skills)
      expect(at('codex', 'skills', name, 'SKILL.md')).toMatch(
        new RegExp(`^---\\nname: ${name}\\ndescription: \\S`),
      )
    const market = JSON.parse(readFileSync(join(checkout, '.agents', 'plugins', 'marketplace.json'), 'utf8'))
    expect(existsSync(join(checkout, market.plugins[0].source.path, 'plugin.json'))).toBe(true)
  })

  test('hold the rules of order in every text, and name nothing that only Claude Code has', () => {
    const commands = readdirSync(join(checkout, 'integrations', 'gemini-cli', 'commands', 'parley'))
    const texts = [
      ...skills.map((name) => at('codex', 'skills', name, 'SKILL.md')),
      ...commands.map((name) => at('gemini-cli', 'commands', 'parley', name)),
      at('gemini-cli', 'PARLEY.md'),
    ]
    for (const text of texts) {
      expect(text).toContain('Never act the meeting out.')
      expect(text).toContain('Never soften or drop a dissent.')
      expect(text).not.toContain('parley:seat')
      expect(text).not.toContain('$ARGUMENTS')
    }
    for (const name of commands) expect(at('gemini-cli', 'commands', 'parley', name)).toContain('{{args}}')
    expect(JSON.parse(at('gemini-cli', 'gemini-extension.json'))).toMatchObject({
      version,
      contextFileName: 'PARLEY.md',
    })
  })
})
