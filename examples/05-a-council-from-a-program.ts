// A council that a program holds: it opens the meeting, answers its question, and asks for the verdict. Typed; runs from the packed package.

import { type Question, startCouncil, type Verdict } from 'parley-ai'

const [root = process.cwd(), agents = 'model:anthropic/claude-sonnet-4-5'] = process.argv.slice(2)

const meeting = await startCouncil(root, {
  task: 'How long do we cache thumbnails?',
  template: 'software-team',
  ceiling: 200_000,
  agents,
})
const ending = await meeting.run({
  answer: async (question: Question) => (question.id === 'round' ? { choose: 'conclude' } : undefined),
  observe: (event) => {
    if (event.type === 'text') process.stderr.write(event.text)
  },
})
if (ending.kind !== 'concluded') throw new Error(`It is ${ending.kind}.`)
const verdict: Verdict = await meeting.verdict({ failOn: ['dissent'] })
console.log(
  JSON.stringify({ pass: verdict.pass, failed: verdict.failed, documents: await meeting.documents() }),
)
