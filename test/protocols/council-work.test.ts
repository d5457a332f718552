// The work session of a council, run through the suite of protocols.

import { protocolSuite, type Script } from '../support/protocol-suite.js'
import { councilStage, forged, prose, synthesis } from '../support/protocol-suite-council.js'

const goals = ['Read it', 'Mend it', 'Try it', 'Write it down', 'Read it again', 'Finish']

/** Six turns, each of which leaves a file in the worktree. */
const script: Script = {
  seats: {
    'staff-engineer': [
      { call: 'chair.select', value: { seats: ['staff-engineer', 'qa-engineer'], why: 'Enough.' } },
      ...goals.flatMap((goal, at) => [
        { call: 'chair.route', value: { next: 'qa-engineer', sub_goal: goal } },
        {
          call: 'chair.adjudicate',
          value: { call: at === goals.length - 1 ? 'stop' : 'continue', why: 'So it seems.' },
        },
      ]),
      { call: 'chair.synthesize', value: synthesis },
    ],
    'qa-engineer': goals.map((goal, at) => ({
      call: 'seat.turn',
      tools: [{ name: 'write_file', input: { path: `docs/step-${at + 1}.md`, content: `${goal}\n` } }],
      text: `Done: ${goal}. Changed docs/step-${at + 1}.md.`,
    })),
  },
  answers: [],
}

protocolSuite(
  {
    protocol: 'council.work',
    command: ['council', 'work'],
    operands: ['task'],
    fields: { task: 'Mend the gate' },
    named: 'task',
    stage: councilStage,
    script,
    words: ['Done: Read it again. Changed docs/step-5.md.', 'So it seems.', 'Open the gate with the tide.'],
    forged,
    prose,
    // Nobody is asked anything while work goes on; a turn is where it could go on otherwise.
    forksBefore: 'phase',
  },
  {
    'golden goes on':
      'its last lines commit in a worktree that a journal does not bring along; src/protocols/council/golden.test.ts has one',
  },
)
