// What a message to a talk costs in readings of its journal: one whole, by the run that takes the message; all else reads only its end.

import fs from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { atRest, hearWhile, script } from './hall.suite.js'
import { open, say, talking } from './talk.suite.js'

afterEach(() => {
  vi.restoreAllMocks()
})

test('a message reads the journal whole once, also while a page follows the talk and asks for it again', async () => {
  const at = await talking()
  const answer = 'The edges were left out, as they always are. '.repeat(150)
  const ref = await open(at.hall, script({ verity: [answer] }, 'repeat').agents)
  await atRest(at.hall, ref)
  for (let n = 0; n < 4; n++) await say(at.hall, ref, 'And what else?')
  const { lines } = await at.hall.meeting(ref)

  const stop = new AbortController()
  const feed = (await at.hall.feed(stop.signal))[Symbol.asyncIterator]()
  const told = feed.next()
  const whole = wholeReads(join(at.home, 'talks', ref.id, 'journal.jsonl'))
  await hearWhile(
    { hall: at.hall, ref, from: lines.length + 1 },
    () => at.hall.message(ref, 'Once more?'),
    (event) => event.type === 'status' && event.status === 'waiting' && !event.live,
  )
  await told
  expect((await at.hall.meeting(ref)).lines.length).toBeGreaterThan(lines.length)
  expect(await at.hall.meetings({})).toHaveLength(1)
  stop.abort()
  expect(whole()).toBe(1)
})

/** How often the whole of this file has been read since, however that is done. */
function wholeReads(file: string): () => number {
  const size = fs.statSync(file).size
  expect(size).toBeGreaterThan(32 * 1024)
  const { readFileSync, readSync } = fs
  let [count, inside] = [0, false]
  const isIt = (read: string | number) =>
    typeof read === 'number' ? fs.fstatSync(read).ino === fs.statSync(file).ino : read === file
  vi.spyOn(fs, 'readFileSync').mockImplementation(((path: string | number, ...rest: []) => {
    if (isIt(path)) count++
    inside = true
    try {
      return readFileSync(path, ...rest)
    } finally {
      inside = false
    }
  }) as typeof readFileSync)
  vi.spyOn(fs, 'readSync').mockImplementation(((...given: Parameters<typeof readSync>) => {
    const read = readSync(...given)
    if (!inside && read >= size) count++
    return read
  }) as typeof readSync)
  return () => count
}
