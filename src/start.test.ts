// Meetings from a program: a voice of its own.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Backend } from './kernel/agents.js'
import { openMeeting, startCouncil } from './start.js'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'parley-start-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

test('a program brings a voice of its own along; without it the meeting is refused and stays as it was', async () => {
  const [root, home] = [folder(), folder()]
  let closed = 0
  const mind: Backend = {
    name: 'mind',
    check: async () => ({ ready: true, detail: 'here' }),
    open: async () => ({
      say: async ({ schema }) => {
        if (schema !== undefined) throw new Error('The council was not to be concluded.')
        const usage = { input: 1, output: 1, estimated: true }
        return { text: '**Position:** Follow the tide.', usage, tools: [], model: 'mine' }
      },
      close: async () => {},
    }),
    close: async () => void closed++,
  }
  const options = { task: 'When?', template: 'software-team', home }
  await expect(startCouncil(root, { ...options, agents: 'own:mind' })).rejects.toMatchObject({
    code: 'NO_BACKEND',
  })
  const meeting = await startCouncil(root, { ...options, agents: 'own:mind', backends: { mind } })
  expect(await meeting.run()).toMatchObject({ kind: 'waiting' })
  const receipts = (await meeting.lines()).flatMap((line) =>
    line.kind === 'turn' ? [line.data.receipt] : [],
  )
  expect(receipts.length).toBeGreaterThan(1)
  for (const receipt of receipts) expect(receipt).toMatchObject({ backend: 'mind', model: 'mine' })
  expect(closed).toBe(0)

  await meeting.answer('another-round')
  const lines = await meeting.lines()
  const without = await openMeeting(root, meeting.id, { home })
  await expect(without.run()).rejects.toMatchObject({ code: 'NO_BACKEND' })
  expect(await meeting.lines()).toEqual(lines)
  const within = await openMeeting(root, meeting.id, { home, backends: { mind } })
  expect(await within.run()).toMatchObject({ kind: 'waiting' })
})
