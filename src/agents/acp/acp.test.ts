// Backend `acp`: a real process on the SDK's agent side (test/support/acp-agent.mjs), whose model is the fake on loopback. It misbehaves as
// the model tells it to. Every start costs half a second, so that a test here looks at more than one thing.

import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  type FakeModels,
  fakeModels,
  type ModelReply,
  type ModelRequest,
} from '../../../test/support/fake-models.js'
import type { Backend, Grant, Reply, Room, SayOptions, Voice } from '../../kernel/agents.js'
import { BackendFailed, OutsideBoundary } from '../../kernel/errors.js'
import {
  backendSuite,
  fakeTool,
  folder,
  type Line,
  options,
  type Plan,
  prompt,
  room,
  seat,
} from '../backend.suite.js'
import { isRunning } from '../running.suite.js'
import { acp } from './acp.js'
import { type OwnAgent, ofArgv, ownAgent } from './catalog.js'
import { nameOf } from './listen.js'

const program = fileURLToPath(new URL('../../../test/support/acp-agent.mjs', import.meta.url))

let fake: FakeModels
let home: string
beforeAll(async () => {
  fake = await fakeModels()
  home = realpathSync(mkdtempSync(join(tmpdir(), 'parley-acp-test-')))
})
afterAll(async () => {
  await fake.close()
  rmSync(home, { recursive: true, force: true })
})
beforeEach(() => {
  fake.forget()
  fake.answer(() => 'Yes.')
})

interface Made {
  readonly flags?: string
  readonly sandbox?: boolean
  readonly own?: Partial<OwnAgent>
  readonly model?: string
}

/** Its state lies outside every folder that a sandbox covers, as an agent's own does that is opened to it. */
function made({
  flags = '',
  sandbox = true,
  own = { readMode: 'plan', workMode: 'build' },
  model,
}: Made = {}): Backend {
  const state = join(home, 'state')
  const argv = [process.execPath, program]
  const agent = { ...ownAgent('tester', { argv, ...own }), usage: 'turn' as const, state: () => [state] }
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    ACP_MODEL_URL: fake.urls.compatible,
    ACP_STATE: state,
    ACP_FLAGS: flags,
  }
  const backend = acp({ agent, model, env, home, sandbox, secretFiles: [] })
  onTestFinished(() => backend.close?.())
  return backend
}

const read: Grant = { kind: 'read' }
const grants = (grant: Grant, more: Partial<SayOptions> = {}) => options({ grant, ...more })

async function opened(more: Made & { room?: Partial<Room> } = {}): Promise<{ voice: Voice; cwd: string }> {
  const cwd = more.room?.cwd ?? realpathSync(folder())
  return { voice: await made(more).open(seat('theo'), room({ cwd, ...more.room })), cwd }
}

async function failing(said: Promise<unknown>): Promise<BackendFailed> {
  const error = await said.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(BackendFailed)
  return error as BackendFailed
}

const isAfterTools = ({ messages }: ModelRequest) => messages.at(-1)?.toolResults.length !== 0

/** The model uses these tools of the agent first, and then answers with what came of them. */
function doing(...calls: readonly { readonly name: string; readonly input?: unknown }[]): void {
  fake.answer((request) =>
    isAfterTools(request)
      ? {
          text: request.messages
            .flatMap(({ toolResults }) => toolResults.map((one) => JSON.stringify(one)))
            .join('\n'),
        }
      : { toolCalls: calls.map(({ name, input = {} }) => ({ name, input })) },
  )
}

const everything = ({ system, messages }: ModelRequest): string =>
  [system, ...messages.map(({ text }) => text)].join('\n')

backendSuite('acp', (plan) => {
  fake.answer(follow(plan))
  return { backend: made(), heard: () => fake.requests.map(everything) }
})

