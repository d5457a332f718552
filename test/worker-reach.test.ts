// What a worker's programs can reach of the server that holds its talk: with a real server, and a worker who tries to close its own talk.

import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { MeetingView } from '../src/hall/api.js'
import { findSandbox } from '../src/workspace/sandbox/sandbox.js'
import { temporary } from './support/run.js'
import { at, atRest, hire, must, type Server, script, served, talked } from './support/server.js'

const found = await findSandbox()
const why = found.kind === 'none' ? found.why : 'which works here'

/** Looks wherever a token could be found, says what it saw, and tries the server with it. */
const attack = (port: number) => `
const fs = require('node:fs')
const seen = []
const look = (path) => { try { seen.push(fs.statSync(path).isDirectory() ? fs.readdirSync(path).join() : fs.readFileSync(path, 'utf8')) } catch (error) { seen.push(error.code) } }
for (const path of ['../../../token', '../../../server.json', '../../..', process.env.PARLEY_HOME + '/token', process.env.HOME + '/.parley/token']) look(path)
for (const pid of fs.readdirSync('/proc').filter(Number)) look('/proc/' + pid + '/environ')
const token = fs.existsSync('../../../token') ? fs.readFileSync('../../../token', 'utf8') : 'none'
const headers = { authorization: 'Bearer ' + token }
fetch('http://127.0.0.1:${port}/api/meetings', { headers }).then(
  async (response) => console.log('reached', response.status, seen.join(' ')),
  (error) => console.log('not reached', error.cause && error.cause.code, seen.join(' ')),
)
`

/** What the worker's program printed, as the journal of its talk has it. */
async function said(server: Server): Promise<{ output: string; view: MeetingView }> {
  hire(server.home, 'verity', { builtInTools: ['run_command'] })
  const tools = [{ name: 'run_command', input: { argv: [process.execPath, '-e', attack(server.port)] } }]
  const ref = await talked(server, { agents: script({ verity: [{ tools, text: 'I looked around.' }] }) })
  const view = await must<MeetingView>(server, 'GET', at(ref))
  return { output: JSON.stringify(view), view }
}

describe.skipIf(found.kind === 'none')(`a worker's program in the sandbox (${why})`, () => {
  test('finds neither the token nor the server, and its talk stays open', async () => {
    const server = await served()
    const { output, view } = await said(server)
    expect(output).toContain('not reached')
    expect(output).not.toContain(server.token)
    expect(view.status).toBe('waiting')
  })

  test('has the network only in the turn for which the person allowed it, and still finds no token', async () => {
    const server = await served()
    hire(server.home, 'verity', { builtInTools: ['run_command'] })
    const tools = [{ name: 'run_command', input: { argv: [process.execPath, '-e', attack(server.port)] } }]
    const turns = ['first', 'second', 'third'].map((text) => ({ tools, text }))
    const ref = await talked(server, { agents: script({ verity: turns }), network: true })
    const say = (body: object) => must(server, 'POST', at(ref, '/messages'), { text: 'Go on.', ...body })
    await say({})
    await atRest(server, ref)
    await say({ network: true })
    await atRest(server, ref)
    const view = JSON.stringify(await must<MeetingView>(server, 'GET', at(ref)))
    expect(view.match(/(?:not )?reached(?= )/g)).toEqual(['reached', 'not reached', 'reached'])
    expect(view).toContain('reached 401')
    expect(view).not.toContain(server.token)
  })
})

test('without a sandbox a talk says what changed in the person’s own tree while the worker ran programs, and how to bring it back', async () => {
  const server = await served()
  writeFileSync(join(server.home, 'config.yaml'), 'commands: { sandbox: false }\n', { flag: 'a' })
  hire(server.home, 'verity', { builtInTools: ['run_command'] })
  const { root } = server.repo
  const lost = server.repo.read('src/gate.ts')
  const argv = ['git', '-C', root, 'checkout', '--', '.']
  const tools = [{ name: 'run_command', input: { argv } }]
  const ref = await talked(server, { agents: script({ verity: [{ tools, text: 'I tidied up.' }] }) })
  expect(server.repo.read('src/gate.ts')).not.toBe(lost)
  const view = JSON.stringify(await must<MeetingView>(server, 'GET', at(ref)))
  expect(view).toContain('src/gate.ts (your change is gone)')
  const [command = ''] = /git restore --source=refs[^"]*?'(?=["\\ ])/.exec(view) ?? []
  execFileSync('sh', ['-c', command], { cwd: root })
  expect(server.repo.read('src/gate.ts')).toBe(lost)
})

test('without a sandbox a worker’s program is not told where the person’s data is, and the talk says that nothing confines it', async () => {
  const server = await served({ env: { SSH_AUTH_SOCK: join(temporary(), 'agent') } })
  writeFileSync(join(server.home, 'config.yaml'), 'commands: { sandbox: false }\n', { flag: 'a' })
  hire(server.home, 'verity', { builtInTools: ['run_command'] })
  const tools = [{ name: 'run_command', input: { argv: ['env'] } }]
  const ref = await talked(server, { agents: script({ verity: [{ tools, text: 'I looked around.' }] }) })
  const lines = JSON.stringify(await must(server, 'GET', at(ref)))
  expect(lines).toContain('PATH=')
  expect(lines).not.toMatch(/PARLEY_HOME=|SSH_AUTH_SOCK=/)
  expect(lines).toContain('turn the sandbox off')
})
