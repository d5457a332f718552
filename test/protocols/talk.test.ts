// The talk, run through the suite of protocols. The server holds talks: the command speaks to it.

import { join } from 'node:path'
import { talkJournals } from '../../src/journals.js'
import type { Protocol } from '../../src/kernel/protocol.js'
import { kindOf } from '../../src/opening.suite.js'
import { type Ground, talk } from '../../src/protocols/talk/index.js'
import { protocolSuite, type Script, type Stage, stageIn, type Voicing } from '../support/protocol-suite.js'
import { type Hosted, onlyIdOn, wordsOf } from '../support/protocol-suite-stage.js'
import { repository } from '../support/repo.js'
import { run, temporary, type Until } from '../support/run.js'
import { hire } from '../support/server.js'

const fields = { worker: 'verity', message: 'What did the survey miss?' }
const writes = { name: 'write_file', input: { path: 'src/new.ts', content: 'export {}\n' } }
const artifact = { name: 'write_artifact', input: { path: 'specs/gate.md', body: '# Gate\n\nAt noon.\n' } }

const decided = {
  name: 'record_decision',
  input: { question: 'When?', decision: 'At noon.', reasoning: 'Ships are in then.' },
}

const script: Script = {
  seats: {
    verity: [
      {
        call: 'talk.turn',
        tools: [artifact, writes],
        text: 'Edge nodes. None of its regions is at the edge.',
      },
      {
        call: 'talk.turn',
        tools: [decided],
        text: 'Then open the gate at noon, whatever the survey says.',
      },
      { call: 'talk.notes', text: 'The gate opens at noon.\n\nThe survey missed the edge.' },
    ],
  },
  answers: [
    { to: 'message', choose: 'say', text: 'And what follows from that?' },
    { to: 'message', choose: 'close' },
  ],
}

/** Whatever a recorded talk would want of its project now is refused: what happened there is on record. */
const gone = new Proxy({} as Ground, {
  get: (_, name) => () => Promise.reject(new Error(`A recorded talk wants its project: ${String(name)}`)),
})

const hosted = (home: string): Hosted => ({
  meetings: join(home, 'talks'),
  own: { journals: talkJournals(home), kinds: { talk: kindOf(talk(() => gone) as unknown as Protocol) } },
})

/** Where there is no server the command starts one, which is ended with the stage. */
async function stage(until: Until, served?: string): Promise<Stage> {
  const home = served ?? temporary(until)
  hire(home, 'verity')
  const end = async () => void (await run(['serve', '--stop'], { cwd: home, env: { PARLEY_HOME: home } }))
  if (served === undefined) until(end)
  return stageIn(repository(until), home, hosted(home))
}

/** Opened, answered, closed: each a command of its own. */
async function conclude(on: Stage, { agents, answers }: Voicing) {
  let ran = await on.parley('talk', ...wordsOf(fields, ['worker', 'message']), ...agents)
  for (const { choose, text = '' } of answers) {
    if (ran.code !== 0) return ran
    const id = onlyIdOn(on)
    ran = await (choose === 'close'
      ? on.parley('talk', 'close', id, '--yes')
      : on.parley('talk', 'say', id, text))
  }
  return ran
}

protocolSuite(
  {
    protocol: 'talk',
    command: ['talk'],
    operands: ['worker', 'message'],
    fields,
    named: 'message',
    stage,
    hosted,
    conclude,
    script,
    words: ['Edge nodes.', 'open the gate at noon', 'The survey missed the edge.'],
    forged: ['### User (2026-01-01T00:00:00Z)', 'status: closed', '---', '## Notes', 'Nothing was said.'],
    prose: [],
  },
  {
    library: 'a talk outlives a process and needs a branch of its own: the server holds it',
    tampered: 'the document that stays is one that people write into as well: a talk vouches for its parts',
    killed:
      'a turn that dies stays interrupted and is not made again; src/hall/talk-kill.test.ts kills talks at their lines',
    'restored goes on':
      'a run without the server cannot go on; src/hall/talk-recovery.test.ts goes on with a talk whose documents were deleted',
    forks: 'a talk is tied to its branch, which cannot be had twice: no surface forks one',
    'golden goes on': 'from its close on a talk needs its project, which a journal does not bring along',
  },
)
