// For tests, as a process of its own: opens a hall and runs one errand to its end, wherever an earlier process died on it: a
// talk that is opened, spoken to twice, and closed. Prints the id of the talk when it is done.

import type { Hall, MeetingRef } from './api.js'
import { createHall } from './hall.js'

const words = ['First?', 'Second?']

async function errand(home: string, project: string, agents: string): Promise<string> {
  const hall = await createHall({ home })
  if ((await hall.projects()).length === 0) await hall.register({ name: 'demo', path: project })
  const [known] = await hall.meetings({ protocol: 'talk' })
  const ask = {
    protocol: 'talk',
    project: 'demo',
    worker: 'verity',
    message: words[0] as string,
    agents,
  } as const
  const ref = known ?? (await hall.open(ask))
  while (!(await goOn(hall, { project: 'demo', id: ref.id })));
  await hall.stop()
  return ref.id
}

/** One step further; true when there is none left. */
async function goOn(hall: Hall, ref: MeetingRef): Promise<boolean> {
  await settled(hall, ref)
  const { status, asks, questions, lines } = await hall.meeting(ref)
  if (status === 'concluded') return true
  const said = lines.filter(({ kind, data }) => kind === 'answered' && data.choose === 'say').length
  const next = words[said]
  if (asks?.id === 'afterwards') await hall.answer(ref, { question: questions[0]!.key, choose: 'done' })
  else if (next === undefined) await hall.close(ref)
  else await hall.message(ref, next)
  return false
}

async function settled(hall: Hall, ref: MeetingRef): Promise<void> {
  const stop = new AbortController()
  for await (const event of hall.follow(ref, 1, stop.signal))
    if (event.type === 'status' && event.status !== 'running' && !event.live) break
  stop.abort()
}

const [home, project, agents] = process.argv.slice(2)
errand(home ?? '', project ?? '', agents ?? '').then(
  (id) => process.stdout.write(`done ${id}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    process.exitCode = 1
  },
)
