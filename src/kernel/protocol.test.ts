// What the compiler checks for authors of protocols.

import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ada, procedure, prompt, setting, structured } from './deps.suite.js'

const schema = z.object({ score: z.number().default(3) })

describe('a structured call', () => {
  test('whose prompt brings no rehearsal does not compile', async () => {
    // @ts-expect-error the prompt has no `rehearse`
    const forgotten = procedure((meeting) => meeting.speak(ada, prompt('?'), { id: 'c', schema }))
    const options = { id: 'c', schema }
    // @ts-expect-error nor when the options are a variable, where the compiler does not check for excess properties
    const hidden = procedure((meeting) => meeting.trySpeak(ada, prompt('?'), options))
    // @ts-expect-error a score is a number
    const wrong = procedure((meeting) => meeting.speak(ada, structured({ score: 'high' }, '?'), options))
    expect([forgotten, hidden, wrong]).toHaveLength(3)
  })

  test('is rehearsed with the input of its schema, and returns the output of the schema', async () => {
    const met = setting({ say: ({ prompt: { rehearse } }) => ({ value: rehearse?.(undefined as never) }) })
    const ending = await met.meet(
      procedure(async (meeting) => {
        const { value } = await meeting.speak(ada, structured({}, '?'), { id: 'c', schema })
        return value.score
      }),
    )
    expect(ending).toMatchObject({ kind: 'concluded', outcome: 3 })
  })
})
