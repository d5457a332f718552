// parley as people get it: packed, installed from a registry with nothing but its dependencies, and used.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { script, synthesis } from './support/council.js'
import { type FakeModels, fakeModels, type ModelRequest } from './support/fake-models.js'
import { type NpmRegistry, npmRegistry, wholeBuild } from './support/npm-registry.js'
import { checkout, temporary, untilFileEnds } from './support/run.js'

const until = untilFileEnds()
const key = ['sk', 'fake', 'not', 'a', 'real', 'one'].join('-')

let registry: NpmRegistry
let fake: FakeModels
/** A project that has parley as a dependency. */
let project: string

beforeAll(async () => {
  await wholeBuild()
  registry = await npmRegistry(until)
  await registry.publish(checkout)
  await registry.publish(join(checkout, 'node_modules', 'zod'))
  await publishClaudeSdk()
  fake = await fakeModels(speak)
  until(() => fake.close())
  project = temporary(until)
  writeFileSync(join(project, 'package.json'), '{ "name": "mine", "private": true }')
  await done(`npm install --save-dev ${registry.archiveOf('parley-ai')}`, project)
})

/** What the real one looks like from outside: an ES module, and a program for this machine in a package of its own. */
async function publishClaudeSdk(): Promise<void> {
  const name = '@anthropic-ai/claude-agent-sdk'
  const build = `${name}-${process.platform}-${process.arch}`
  await registry.publishMade({ name: build, version: '0.3.900' }, { claude: '', 'claude.exe': '' })
  const manifest = { name, version: '0.3.900', type: 'module', exports: './sdk.mjs' }
  const sdk =
    "import { writeFileSync } from 'node:fs'\nwriteFileSync(process.env.CLAUDE_SDK_LOADED, import.meta.url)\n"
  await registry.publishMade(
    { ...manifest, optionalDependencies: { [build]: '0.3.900' } },
    { 'sdk.mjs': sdk },
  )
}

function speak({ schema, last }: ModelRequest) {
  const asked = schema !== undefined || last.includes('JSON')
  return asked ? { json: synthesis } : { text: '**Position:** Open it with the tide.\n\nNoon is a habit.' }
}

const keys = () => ({
  ANTHROPIC_API_KEY: key,
  ANTHROPIC_BASE_URL: fake.urls.anthropic,
  OPENAI_API_KEY: key,
  OPENAI_BASE_URL: fake.urls.openai,
  GEMINI_API_KEY: key,
  GOOGLE_GEMINI_BASE_URL: fake.urls.google,
})

/** Of the chair, and of the others: one provider each. */
const voices = () =>
  [
    'model:anthropic/claude-sonnet-4-5',
    {
      'security-engineer': 'model:openai/gpt-5',
      'qa-engineer': 'model:google/gemini-2.5-pro',
      'product-manager': `model:llama3@${fake.urls.compatible}`,
    },
  ] as const

