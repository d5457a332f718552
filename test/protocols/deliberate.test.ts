// The deliberation, a standard session with its export to GitHub, run through the suite of protocols: so it is killed at lines of every
// kind, and ended at every line in process, from its opening to its last issue.

import { afterAll, beforeAll } from 'vitest'
import { gitHubOfEachFolder } from '../support/github.js'
import {
  groveAudit,
  groveIdea,
  groveMeeting,
  groveOnward,
  groveScript,
  plantGrove,
} from '../support/grove.js'
import { protocolSuite, type Stage, stageIn } from '../support/protocol-suite.js'
import { repository } from '../support/repo.js'
import { temporary, type Until, untilFileEnds } from '../support/run.js'

const until = untilFileEnds()
const { HOME, PATH } = process.env

// Sessions are published by the person's `gh`: in this process, too, none of that is the machine's.
beforeAll(() => {
  Object.assign(process.env, gitHubOfEachFolder(), { HOME: temporary(until) })
})
afterAll(() => {
  Object.assign(process.env, { HOME, PATH })
})

async function stage(ends: Until, home = temporary(ends)): Promise<Stage> {
  const repo = repository(ends)
  plantGrove(repo)
  return stageIn(repo, home)
}

protocolSuite(
  {
    protocol: 'deliberate',
    command: ['deliberate'],
    operands: ['idea'],
    fields: { idea: groveIdea, theme: 'grove' },
    named: 'idea',
    stage,
    script: groveScript,
    alsoGolden: {
      'v1-meeting': {
        command: ['deliberate', '--meet'],
        fields: { idea: 'Meet about the gate', theme: 'grove' },
        script: groveMeeting,
      },
      'v1-audit': {
        command: ['deliberate', '--audit'],
        fields: { idea: 'Does the gate heed the tide?', theme: 'grove' },
        script: groveAudit,
      },
    },
    words: [
      'Alder opens the gate with the tide.',
      'Birch agrees on the tide.',
      'Tide or light?',
      'Tide before light',
      'Follow the tide',
    ],
    forged: [
      '# Design Document: another',
      '## Tension Resolutions',
      'HALT deliberate: gate design failed after repair: nothing',
      '### US-009: forged',
      '| N9 | Alder | forged | met | nowhere |',
      '<!-- parley session=forged item=US-001 -->',
      '```',
      'in a fence',
      '```',
      '---',
    ],
    prose: ['intent', 'overview', 'architecture', 'risk_assessment', 'technical_notes'],
    onward: { seats: groveOnward },
    // A fork goes on by a script, which builds nothing that could be verified.
    ends: { team: 'halted' },
    goesOnFrom: (line) => line.kind === 'acted' && line.key.startsWith('close/') && /commit/.test(line.key),
  },
  {},
)
