// MCP: how soon a host sees the tools, against starting node and doing nothing at all; and what one turn costs that a host speaks, against one of prepared words.

import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { serverParts } from './_server.js'
import { cpu, inFolder, ms, opened, procedure, root, seat, words } from './_support.js'

const rounds = 3
const starts = 10
const parley = path.join(root, 'bin', 'parley.js')

export async function measure() {
  return inFolder(async (folder) => {
    spawnSync('git', ['init', '--quiet', folder])
    const nothing = []
    const tools = []
    for (let round = 0; round < rounds; round++) {
      nothing.push(spent(folder, ['-e', '0']))
      tools.push(spent(folder, [parley, 'mcp'], 'parley_next'))
    }
    const [bare, ours] = [Math.min(...nothing), Math.min(...tools)]
    return [
      {
        what: 'the tools of `parley mcp` are listed, against `node -e 0`',
        ratio: ours / bare,
        bar: 10,
        detail: `${ms(ours)} and ${ms(bare)} of processor`,
      },
      await waited(folder),
      await turns(),
    ]
  })
}

/** By the clock: from the start of the process to its answer. The least of many, since others use the machine too. */
async function waited(cwd) {
  const took = { nothing: [], tools: [] }
  for (let start = 0; start < starts; start++) {
    took.nothing.push(await until(cwd, ['-e', '0']))
    took.tools.push(await until(cwd, [parley, 'mcp'], 'parley_next'))
  }
  const [ours, bare] = [Math.min(...took.tools), Math.min(...took.nothing)]
  return {
    what: 'a host waits for the tools of `parley mcp`, against `node -e 0`',
    ratio: ours / bare,
    bar: 10,
    detail: `${ms(ours)} and ${ms(bare)} by the clock`,
  }
}

/** Milliseconds until the process has said this, or has ended where nothing is expected. */
function until(cwd, args, expected) {
  const from = performance.now()
  return new Promise((resolve, reject) => {
    const env = { ...process.env, PARLEY_HOME: path.join(cwd, 'home') }
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] })
    let said = ''
    let at
    child.stdout.on('data', (piece) => {
      said += piece
      if (at !== undefined || expected === undefined || !said.includes(expected) || !said.endsWith('\n'))
        return
      at = performance.now() - from
      child.stdin.end()
    })
    child.on('error', reject)
    child.on('exit', () => resolve(at ?? performance.now() - from))
    if (expected === undefined) child.stdin.end()
    else child.stdin.write(asked.map((message) => `${JSON.stringify(message)}\n`).join(''))
  })
}

const asked = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
  },
  { jsonrpc: '2.0', id: 2, method: 'tools/list' },
]

/** Processor time of a process that is asked for its tools and then ends. The shell adds up what its children took. */
function spent(cwd, args, expected = '') {
  const env = { ...process.env, PARLEY_HOME: path.join(cwd, 'home') }
  const file = path.join(cwd, 'asked.jsonl')
  fs.writeFileSync(file, asked.map((message) => `${JSON.stringify(message)}\n`).join(''))
  const loop = `for i in $(seq ${starts}); do "$@" < ${file} || exit 1; done; times`
  const run = spawnSync('sh', ['-c', loop, 'sh', process.execPath, ...args], { cwd, env, encoding: 'utf8' })
  if (run.status !== 0 || !run.stdout.includes(expected)) throw new Error(`${args.join(' ')}: ${run.stderr}`)
  const children = run.stdout.trim().split('\n').at(-1) ?? ''
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)]
  return parts.reduce((sum, [, m, s]) => sum + Number(m) * 60_000 + Number(s) * 1000, 0) / starts
}

const count = 300

/** A meeting of so many turns, each spoken by a host or by a voice that says a prepared text at once, as a script does. */
async function turns() {
  const { host, HostCalls } = await serverParts()
  const held = (more) =>
    inFolder(async (folder) => {
      const protocol = procedure(async (meeting) => {
        for (let nth = 0; nth < count; nth++)
          await meeting.speak(
            seat('ada'),
            { system: 'Be brief.', full: 'Begin.', since: `Go on with ${nth}.` },
            { id: 'turn' },
          )
      })
      const { hold } = await opened(folder, protocol)
      const before = cpu()
      const ending = await hold(more)
      if (ending.kind !== 'concluded') throw ending.error
      return cpu() - before
    })
  const hosted = () => {
    const calls = new HostCalls()
    const by = { speaker: 'bench', isolation: 'alone' }
    calls.listen(() => {
      for (const { id } of calls.waiting('m-1')) queueMicrotask(() => calls.say(id, { text: words, ...by }))
    })
    return held({ backendFor: async () => host(calls) })
  }
  const took = { host: [], script: [] }
  for (let round = 0; round < rounds; round++) {
    took.script.push(await held())
    took.host.push(await hosted())
  }
  const [ours, script] = [Math.min(...took.host), Math.min(...took.script)]
  return {
    what: 'one turn of a host, against one whose words are prepared',
    ratio: ours / script,
    bar: 5,
    detail: `${ms(ours / count)} and ${ms(script / count)} of processor`,
  }
}