/** Runs it, and tells what it said when it fails. */
async function done(command: string, cwd: string, env: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await registry.shell(command, { cwd, env })
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${stdout}${stderr}`)
  return stdout
}

describe('a plain install', () => {
  test('is parley and zod, and nothing else', () => {
    const packages = readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))
    expect(packages).toEqual(['parley-ai', 'zod'])
    expect(existsSync(join(project, 'node_modules', 'parley-ai', 'THIRD-PARTY.md'))).toBe(true)
    expect(existsSync(join(project, 'node_modules', 'parley-ai', 'dist', '.bundled'))).toBe(false)
  })

  test('holds a council with models of all four providers, given keys or a server', async () => {
    const cwd = temporary()
    const parley = join(project, 'node_modules', '.bin', 'parley')
    writeFileSync(join(cwd, 'answers.yaml'), '- { to: round, choose: conclude }\n')
    await done(`${parley} council convene software-team`, cwd)
    const [first, others] = voices()
    const seats = Object.entries(others).map(([seat, voice]) => `--seat ${seat}=${voice}`)
    fake.forget()
    await done(
      `${parley} council meeting "When should the gate open?" --agents ${first} ${seats.join(' ')} --answers answers.yaml`,
      cwd,
      keys(),
    )
    const spoke = fake.requests.map(({ provider }) => provider)
    expect(spoke.toSorted()).toEqual(['anthropic', 'anthropic', 'compatible', 'google', 'openai'])
    const [record] = readdirSync(join(cwd, '.council/records')).filter((name) => !name.includes('scratch'))
    expect(readFileSync(join(cwd, '.council/records', record!), 'utf8')).toContain(synthesis.recommendation)
    expect(await done(`${parley} verify ${record!.replace('.md', '')}`, cwd)).toContain('5 turns')
  })

  test('serves programs as a library, with the same models', async () => {
    const cwd = temporary()
    await done(`${join(project, 'node_modules', '.bin', 'parley')} council convene software-team`, cwd)
    writeFileSync(join(project, 'hold.mjs'), program)
    fake.forget()
    const [first, seats] = voices()
    const said = await done(`node hold.mjs ${cwd} ${first} '${JSON.stringify(seats)}'`, project, keys())
    expect(said).toBe('concluded\n')
    expect(new Set(fake.requests.map(({ provider }) => provider)).size).toBe(4)
  })

  test('starts a council from the typed example, and no council where nobody is said to speak', async () => {
    const cwd = temporary()
    const example = join(checkout, 'examples', '05-a-council-from-a-program.ts')
    writeFileSync(join(project, 'council.mts'), readFileSync(example, 'utf8'))
    const tsc = join(checkout, 'node_modules', '.bin', 'tsc')
    const types = join(checkout, 'node_modules', '@types')
    await done(
      `${tsc} --strict --target es2023 --module nodenext --types node --typeRoots ${types} council.mts`,
      project,
    )
    writeFileSync(join(cwd, 'seats.yaml'), script())
    const held = await done(`node council.mjs ${cwd} script:seats.yaml`, project)
    const said = JSON.parse(held) as Record<string, unknown>
    expect(said).toMatchObject({ pass: true, failed: [] })
    expect(said['documents']).toContainEqual(expect.stringContaining('.council/records/'))
    const unnamed =
      "import { startCouncil } from 'parley-ai'; startCouncil(process.argv[2], { task: 'x', template: 'c-suite' }).catch((error) => console.log(error.code))"
    writeFileSync(join(project, 'unnamed.mjs'), unnamed)
    expect(await done(`node unnamed.mjs ${temporary()}`, project)).toBe('NO_AGENTS\n')
  })
})

const program = `
import { parley } from 'parley-ai'
const [root, first, seats] = process.argv.slice(2)
const here = parley(root)
const agents = { default: first, seats: JSON.parse(seats) }
const ready = await here.prepare({ protocol: 'council.meeting', fields: { task: 'When?' }, agents })
const answer = async ({ id }) => ({ question: id, choose: 'conclude', by: 'person' })
const company = { answer, observe() {}, signal: new AbortController().signal }
const ended = await here.hold(await here.begin(ready), company)
console.log(ended.kind)
`

describe('the Claude Agent SDK, which may not come with parley', () => {
  const wanted = '@anthropic-ai/claude-agent-sdk@0.3'

  /** Convenes, asks Claude in vain, runs exactly the command that was named, and asks again. Gives back the command. */
  async function missedThenInstalled(
    parley: string,
    again: (told: string) => string = () => parley,
  ): Promise<string> {
    const cwd = temporary()
    const loaded = join(cwd, 'loaded')
    const env = { ANTHROPIC_API_KEY: key, CLAUDE_SDK_LOADED: loaded }
    const meeting = 'council meeting "When?" --agents claude'
    await done(`${parley} council convene software-team`, cwd)
    const missed = await registry.shell(`${parley} ${meeting}`, { cwd, env })
    expect(missed.code).toBe(2)
    const [, told = ''] = /The Claude Agent SDK is not installed: (.*)/.exec(missed.stderr) ?? []
    if (again(told) === parley) await done(told, cwd)
    await registry.shell(`${again(told)} ${meeting}`, { cwd, env })
    expect(existsSync(loaded), `after: ${told}`).toBe(true)
    return told
  }

  test('is found after the command that a global install names, whatever prefix npm would take', async () => {
    const prefix = temporary()
    await done(`npm install -g --prefix ${prefix} ${registry.archiveOf('parley-ai')}`, temporary())
    expect(await missedThenInstalled(join(prefix, 'bin', 'parley'))).toBe(
      `npm install -g --prefix ${prefix} --include=optional ${wanted}`,
    )
  })

  test('is found after the command that a dependency of a project names', async () => {
    expect(await missedThenInstalled(join(project, 'node_modules', '.bin', 'parley'))).toBe(
      `npm install --prefix ${project} --save-dev --include=optional ${wanted}`,
    )
  })

  test('is found by the command that a run through npx names', async () => {
    const told = await missedThenInstalled('npx parley-ai', (told) => told)
    expect(told).toBe(`npx --package=parley-ai --package=${wanted} parley`)
  })
})