function follow(plan: Plan): (request: ModelRequest) => ModelReply {
  const left = new Map(Object.entries(plan).map(([name, lines]) => [name, [...lines]]))
  return (request) => {
    const name =
      [...left.keys()].find(
        (one) =>
          everything(request).toLowerCase().includes(`${one} weighs`) ||
          request.last.toLowerCase().includes(one),
      ) ?? 'theo'
    const line = left.get(name)?.[0]
    const answered = isAfterTools(request)
    if (line?.kind === 'breaks') return replyTo(line, answered)
    if (line?.kind !== 'uses' || answered) left.get(name)?.shift()
    return line ? replyTo(line, answered) : { text: 'Nothing more is planned.' }
  }
}

function replyTo(line: Line, answered: boolean): ModelReply {
  switch (line.kind) {
    case 'says':
      return { text: line.text, ...(line.pieces ? { deltas: line.pieces } : {}) }
    case 'gives':
      return { text: JSON.stringify(line.value) }
    case 'uses':
      return answered ? { text: line.text } : { toolCalls: [{ name: line.tool, input: line.input }] }
    case 'hangs':
      return { text: line.text, hang: true }
    case 'breaks':
      return { status: 400, error: line.message }
  }
}

describe('a guard', () => {
  test('ACPG1: a sandbox keeps an agent that asks nobody from writing, and from what the person did not show it', async () => {
    const outside = join(folder(), 'outside.txt')
    const { voice, cwd } = await opened()
    doing(
      { name: 'own_write', input: { path: 'inside.txt' } },
      { name: 'own_write', input: { path: outside } },
    )
    const reply = await voice.say(prompt('Write.'), grants(read))
    expect(reply.text).toMatch(/EROFS[\s\S]*(EROFS|ENOENT)/)
    expect(reply).toMatchObject({
      guard: 'sandbox',
      usage: { input: 15, output: 3, cached: 5, estimated: false },
    })
    expect(readdirSync(cwd)).toEqual([])
    expect(existsSync(outside)).toBe(false)
  })

  test('an agent that works writes in its root and nowhere else', async () => {
    const outside = join(folder(), 'outside.txt')
    const { voice, cwd } = await opened()
    doing(
      { name: 'own_write', input: { path: 'made.txt', asks: true } },
      { name: 'own_write', input: { path: outside, asks: true } },
    )
    const reply = await voice.say(prompt('Write.'), grants({ kind: 'work', root: '.' }))
    expect(readFileSync(join(cwd, 'made.txt'), 'utf8')).toBe('written by the agent')
    expect(existsSync(outside)).toBe(false)
    expect(reply.text).toContain('reject_once')
  })

  test('ACPG3: without sandbox and mode an agent does not speak, unless the person allows it to be watched only', async () => {
    const bare = made({ sandbox: false, own: {} })
    expect(await bare.check()).toMatchObject({
      ready: false,
      code: 'UNGUARDED',
      detail: expect.stringMatching(/cannot be kept from writing here.*bubblewrap.*guard: watch/),
    })
    const voice = await bare.open(seat('theo'), room({ cwd: folder() }))
    await expect(voice.say(prompt('Speak.'), grants(read))).rejects.toMatchObject({ code: 'UNGUARDED' })
    expect(fake.requests).toEqual([])
    // A mode that the agent does not list counts as none.
    const { voice: other } = await opened({ sandbox: false, flags: 'no-modes' })
    await expect(other.say(prompt('Speak.'), grants(read))).rejects.toMatchObject({ code: 'UNGUARDED' })
    const { voice: watched } = await opened({ sandbox: false, own: { watch: true } })
    expect(await watched.say(prompt('Speak.'), grants(read))).toMatchObject({ text: 'Yes.', guard: 'watch' })
    const { voice: moded } = await opened({ sandbox: false })
    expect(await moded.say(prompt('Speak.'), grants(read))).toMatchObject({ text: 'Yes.', guard: 'mode' })
  })

  test('a write that the agent tells of halts the meeting; one that nothing explains is named, and the file is left', async () => {
    const { voice, cwd } = await opened({ sandbox: false, own: { watch: true } })
    doing({ name: 'own_write', input: { path: 'silent.txt' } })
    expect(await voice.say(prompt('Write.'), grants(read))).toMatchObject({
      changed: ['silent.txt'],
      guard: 'watch',
    })
    doing({ name: 'own_write', input: { path: 'told.txt', tells: true } })
    await expect(voice.say(prompt('Write.'), grants(read))).rejects.toThrow(OutsideBoundary)
    doing({ name: 'own_write', input: { path: 'before.txt' } }, { name: 'own_die' })
    const { voice: dying } = await opened({ sandbox: false, own: { watch: true }, room: { cwd } })
    expect((await failing(dying.say(prompt('Write.'), grants(read)))).changed).toEqual(['before.txt'])
    expect(readdirSync(cwd).sort()).toEqual(['before.txt', 'silent.txt', 'told.txt'])
  })

  test('ACPG2: a mode counts only where the agent does not say that it is in another one, and one that it tells as an option is read back', async () => {
    const said = async (flags: string) => {
      const { voice } = await opened({ sandbox: false, flags })
      return voice.say(prompt('Speak.'), grants(read))
    }
    await expect(said('stays')).rejects.toMatchObject({ code: 'UNGUARDED' })
    await expect(said('mode-option,stuck')).rejects.toMatchObject({ code: 'UNGUARDED' })
    expect(fake.requests).toEqual([])
    expect(await said('mode-option')).toMatchObject({ text: 'Yes.', guard: 'mode' })
  })

  test('ACPG2: an agent that leaves its mode is stopped', async () => {
    const { voice } = await opened({ sandbox: false })
    doing({ name: 'own_mode' }, { name: 'own_hang' })
    expect((await failing(voice.say(prompt('Go.'), grants(read)))).message).toBe('tester left the mode plan.')
  })

  test('our tools are known by the names and titles that agents give them, and nothing else is', () => {
    expect(nameOf({ title: 'read_file (parley_tools MCP Server)' })).toBe('parley_tools.read_file')
    expect(nameOf({ name: 'mcp__parley_tools__read_file', title: 'x' })).toBe('mcp__parley_tools__read_file')
    for (const title of ['rm -rf / (parley_tools MCP Server)', 'a (parley_tools MCP Server) b', 'two words'])
      expect(nameOf({ title })).toBeUndefined()
  })

  test('a tool of the agent’s own is refused by kind, and what acts is never taken for one of ours', async () => {
    const { voice, cwd } = await opened({ sandbox: false })
    const asks = { asks: true }
    doing(
      { name: 'own_write', input: { ...asks, path: 'a' } },
      { name: 'own_shell', input: { ...asks, path: 'b' } },
      { name: 'own_shell', input: { ...asks, path: 'c', title: 'mcp__parley_tools__read_file' } },
      { name: 'own_write', input: { ...asks, path: 'd', kind: 'other' } },
    )
    const reply = await voice.say(prompt('Go.'), grants(read, { tools: [fakeTool('read_file', 'text')] }))
    expect(reply.text.match(/reject_once/g)).toHaveLength(4)
    expect(reply.text).not.toContain('allow_always')
    expect(readdirSync(cwd)).toEqual([])
    doing({ name: 'own_shell', input: { ...asks, path: 'e' } })
    const working = await voice.say(prompt('Go.'), grants({ kind: 'work', root: '.' }))
    expect(working.text).toContain('reject_once')
  })
})

