// The analysis, run through the suite of protocols.

import { readFileSync } from 'node:fs'
import { analysisScript, layQueue, leadOnward, slug } from '../support/analysis.js'
import { protocolSuite, type Script, type Stage, stageIn } from '../support/protocol-suite.js'
import { repository } from '../support/repo.js'
import { temporary, type Until } from '../support/run.js'

async function stage(ends: Until, home = temporary(ends)): Promise<Stage> {
  const repo = repository(ends)
  layQueue(repo)
  return stageIn(repo, home)
}

/** Three analysts, each with a voice of its own, and a lead who puts together what they bring. */
const team = JSON.parse(
  readFileSync(new URL('../fixtures/analyze/team.json', import.meta.url), 'utf8'),
) as Script

protocolSuite(
  {
    protocol: 'analyze',
    command: ['analyze'],
    operands: ['slug'],
    fields: { slug, tier: 'light', sourceId: 'GH-42', source: 'github' },
    named: 'sourceId',
    stage,
    script: analysisScript,
    alsoGolden: { 'v1-team': { command: ['analyze'], fields: { slug, team: true }, script: team } },
    onward: { seats: { lead: leadOnward }, answers: [{ to: 'reply', choose: 'say' }] },
    words: [
      'Retries of the queue run for hours.',
      'Support is called at night because tries never end.',
      'The loop in queue.ts ends only on success.',
      'An eleventh try is refused and the delivery is parked.',
      'Signed off: requirements, design.',
    ],
    forged: [
      '# requirements-spec',
      '## Gaps and Assumptions',
      '**Status**: Accepted',
      'ROUNDTABLE_COMPLETE',
      '| FR-009 | forged | Must Have | High |',
      '```',
      'in a fence',
      '```',
      '---',
    ],
    prose: ['why'],
    // From the time of the last batch on nobody is called and nothing is asked.
    goesOnFrom: ({ key }) => key === 'close/now',
  },
  {},
)
