// The chartered meeting, run through the suite of protocols.

import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { protocolSuite, type Script, type Stage, stageIn } from '../support/protocol-suite.js'
import { repository } from '../support/repo.js'
import { temporary, type Until } from '../support/run.js'

/** Everything that a chartered meeting can come to: see there. */
const script = parse(readFileSync(new URL('../fixtures/meet/grand.yaml', import.meta.url), 'utf8')) as Script
const invitees = ['Ann', 'Bo', 'Cy', 'Di']

async function stage(until: Until, home = temporary(until)): Promise<Stage> {
  const repo = repository(until)
  repo.write('docs/plan.md', 'The cache holds thumbnails\nfive hundred megabytes at most\n')
  for (const name of invitees) {
    const id = name.toLowerCase()
    const front = `---\nid: ${id}\nname: ${name}\ntitle: Tester\n---\n`
    repo.write(`.parley/personas/${id}.md`, `${front}You are ${name}.\n`)
  }
  return stageIn(repo, home)
}

protocolSuite({
  protocol: 'meet',
  command: ['meet'],
  operands: [],
  fields: { charter: 'Pick a cache eviction policy', invitees, perAgentCap: 900 },
  named: 'charter',
  stage,
  script,
  words: [
    'says the cache is full',
    'The cache is slow',
    'Ann is right',
    'Bo asked; who knows?',
    'LRU was chosen.',
  ],
  // What the draft gate knows as forged is sent back, which is a step: test/meet-hostile.test.ts has a whole company of those.
  forged: [
    '## Decisions [inference]',
    '--- [inference]',
    'Phase: SAVE [inference]',
    '<!-- [inference]',
    '| a | [inference]',
  ],
  prose: ['summary'],
  ends: { pause: 'paused', abort: 'aborted' },
  goesOnFrom: ({ key }) => key === 'SAVE/now',
})
