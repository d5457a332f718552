// Turns of a talk: sessions, streaming, transcript, tools, errors and interrupts.

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseTranscript } from '../documents/talk/transcript.js'
import { git } from '../workspace/temporary.suite.js'
import { Refused } from './api.js'
import { atRest, hear, look, put, script } from './hall.suite.js'
import { hire, open, say, talking } from './talk.suite.js'

describe('a session', () => {
  test('MTG-10: the first turn starts it, later ones resume it, also after a restart', async () => {
    const at = await talking()
    const played = script({ verity: [{ session: 'rt-1', text: 'Edges.' }, 'More edges.', 'Still edges.'] })
    const ref = await open(at.hall, played.agents)
    await atRest(at.hall, ref)
    expect(at.artifact(ref.id).sessionId).toBe('rt-1')
    await say(at.hall, ref, 'And now?')
    await say(await at.restart(), ref, 'And after a restart?')
    expect(played.calls().map(({ call, resume }) => [call, resume])).toEqual([
      ['talk.turn', null],
      ['talk.turn', 'rt-1'],
      ['talk.turn', 'rt-1'],
    ])
    expect((await at.hall.verify(ref)).findings).toEqual([])
  })
})
