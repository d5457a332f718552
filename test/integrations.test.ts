// Plugins for hosts: generated from one source, accepted by the host's own validator, and holding the rules of order in every text.

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
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
    const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'))
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
        'npm install -g parley',
        'Never act the meeting out',
      ])
        expect(text).toContain(rule)
  })

  test('has commands of at most 25 lines that may use its tools and sub-agents, and a seat that only reads and speaks', () => {
    expect(commands.toSorted()).toEqual(['analyze.md', 'council.md', 'deliberate.md', 'meet.md'])
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
