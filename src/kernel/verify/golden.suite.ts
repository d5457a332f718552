// For tests: the procedure whose journal is kept under test/journals/kernel/v1. Never change it: a new form of line gets a new one.

import { z } from 'zod'
import type { Meeting, Protocol } from '../protocol.js'
import { ada, bo, procedure, prompt, question } from '../run/deps.suite.js'

/** Takes a step of every kind. Its boundary was widened after a first refusal, as can happen between two releases. */
export const golden: Protocol = procedure(takeEveryStep, {
  name: 'golden',
  title: () => 'Every kind of line',
  boundary: () => ['docs/**', 'late/*'],
})

async function takeEveryStep(meeting: Meeting): Promise<unknown> {
  await meeting.phase('open')
  const said = await meeting.together({
    ada: (branch) => branch.speak(ada, prompt('Your view?'), { id: 'open.view', tools: { kind: 'read' } }),
    bo: (branch) => branch.trySpeak(bo, prompt('Your view?'), { id: 'open.view' }),
  })
  await meeting.phase('judge/r1')
  const shape = z.object({ score: z.number() })
  const score = await meeting.speak(ada, prompt('All again. A score?', 'A score?'), {
    id: 'score',
    schema: shape,
  })
  const live = await meeting.trySpeak(bo, prompt('Now?'), { id: 'now', live: true, draft: true })
  const answer = await meeting.ask(question('keep'))
  const seen = await meeting.act('look', async () => ({ files: 2 }))
  const [now, token] = [await meeting.now(), await meeting.token()]
  await meeting.note('tally', { score: score.value.score, at: now, token })
  await meeting.write('docs/notes.md', `# Notes\n\n${said['ada']?.kind === 'said' ? said['ada'].text : ''}\n`)
  await meeting.write('docs/shared.md', '- theirs\n- ours\n', { parts: ['- ours\n'] })
  const nth = await meeting.revise('docs/list.md', (text) => ({
    text: `${text ?? ''}- third\n`,
    result: 3,
    parts: ['- third\n'],
  }))
  await meeting.write('docs/draft.md', 'gone soon')
  await meeting.remove('docs/draft.md')
  await meeting.write('late/a.md', 'allowed by now\n')
  await meeting.pause('lunch')
  await meeting.halt('HALT condition=EXAMPLE detail=stops by a rule')
  return {
    score: score.value.score,
    live: live.kind,
    chose: answer.choose,
    text: answer.text,
    seen,
    nth,
    token,
  }
}
