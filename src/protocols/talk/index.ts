// The talk: one person and one worker, live, strictly in turn, until the person closes it. Its product is files, not chat.
//
// The procedure is pure: what it needs of its project, above all git, it does through the `Ground` that it is given.

import type { Protocol } from '../../kernel/protocol.js'
import { quotedWords } from '../../rules/relayed.js'
import { closeTalk, type TalkOutcome } from './close.js'
import type { Ground } from './ground.js'
import { TalkInput } from './input.js'
import { enter, type LiveTalk, tell } from './live-talk.js'
import { TALK, TALKING } from './names.js'
import { openTalk } from './open.js'
import { decisionsPath, lastingArtifact, transcriptPath } from './paths.js'
import { CLOSE, nextWord } from './questions.js'
import { takeTurn } from './turn.js'

export type { TalkOutcome } from './close.js'
export type { Activation, Asked, Change, Ground, Kept, Look, Merge } from './ground.js'
export { TalkInput } from './input.js'
export * as paths from './paths.js'
export { CLOSE, SAY } from './questions.js'

export function talk(groundOf: (id: string, input: TalkInput) => Ground): Protocol<TalkInput, TalkOutcome> {
  return {
    name: TALK,
    version: 1,
    input: TalkInput,
    title: ({ title }) => title,
    boundary: (input, id) => [transcriptPath(id), decisionsPath(id), lastingArtifact(input, id)],
    async run(meeting, input) {
      await meeting.phase('open')
      const ground = groundOf(meeting.id, input)
      const activation = await openTalk(meeting, ground)
      const live = enter(meeting, input, ground, activation)
      if (activation.unguarded !== undefined)
        await meeting.note('warning', { text: warned(activation.unguarded) })
      await tell(live)
      await meeting.phase(TALKING)
      await converse(live)
      return closeTalk(live)
    },
  }
}

function warned(why: string): string {
  return `Programs that this worker starts are not in a sandbox: ${why} They could change any file of yours, and read your keys.`
}

/** Every message is an answer to a question. In an accepted request without a message, the worker speaks first. */
async function converse(live: LiveTalk): Promise<void> {
  const { meeting, input } = live
  if (input.origin === 'accepted' && input.message === null) await takeTurn(live, null)
  for (;;) {
    const word = await meeting.ask(nextWord(input.worker.name))
    if (word.choose === CLOSE) return
    await takeTurn(live, quotedWords(word))
  }
}
