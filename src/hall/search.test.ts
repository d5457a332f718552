// Search over everything said: what is found, and what is shown of it.

import { expect, test } from 'vitest'
import { atRest, script, setting } from './hall.suite.js'
import { passage } from './search.js'

const long = `${'before '.repeat(40)}the Tide comes at noon${' after'.repeat(200)}`

test('everything said is found with the words around it, by seat, kind and project', async () => {
  const { hall } = await setting({ 'README.md': '# Harbour\n' })
  const agents = script({
    theo: [{ text: `${long} [inference].` }, { text: '[pass]' }],
    vera: [{ text: 'The tide is not measured [inference]. 1. First 2. Second' }, { text: '[pass]' }],
  }).agents
  const opened = await hall.open({
    protocol: 'meet',
    project: 'demo',
    charter: 'Say when the tide comes. Leave with an hour.',
    invitees: ['Theo', 'Vera'],
    skipResearch: true,
    agents,
  })
  const asked = await atRest(hall, opened)
  await hall.answer(opened, { question: asked.questions[0]?.key ?? '', choose: 'continue' })
  await atRest(hall, opened)
  const said = async (filter: { text: string; seat?: string; protocol?: string; project?: string }) =>
    (await hall.search(filter)).meetings.flatMap(({ said: all }) => all)

  const [one] = await said({ text: 'TIDE noon' })
  expect(one).toMatchObject({ who: 'Theo', found: 'Tide' })
  // Cut between words, not within one.
  expect(one?.before).toMatch(/^…(before )+the $/)
  expect(one?.after).toMatch(/^ comes at noon( after)+…$/)
  expect((one?.before.length ?? 0) + (one?.after.length ?? 0)).toBeLessThan(240)

  expect((await said({ text: 'tide', seat: 'vera' })).map(({ who }) => who)).toEqual(['Vera'])
  expect((await said({ text: 'first second', seat: 'Vera' }))[0]?.after).toContain('2. Second')
  expect(await said({ text: 'tide', protocol: 'talk' })).toEqual([])
  expect(await said({ text: 'tide nowhere' })).toEqual([])
  expect(await hall.search({ text: '   ' })).toEqual({ meetings: [], looked: 0, more: false })
  await expect(said({ text: 'tide', project: 'other' })).rejects.toMatchObject({ code: 'unknown-project' })
  const all = await hall.search({ text: 'tide' })
  expect(all).toMatchObject({ looked: 1, more: false, meetings: [{ protocol: 'meet', id: opened.id }] })
})

test('what looks like a secret is masked before a passage is cut out of it, and no half of a character is left', async () => {
  const key = ['ghp', 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789'].join('_')
  const told = await passage(`${'x '.repeat(60)}${key} is the key, and the tide knows it`, ['tide'])
  expect(`${told.before}${told.found}${told.after}`).not.toContain(key.slice(-12))
  expect(told).toMatchObject({ found: 'tide', after: ' knows it' })
  const faces = await passage(`${'😀'.repeat(100)}tide${'😀'.repeat(100)}`, ['tide'])
  expect(JSON.stringify(faces)).not.toMatch(/\\ud[89a-f]/i)
})