describe('a session', () => {
  const history = [{ prompt: 'Which day?', reply: 'Monday.' }]
  async function twice(flags: string, between: (reply: Reply) => Partial<Room>): Promise<readonly string[]> {
    const { voice, cwd } = await opened({ flags })
    fake.answer(() => 'Monday.')
    const reply = await voice.say(prompt('Which day?'), grants(read))
    await voice.close()
    const { voice: later } = await opened({
      flags,
      room: { cwd, history, session: reply.session!, ...between(reply) },
    })
    fake.answer(() => 'Still.')
    await later.say(prompt('Sure?'), grants(read))
    await later.say(prompt('Quite?'), grants(read))
    return fake.requests.at(-1)!.messages.map(({ role, text }) => `${role}: ${text}`)
  }

  test.each(['', 'no-resume,loads'])(
    'is gone on with in another process (%s): later prompts say only what is new',
    async (flags) => {
      const [first, ...rest] = await twice(flags, () => ({}))
      expect(first).toMatch(/^user: # Who you are here\n[\s\S]*# You are asked now\n\nWhich day\?$/)
      expect(rest).toEqual([
        'assistant: Monday.',
        'user: # You are asked now\n\nSure?',
        'assistant: Still.',
        'user: # You are asked now\n\nQuite?',
      ])
    },
  )

  test.each([
    ['the agent has forgotten it', 'forgets', {}],
    ['the agent reopens none', 'no-resume', {}],
    [
      'its last reply is not the one on record',
      '',
      { history: [{ prompt: 'Which day?', reply: 'Tuesday.' }] },
    ],
    ['it is another agent’s', '', { session: 'acp:other:s-1' }],
  ])('MARK2: is begun anew with what was said when %s', async (_, flags, more) => {
    const messages = await twice(flags, () => more)
    expect(messages).toHaveLength(3)
    expect(messages[0]).toMatch(/# You were asked\n\nWhich day\?\n\n# You answered\n\n(Mon|Tues)day\./)
  })

  test('MARK1: that heard a prompt without a recorded reply is never gone on with: its mark is left by a cancel', async () => {
    const { voice, cwd } = await opened()
    fake.answer(() => 'Monday.')
    const { session } = await voice.say(prompt('Which day?'), grants(read))
    const before = readdirSync(join(home, 'acp', 'open')).length
    fake.answer(() => ({ text: 'Well, ', hang: true }))
    const stop = new AbortController()
    const said = voice.say(prompt('Sure?'), grants(read, { signal: stop.signal, onText: () => stop.abort() }))
    expect(await failing(said)).toMatchObject({
      kind: 'interrupted',
      partial: expect.stringMatching(/^We/),
    })
    expect(readdirSync(join(home, 'acp', 'open'))).toHaveLength(before + 1)
    await voice.close()
    fake.answer(() => 'Yes.')
    const { voice: later } = await opened({ room: { cwd, history, session: session! } })
    const reply = await later.say(prompt('Sure?'), grants(read))
    expect(reply.session).not.toBe(session)
    expect(fake.requests.at(-1)!.messages).toHaveLength(1)
    rmSync(join(home, 'acp', 'open'), { recursive: true })
  })

  test('a model is chosen by name; one that the agent has not is refused with those it has', async () => {
    const { voice } = await opened({ model: 'large' })
    expect((await voice.say(prompt('Go.'), grants(read))).model).toBe('large')
    const { voice: wrong } = await opened({ model: 'huge' })
    await expect(wrong.say(prompt('Go.'), grants(read))).rejects.toMatchObject({
      code: 'USAGE',
      hint: expect.stringContaining('small, large'),
    })
  })
})

describe('what is heard', () => {
  test('warnings are notices, never words of the seat', async () => {
    const notices: string[] = []
    const { voice } = await opened()
    fake.answer((request) =>
      isAfterTools(request)
        ? 'Monday.'
        : {
            text: 'Let me see.',
            toolCalls: [
              { name: 'own_warn', input: { text: 'quota is low' } },
              { name: 'own_murmur', input: { text: 'a warning in the text' } },
            ],
          },
    )
    const reply = await voice.say(
      prompt('When?'),
      grants(read, { onNotice: (text) => void notices.push(text) }),
    )
    expect(notices).toEqual(['A warning: quota is low', 'a warning in the text'])
    expect([reply.aside, reply.text].filter(Boolean).join('|')).toBe(
      'Let me see.|Monday.'.replace('|', reply.aside ? '|' : '\n\n'),
    )
  })

  test('an agent that names no message is heard as well, and streamed from its second reply on', async () => {
    const { voice } = await opened({ flags: 'nameless' })
    const pieces: string[] = []
    fake.answer(() => ({ deltas: ['One ', 'two.'] }))
    const say = () =>
      voice.say(prompt('Count.'), grants(read, { onText: (piece) => void pieces.push(piece) }))
    expect((await say()).text).toBe('One two.')
    expect((await say()).text).toBe('One two.')
    expect(pieces).toEqual(['One two.', 'One ', 'two.'])
  })

  test('an agent that says far too much or uses too many tools is stopped, and what it said is the reply', async () => {
    const notices: string[] = []
    const { voice } = await opened()
    fake.answer(() => ({ deltas: ['word '.repeat(500), 'word '.repeat(500), 'more '], hang: true }))
    const reply = await voice.say(
      prompt('Go.'),
      grants(read, { maxOutput: 100, onNotice: (text) => void notices.push(text) }),
    )
    expect(reply.text).toMatch(/^word /)
    expect(reply.session).toBeUndefined()
    expect(notices.join()).toMatch(/was stopped: it had said twice as much/)
  })

  test('`@path` pulls no file in: another seat’s words cannot read one', async () => {
    const { voice } = await opened()
    await voice.say(prompt('Look at @/etc/hostname and @src/a.ts, ada@b.'), grants(read))
    expect(everything(fake.requests[0]!)).toContain('@\u2060/etc/hostname and @\u2060src/a.ts, ada@\u2060b')
  })

  test('a tool outside the grant of the call is an error to the agent, and nothing runs', async () => {
    const tool = fakeTool('read_file', 'text')
    const { voice } = await opened()
    await voice.say(prompt('Go.'), grants(read, { tools: [tool] }))
    doing({ name: 'read_file', input: { path: 'a' } })
    const reply = await voice.say(prompt('Go on.'), grants(read))
    expect(reply.text).toContain('not granted for this call')
    expect(tool.inputs).toEqual([])
  })
})

describe('a failure', () => {
  test.each([
    ['login', /^tester wants a login\. Log in with: test-agent login/],
    ['old', /speaks version 0 of ACP, not 1/],
    ['dies', /tester ended with 137: no licence found/],
  ])('%s is told with the way out', async (flags, words) => {
    const { voice } = await opened({ flags })
    expect((await failing(voice.say(prompt('Go.'), grants(read)))).message).toMatch(words)
  })

  test('an agent that dies in a turn fails it, and the next call starts it anew with what was said', async () => {
    const { voice } = await opened()
    fake.answer(() => 'Monday.')
    await voice.say(prompt('Which day?'), grants(read))
    doing({ name: 'own_die' })
    expect(await failing(voice.say(prompt('Go.'), grants(read)))).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/tester ended with 137/),
    })
    fake.answer(() => 'Back.')
    expect((await voice.say(prompt('Again.'), grants(read))).text).toBe('Back.')
    expect(everything(fake.requests.at(-1)!)).toContain('Monday.')
  })

  test('a rate limit is one, and a message over 8 MB ends the process', async () => {
    const { voice } = await opened()
    fake.answer(() => ({ status: 429, error: 'slow down' }))
    expect((await failing(voice.say(prompt('Go.'), grants(read)))).kind).toBe('rate-limited')
    doing({ name: 'own_flood' })
    expect((await failing(voice.say(prompt('Go.'), grants(read)))).message).toMatch(
      /tester sent a message of more than 8 MB/,
    )
  })

  test('a program that is not there is named with how to get it, before anything is opened', async () => {
    const agent = { ...ofArgv(['no-such-agent-here']), install: 'npm install -g it' }
    const backend = acp({ agent, env: { PATH: process.env['PATH'] }, home, sandbox: true, secretFiles: [] })
    expect(await backend.check()).toEqual({
      ready: false,
      detail: 'acp:no-such-agent-here needs the program no-such-agent-here. Install it: npm install -g it',
    })
  })

  test('an agent that does not end when it is told to is ended, and nothing is left running', async () => {
    const { voice, cwd } = await opened({ flags: 'stubborn', sandbox: false })
    fake.answer(() => ({ text: 'Well, ', toolCalls: [{ name: 'own_hang', input: {} }] }))
    const stop = new AbortController()
    const said = voice.say(prompt('Go.'), grants(read, { signal: stop.signal, onText: () => stop.abort() }))
    expect((await failing(said)).kind).toBe('interrupted')
    const left = readdirSync('/proc').filter(
      (pid) => /^\d+$/.test(pid) && isRunning(Number(pid)) && cwdOf(pid) === cwd,
    )
    expect(left).toEqual([])
  })
})

function cwdOf(pid: string): string {
  try {
    return realpathSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}
