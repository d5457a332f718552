// Without a voice: where nothing says who speaks, every surface refuses in the same three lines before anything is opened. A person at a
// terminal is asked, and nothing is billed without a yes.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Forms } from '../src/hall/api.js'
import { fakeModels } from './support/fake-models.js'
import { everything, meetingsIn, type Repo, repository } from './support/repo.js'
import { events, run, temporary } from './support/run.js'
import { must, served } from './support/server.js'
import { atTerminal } from './support/terminal.js'

const demo = 'See a recorded meeting: `parley demo`.'
const question = ['ask', 'Does this hold?']

/** What a refusal says, and that it leaves nothing behind. */
async function refused(repo: Repo, env: Readonly<Record<string, string>>, words = question) {
  const before = everything(repo.root)
  const { code, stdout, stderr } = await run(words, { cwd: repo.root, env })
  expect([code, stdout]).toEqual([2, ''])
  expect(everything(repo.root)).toEqual(before)
  expect(existsSync(meetingsIn(repo.root))).toBe(false)
  return stderr.trimEnd().split('\n')
}

/** A server of models on this machine, where Ollama would be. */
async function ollama(): Promise<{ voice: string; env: Record<string, string> }> {
  const models = await fakeModels()
  onTestFinished(() => models.close())
  const address = models.urls.compatible
  return { voice: `model:fake-model@${address}`, env: { OLLAMA_HOST: new URL(address).host } }
}

test('every command that needs a voice refuses in three lines, and opens nothing', async () => {
  const repo = repository()
  repo.write('draft.md', 'A gate that follows the tide.\n')
  const lines = [
    expect.stringMatching(
      /Nobody is named who speaks\. Looked for and not found: .+, a local model server\.$/,
    ),
    expect.stringMatching(
      /^Set a key, such as `export ANTHROPIC_API_KEY=…`, .* a coding agent; `parley doctor`/,
    ),
    demo,
  ]
  const commands = [
    question,
    ['council', 'meeting', 'Does this hold?', '--template', 'software-team', '--conclude'],
    ['meet', 'Does this hold?', '--invitees', 'Theo,Zara', '--yes'],
    ['deliberate', 'A gate that follows the tide', '--quick'],
    ['analyze', 'gate', '--draft', 'draft.md', '--light'],
  ]
  for (const words of commands) expect(await refused(repo, {}, words), words[0]).toEqual(lines)
  expect(await refused(repo, { CI: 'true' })).toEqual(lines)
  // No server was started for a talk, and no project registered.
  const home = join(temporary(), 'home')
  expect(await refused(repo, { PARLEY_HOME: home }, ['talk', 'developer', 'Why is it slow?'])).toEqual(lines)
  expect(existsSync(home)).toBe(false)
  const told = await run([...question, '--json'], { cwd: repo.root })
  expect(events(told)).toMatchObject([{ type: 'error', code: 'NO_AGENTS', exit: 2 }])
})

test('what is there is named as it is given to --agents: a key, or a server that answers', async () => {
  const repo = repository()
  const key = await refused(repo, { ANTHROPIC_API_KEY: 'not-a-key' })
  expect(key).toEqual([
    'parley: Nobody is named who speaks. ANTHROPIC_API_KEY is set.',
    '  parley ask "…" --agents model:anthropic/claude-sonnet-4-5',
    demo,
  ])
  const { voice, env } = await ollama()
  const server = await refused(repo, env)
  expect(server).toEqual([
    expect.stringMatching(/ Ollama answers at \S+\.$/),
    `  parley ask "…" --agents ${voice}`,
    demo,
  ])
  const unkeyed = await run([...question, '--agents', 'model:anthropic/some'], { cwd: repo.root })
  expect(unkeyed).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no key for anthropic') })
})

test('at a terminal a voice that costs nothing is used and told; one that may cost speaks only after a yes', async () => {
  const repo = repository()
  const { voice, env } = await ollama()
  const free = await atTerminal(question, { cwd: repo.root, env, columns: 200 }, [['Yes.', '\x03\x03\x03']])
  expect(free.all).toMatch(new RegExp(`${voice} speaks: Ollama answers at .*. --agents NAME names another.`))
  expect(free.all).not.toContain('Shall')

  const paid = { cwd: repo.root, env: { OPENAI_API_KEY: 'not-a-key', PARLEY_HOME: `${repo.root}-home` } }
  const asked = 'Shall model:openai/gpt-5 speak for the seats?'
  const no = await atTerminal(question, { ...paid, columns: 200 }, [[asked, '\r']])
  expect(no.code).toBe(2)
  expect(no.all).toContain('parley ask "…" --agents model:openai/gpt-5')
  expect(no.all).toContain(demo)
  expect(existsSync(meetingsIn(repo.root, paid.env.PARLEY_HOME))).toBe(false)

  const none = await atTerminal(question, { cwd: repo.root, columns: 200 }, [])
  expect([none.code, none.all.includes('Shall'), none.all.includes(demo)]).toEqual([2, false, true])
})

test('the server refuses in the same words, and the page has them before anything is sent', async () => {
  const server = await served()
  const opening = { protocol: 'council.meeting', project: 'harbour', task: 'Does this hold?', noFiles: true }
  const { status, body } = await server.ask('POST', '/api/meetings', opening)
  expect([status, body]).toMatchObject([400, { error: { code: 'NO_AGENTS' } }])
  const { message, hint } = (body as { error: { message: string; hint: string } }).error
  expect(hint).toContain(demo)
  const { nobody, usual } = await must<Forms>(server, 'GET', '/api/forms/harbour')
  expect([usual, nobody]).toEqual([null, [message, ...hint.split('\n')]])
  expect(nobody).toHaveLength(3)
  const talk = { protocol: 'talk', project: 'harbour', worker: 'verity', message: 'How is it?' }
  expect(await server.ask('POST', '/api/meetings', talk)).toMatchObject({ status: 400, body })
  expect(await must(server, 'GET', '/api/meetings')).toEqual([])
})
