// Questions outside a meeting: leaving one decides nothing and ends the command.

import { expect, test, vi } from 'vitest'
import { readArgs } from './args.js'
import { askHere } from './ask.js'
import { fakeIo } from './fake-io.suite.js'

vi.mock('./screen/prompt.js', () => ({ promptAt: () => async () => undefined }))

const command = { about: '', examples: [], run: async () => 0 }
const question = {
  id: 'leftover',
  title: 'Keep it?',
  body: '',
  options: [{ key: 'keep', label: 'Keep', effect: '' }],
  default: 'keep',
}
const asking = (words: readonly string[], input: boolean) => ({
  args: readArgs(command, words, 'council'),
  io: fakeIo({ terminal: { input, output: true, error: true } }),
  root: '/',
})

test('leaving a question at the terminal ends the command', async () => {
  const ask = await askHere(asking([], true))
  await expect(ask(question)).rejects.toMatchObject({ code: 'LEFT' })
})

test('where nobody can be asked there is no answer, and --yes takes the default', async () => {
  expect(await (await askHere(asking([], false)))(question)).toBeUndefined()
  const yes = await askHere(asking(['--yes'], true))
  expect(await yes(question)).toMatchObject({ choose: 'keep', by: 'default' })
})
