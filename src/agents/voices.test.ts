// Voices: which backend speaks for which seat, and what is recorded.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { folder, options, prompt, room, seat } from './backend.suite.js'
import type { Agents } from './recorded.js'
import { voicesFor } from './voices.js'

function here() {
  const root = folder()
  writeFileSync(join(root, 'a.yaml'), 'seats: { "*": [one, two, three] }\n')
  writeFileSync(join(root, 'b.yaml'), 'seats: { "*": [other] }\n')
  vi.stubEnv('PARLEY_HOME', join(root, 'home'))
  onTestFinished(() => void vi.unstubAllEnvs())
  const voices = (more: Partial<Agents> = {}) => {
    const agents = { default: 'script:a.yaml', seats: {}, ceiling: null, timeoutSeconds: 60, ...more }
    return voicesFor(agents, { root, resumed: false })
  }
  return { root, voices }
}

describe('the voices of a meeting', () => {
  test('are the default, except where a seat has its own', async () => {
    const voices = await here().voices({ seats: { ada: 'script:b.yaml' } })
    const said = []
    for (const id of ['theo', 'ada', 'bo']) {
      const voice = await (await voices.backendFor(seat(id))).open(seat(id), room())
      said.push((await voice.say(prompt('Now?'), options())).text)
    }
    expect(said).toEqual(['one', 'other', 'two'])
  })

  test('find their place behind what their own seats have said, not what others have', async () => {
    const voices = await here().voices({ seats: { ada: 'script:b.yaml' } })
    const past = ['ada', 'theo'].map((id) => ({ seat: id, call: 'discuss.turn', says: 1 }))
    const voice = await (await voices.backendFor(seat('bo'))).open(seat('bo'), room({ past }))
    expect((await voice.say(prompt('Now?'), options())).text).toBe('two')
  })

  test('have the tools, the time and the ceiling that were settled', async () => {
    const voices = await here().voices({ ceiling: 1000, timeoutSeconds: 2 })
    expect(voices).toMatchObject({ ceiling: 1000, timeoutMs: 2000 })
    expect(await voices.toolsFor({ kind: 'none' })).toEqual([])
    const names = async (web: boolean) =>
      (await voices.toolsFor({ kind: 'read', web })).map(({ name }) => name)
    expect(await names(false)).toEqual(['read_file', 'list_files', 'search_text'])
    expect(await names(true)).toEqual(['read_file', 'list_files', 'search_text', 'fetch_url'])
  })

  test('cost what is known here: the settings, else the shipped table, never what a journal says', async () => {
    const { root, voices: open } = here()
    mkdirSync(join(root, 'home'))
    const stated = (text: string) => writeFileSync(join(root, 'home', 'config.yaml'), text)
    const free = { input: 0, cached: 0, written: 0, output: 0 }
    const agents = {
      default: 'model:openai/gpt-5',
      seats: { ada: 'model:openai/mine', bo: 'script:a.yaml' },
      prices: { 'model:openai/gpt-5': free, 'model:openai/mine': free },
    }
    stated('cost_ceiling: 2\n')
    const { money } = await open(agents)
    expect(money.ceiling).toBe(2_000_000)
    expect(money.priceOf(seat('theo'))).toMatchObject({ input: 1_250_000, output: 10_000_000 })
    expect(money.dearest).toMatchObject({ output: 10_000_000 })
    expect(() => money.mustKnow(seat('ada'))).toThrow(/that of model:openai\/mine is not known/)
    expect(() => [money.mustKnow(seat('theo')), money.mustKnow(seat('bo'))]).not.toThrow()
    stated('prices: { openai/mine: { input: 1, output: 2 } }\n')
    const later = (await open({ ...agents, costCeiling: 500_000 })).money
    expect(later.ceiling).toBe(500_000)
    expect(later.priceOf(seat('ada'))).toMatchObject({ input: 1_000_000, output: 2_000_000 })
    expect(() => later.mustKnow(seat('ada'))).not.toThrow()
  })

  test('are recorded with the answers of the person where that is asked for', async () => {
    const { root, voices: open } = here()
    const record = join(root, 'run.yaml')
    const voices = await open({ record })
    await (await (await voices.backendFor(seat('theo'))).open(seat('theo'), room())).say(
      prompt('Now?'),
      options(),
    )
    await voices.answered({ question: 'round', choose: 'conclude', by: 'person' })
    expect(readFileSync(record, 'utf8')).toMatch(/text: one[\s\S]*to: round/)
    await (await open()).answered({ question: 'round', choose: 'conclude', by: 'person' })
  })
})
