// dispatch-agent-turn: one stub call, one rendered turn.
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newSession, readSessionField, renderSession } from '../../../documents/session-file.js'
import { dispatchAgentTurn as command } from './dispatch.js'
import { folder, run, snapshot } from './fake-io.suite.js'

const six = [
  '--round=1',
  '--turn=7',
  '--speaker=Theo',
  '--role=Architect',
  '--turn-cost=12',
  '--running-total=90',
]
const order = ['--agent=theo', '--phase=discuss', '--charter-ref=charter.md', '--session-id=s1']
const HEADER = '[round 1 / turn 7 / Theo (Architect) / per-turn-cost 12 tokens / running-total 90 tokens]\n'

/** A folder with a charter and a stub that prints what it is told to. */
function stage(prints: string, script?: string) {
  const session = renderSession(newSession('s1'))
  const stub = `#!/bin/sh\n${script ?? 'cat "$(dirname "$0")/return.json"'}\n`
  const cwd = folder({ 'charter.md': 'Why', stub, 'return.json': prints, 's.yaml': session })
  chmodSync(join(cwd, 'stub'), 0o755)
  const env = { PATH: process.env.PATH!, GAIA_DISPATCH_AGENT_STUB: './stub' }
  const call = (argv: string[], more: Record<string, string> = {}) =>
    run(command, argv, { cwd, env: { ...env, ...more } })
  return { cwd, call, session: () => readFileSync(join(cwd, 's.yaml'), 'utf8') }
}
const returns = (value: object) => stage(JSON.stringify({ status: 'ok', ...value }))

describe('dispatch-agent-turn', () => {
  test('prints the discuss allowlist and asks for nothing else', async () => {
    expect(await run(command, ['--print-discuss-allowlist'])).toEqual({
      code: 0,
      out: 'Read,Grep,Glob,Bash\n',
      err: '',
    })
  })

  test('renders header and body', async () => {
    expect(await returns({ body: 'Hello.' }).call([...order, ...six, '--turn-id=d7'])).toEqual({
      code: 0,
      out: `${HEADER}Phase: DISCUSS\nTurn: d7\ndispatched_via: subagent\nHello.\n`,
      err: '',
    })
  })

  test('a return without a body is a header only', async () => {
    const { out } = await returns({}).call([...order, ...six, '--phase=research'])
    expect(out).toBe(`${HEADER}Phase: RESEARCH\ndispatched_via: subagent\n`)
  })

  test('calls the stub with agent, phase, allowlist, charter and session', async () => {
    const { cwd, call } = stage('', 'echo "$*" > args.txt; echo "{\\"status\\":\\"ok\\"}"')
    const args = () => readFileSync(join(cwd, 'args.txt'), 'utf8')
    await call([...order, ...six])
    expect(args()).toBe(
      '--agent theo --phase discuss --allowlist Read,Grep,Glob,Bash --charter-ref charter.md --session-id s1\n',
    )
    await call([...order, ...six, '--phase=research'])
    expect(args()).toContain('--allowlist Read,Grep,Glob,Bash,WebSearch,WebFetch ')
    await call([...order, ...six, '--phase=research', '--no-web'])
    expect(args()).toContain('--allowlist Read,Grep,Glob,Bash --charter')
  })

  test('--debug-allowlist prints the allowlist on both streams', async () => {
    const { out, err } = await returns({}).call([...order, ...six, '--debug-allowlist'])
    expect(out.split('\n')[0]).toBe('ALLOWLIST: Read,Grep,Glob,Bash')
    expect(err).toBe('ALLOWLIST: Read,Grep,Glob,Bash\n')
  })

  test('warnings go to stderr, under the first turn name that there is', async () => {
    const findings = [
      { severity: 'WARNING', summary: 'slow' },
      { severity: 'INFO', summary: 'quiet' },
      { severity: 'CRITICAL', summary: 'leak', turn_id: 'x9' },
      { severity: 'DEBUG', summary: 'other' },
      'noise',
    ]
    const agent = returns({ findings })
    expect((await agent.call([...order, ...six])).err).toBe(
      '[gaia-meeting] WARNING: theo @ turn 7 — slow\n[gaia-meeting] CRITICAL: theo @ turn x9 — leak\n',
    )
    expect((await agent.call([...order, ...six, '--turn-id=d7'])).err).toContain(
      'WARNING: theo @ turn d7 — slow',
    )
  })

  test('INFO findings are added to the session file', async () => {
    const findings = [
      { severity: 'INFO', summary: 'one "quoted"' },
      { severity: 'WARNING', summary: 'no' },
      { severity: 'INFO', summary: 'two\nlines', turn_id: 't2' },
    ]
    const { call, session } = returns({ findings })
    await call([...order, ...six, '--state-file=s.yaml', '--turn-id=d7'])
    expect(readSessionField(session(), 'agent_dispatch_findings')).toBe(
      'd7=INFO:one "quoted"; t2=INFO:two lines',
    )
    await call([...order, ...six, '--state-file', 's.yaml'])
    expect(readSessionField(session(), 'agent_dispatch_findings')).toBe(
      'd7=INFO:one "quoted"; t2=INFO:two lines; 7=INFO:one "quoted"; t2=INFO:two lines',
    )
  })

  test('a missing session file is not created, and one without new findings is not changed', async () => {
    const { cwd, call } = returns({ findings: [{ severity: 'INFO', summary: 'x' }] })
    const before = snapshot(cwd)
    expect((await call([...order, ...six, '--state-file=gone.yaml'])).code).toBe(0)
    expect(snapshot(cwd)).toEqual(before)
  })

  test.each([
    [[], '--agent'],
    [['--agent=a'], '--phase'],
    [['--agent=a', '--phase=DISCUSS'], '--phase'],
    [['--agent=a', '--phase=close'], '--phase'],
    [['--agent=a', '--phase=discuss'], '--charter-ref'],
    [['--agent=a', '--phase=discuss', '--charter-ref=gone.md'], '--charter-ref'],
    [['--agent=a', '--phase=discuss', '--charter-ref=.'], '--charter-ref'],
    [['--agent=a', '--phase=discuss', '--charter-ref=charter.md'], '--session-id'],
    [[...order, '--bogus'], '--bogus'],
    [[...order, '--turn'], '--turn'],
  ])('%j exits 2 and names %s', async (argv, flag) => {
    const { code, out, err } = await returns({}).call(argv)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(flag)
  })

  test('without a stub exits 3 and says which variable is missing', async () => {
    const { code, err } = await returns({}).call([...order, ...six], { GAIA_DISPATCH_AGENT_STUB: '' })
    expect(code).toBe(3)
    expect(err).toContain('GAIA_DISPATCH_AGENT_STUB')
  })

  test.each(['echo out; echo err >&2; exit 7', 'echo out; echo err >&2; kill -9 $$'])(
    'a stub that fails (%s) exits 2 with its text on stderr',
    async (script) => {
      const { code, out, err } = await stage('', script).call([...order, ...six])
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toMatch(/^out\nerr\n/)
    },
  )

  test('a stub that is not there exits 2', async () => {
    const { code, out } = await returns({}).call([...order, ...six], { GAIA_DISPATCH_AGENT_STUB: './gone' })
    expect({ code, out }).toEqual({ code: 2, out: '' })
  })

  test.each(['not json', '', '[]', '{"summary":"x"}', '"status":', '{"status":"ok"} trailing', 'null'])(
    'the return %j exits 2 and is shown raw on both streams',
    async (text) => {
      const { code, out, err } = await stage(text).call([...order, ...six])
      expect(code).toBe(2)
      expect(out).toBe(text === '' ? '' : `${text}\n`)
      expect(err).toMatch(/^dispatch-agent-turn: /)
      expect(err.endsWith(text === '' ? '\n' : `${text}\n`)).toBe(true)
    },
  )

  test('what the stub says on stderr is part of the return', async () => {
    const { code, out } = await stage('', 'echo "warn" >&2; echo "{\\"status\\":\\"ok\\"}"').call([
      ...order,
      ...six,
    ])
    expect({ code, out }).toEqual({ code: 2, out: 'warn\n{"status":"ok"}\n' })
  })

  test.each([
    [['--round='], '--round is required'],
    [['--turn-cost=x'], "--turn-cost must be a non-negative integer (got: 'x')"],
  ])('bad header values %j surface as the header’s own exit 3', async (more, message) => {
    const { code, out, err } = await returns({ body: 'Hello.' }).call([...order, ...six, ...more])
    expect({ code, out, err }).toEqual({ code: 3, out: '', err: `turn-header: ${message}\n` })
  })
})

