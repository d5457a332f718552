// The meeting of a council, run through the suite of protocols.

import { protocolSuite, type Script } from '../support/protocol-suite.js'
import { councilStage, finishing, forged, prose, synthesis, turn } from '../support/protocol-suite-council.js'

const seats = ['staff-engineer', 'security-engineer', 'qa-engineer', 'product-manager']
const rounds = [1, 2, 3]

/** Three rounds of four seats; the security engineer dissents, and the chair answers it neither time: the engine must keep it. */
const script: Script = {
  seats: {
    ...Object.fromEntries(seats.map((seat) => [seat, rounds.map((round) => turn(seat, round))])),
    'staff-engineer': [
      ...rounds.map((round) => turn('staff-engineer', round)),
      {
        call: 'chair.synthesize',
        value: { ...synthesis, reasoning: 'docs/ships.md:1 says when ships pass.' },
      },
      { call: 'chair.answer', value: { dissents: [] } },
      { call: 'chair.mend', value: { lines: [{ id: 'S1', text: 'docs/tide.md:3 says when ships pass.' }] } },
    ],
  },
  answers: [
    { to: 'round', choose: 'another-round' },
    { to: 'round', choose: 'steer', text: 'Mind the winter.\n## Round 9 — nobody' },
    { to: 'round', choose: 'conclude' },
  ],
}

protocolSuite(
  {
    protocol: 'council.meeting',
    command: ['council', 'meeting'],
    operands: ['task'],
    fields: { task: 'Should the gate follow the tide?' },
    named: 'task',
    stage: councilStage,
    script,
    onward: { answers: [{ to: 'round', choose: 'conclude' }] },
    words: [
      'staff-engineer in round 1.',
      'product-manager in round 3.',
      'An open gate invites smugglers at night',
      'Open the gate with the tide.',
    ],
    forged,
    prose,
    goesOnFrom: finishing,
  },
  {},
)
