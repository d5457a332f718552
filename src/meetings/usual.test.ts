// What past meetings took: the mean of those of one kind with the same voices, where there are three.

import { describe, expect, test } from 'vitest'
import type { Agents } from '../agents/recorded.js'
import { entry } from '../kernel/line/journal.suite.js'
import { samples } from '../kernel/line/line.suite.js'
import { memoryJournals } from '../kernel/line/memory-journals.suite.js'
import { open } from '../kernel/run/hold.js'
import { usualWords } from './usual.js'

const voiced = (voice: string): Agents => ({ default: voice, seats: {}, ceiling: null, timeoutSeconds: 60 })

/** Concluded meetings by these voices, each with one turn of 10 + 5 tokens. */
async function held(...voices: readonly string[]) {
  const journals = memoryJournals()
  for (const [at, voice] of voices.entries()) {
    const journal = journals.of(`m-${at}`)
    await open(journal, { ...samples.opened, id: `m-${at}`, agents: voiced(voice) }, new Date())
    const lease = await journal.lease()
    await lease.append(2, { ...entry(2), kind: 'turn', key: 'speak:a', data: samples.turn })
    await lease.append(3, { ...entry(3), kind: 'concluded', key: '', data: samples.concluded })
    await lease.release()
  }
  return journals
}

describe('what such meetings took', () => {
  const { protocol } = samples.opened
  const mean = samples.turn.receipt.tokens.input + samples.turn.receipt.tokens.output

  test('is said as the mean of three or more by the same voices', async () => {
    const journals = await held('model:openai/x', 'model:openai/x', 'model:openai/x', 'model:openai/y')
    expect(await usualWords(journals, protocol, voiced('model:openai/x'))).toEqual([
      `Such meetings took ${mean} tokens here, in the mean of the last 3.`,
    ])
  })

  test('is not said of two, of another kind, or where nobody is paid', async () => {
    const journals = await held(
      'model:openai/x',
      'model:openai/x',
      'script:s.yaml',
      'script:s.yaml',
      'script:s.yaml',
    )
    expect(await usualWords(journals, protocol, voiced('model:openai/x'))).toEqual([])
    expect(await usualWords(journals, 'another', voiced('model:openai/x'))).toEqual([])
    expect(await usualWords(journals, protocol, voiced('script:s.yaml'))).toEqual([])
  })
})