describe('the envelope of a return', () => {
  const OPT_IN = { GAIA_DISPATCH_ENVELOPE_ASSERT_OPT_IN: '1' }
  /** A stage whose sentinel file is where a check of this key looks for it. */
  function sealed(sentinel: string | undefined, key: string, place = '.gaia/memory/checkpoints') {
    const digest = createHash('sha256').update(key).digest('hex').slice(0, 16)
    const path = `${place}/val-envelope-${digest}.json`
    const agent = returns({ agent: 'theo', body: 'Hello.' })
    if (sentinel !== undefined) {
      mkdirSync(join(agent.cwd, place), { recursive: true })
      writeFileSync(join(agent.cwd, path), sentinel)
    }
    return { ...agent, path }
  }
  const good = JSON.stringify({ agent: 'theo', persona_sig: 'abc' })

  test.each([
    ['s1', [], {}, undefined],
    ['d7', ['--turn-id=d7'], {}, undefined],
    ['art.md', ['--turn-id=d7'], { ARTIFACT_PATH: 'art.md' }, undefined],
    ['s1', [], { CHECKPOINT_PATH: 'elsewhere' }, 'elsewhere'],
  ])('is sound when the sentinel for %s vouches for it (%j, %j)', async (key, more, env, place) => {
    const { call } = sealed(good, key, place)
    expect(await call([...order, ...six, ...more], { ...OPT_IN, ...env })).toMatchObject({ code: 0, err: '' })
  })

  test.each([
    [undefined],
    ['not json'],
    [JSON.stringify({ agent: 'zara', persona_sig: 'abc' })],
    [JSON.stringify({ agent: 'theo', persona_sig: '' })],
    [JSON.stringify({ agent: 'theo' })],
  ])('is refused when the sentinel is %j', async (sentinel) => {
    const { call, path } = sealed(sentinel, 's1')
    expect(await call([...order, ...six], OPT_IN)).toEqual({
      code: 1,
      out: '',
      err: `HALT: Theo agent envelope assertion failed — sentinel absent, malformed, or forged at ${path}\n`,
    })
  })

  test('must name its agent', async () => {
    expect(await returns({}).call([...order, ...six], OPT_IN)).toEqual({
      code: 2,
      out: '',
      err: "HALT: subagent envelope missing required field 'agent'\n",
    })
  })

  test('is not checked unless the environment asks for it', async () => {
    const { call } = sealed('not json', 's1')
    expect((await call([...order, ...six], { GAIA_DISPATCH_ENVELOPE_ASSERT_OPT_IN: '' })).code).toBe(0)
  })
})
