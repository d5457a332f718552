// Event streams: resumed by Last-Event-ID without loss or repetition, under load, and with a reader that never reads. And a
// council that is answered over HTTP.

import { appendFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { FollowEvent, MeetingRef, MeetingView } from '../src/hall/api.js'
import { convened } from './support/council.js'
import { at, atRest, type Got, hear, must, type Server, script, served, talked } from './support/server.js'

const linesIn = (got: readonly Got[]) => got.flatMap(({ data }) => (data.type === 'line' ? [data.line] : []))
const rests = ({ data }: Got) => data.type === 'status' && !data.live && data.status !== 'running'

test('a reader that breaks off anywhere and comes back with its last id gets every line once, in order', async () => {
  const server = await served()
  const ref = await talked(server, { agents: script({ verity: ['One.', 'Two.', 'Three.'] }) })
  for (const text of ['And?', 'And then?']) {
    await must(server, 'POST', at(ref, '/messages'), { text })
    await atRest(server, ref)
  }
  const { lines } = await must<MeetingView>(server, 'GET', at(ref))
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: lines.length + 3 }), { maxLength: 5 }),
      async (breaks) => {
        const got: Got[] = []
        for (const most of [...breaks, Number.POSITIVE_INFINITY]) {
          const last = got.findLast(({ id }) => id !== null)?.id ?? undefined
          const more = await hear(
            server,
            at(ref, '/events'),
            (one, all) => rests(one) || all.length >= most,
            {
              ...(last === undefined ? {} : { last }),
            },
          )
          got.push(...more)
        }
        expect(linesIn(got)).toEqual(lines)
      },
    ),
    { numRuns: 25 },
  )
})

test('a council meeting is opened, answered and concluded over HTTP; its answers say who gave them, and one that comes late or twice is refused', async () => {
  const server = await served()
  await convened(server.repo)
  const ref = await must<MeetingRef>(server, 'POST', '/api/meetings', {
    protocol: 'council.meeting',
    project: 'harbour',
    task: 'When should the gate open?',
    agents: `script:${join(server.repo.root, '.council/scratch/script.yaml')}`,
  })
  const waiting = await atRest(server, ref)
  expect(waiting).toMatchObject({ status: 'waiting', protocol: 'council.meeting', asks: { id: 'round' } })
  expect(await server.ask('POST', at(ref, '/answer'), { choose: 'nonsense' })).toMatchObject({ status: 400 })
  const forged = { choose: 'conclude', name: 'Somebody Else' }
  expect(await server.ask('POST', at(ref, '/answer'), forged)).toMatchObject({ status: 400 })
  const lost = { choose: 'conclude', text: 'Words that nobody would read' }
  expect(await server.ask('POST', at(ref, '/answer'), lost)).toMatchObject({
    status: 400,
    body: { error: { message: '"conclude" takes no text, so the words would be lost.' } },
  })
  const [first] = waiting.questions
  const steer = { question: first?.key, choose: 'steer', text: 'What about cost?' }
  await must(server, 'POST', at(ref, '/answer'), steer)
  const again = await atRest(server, ref)
  expect(again).toMatchObject({ status: 'waiting' })
  // The same answer once more, one for the first question, and one that names none: none of them answers the second.
  for (const late of [steer, { question: first?.key, choose: 'conclude' }, { choose: 'conclude' }]) {
    const { status, body } = await server.ask('POST', at(ref, '/answer'), late)
    expect({ status, message: JSON.stringify(body) }).toMatchObject({
      status: 409,
      message: expect.stringContaining('It asks \\"Where next?\\" (round-2/ask:round) now.'),
    })
  }
  expect((await atRest(server, ref)).lines).toHaveLength(again.lines.length)
  appendFileSync(join(server.home, 'config.yaml'), 'name: Ada Example\n')
  await must(server, 'POST', at(ref, '/answer'), { question: again.questions[0]?.key, choose: 'conclude' })
  const view = await atRest(server, ref)
  expect(view).toMatchObject({ status: 'concluded' })
  expect(view.lines.flatMap(({ kind, data }) => (kind === 'answered' ? [data] : []))).toEqual([
    { question: 'round', choose: 'steer', text: 'What about cost?', by: 'person', name: 'Tester' },
    { question: 'round', choose: 'conclude', by: 'person', name: 'Ada Example' },
  ])
  expect(await must(server, 'POST', at(ref, '/verify'))).toMatchObject({ findings: [] })
  expect(await server.ask('POST', at(ref, '/messages'), { text: 'Hm' })).toMatchObject({ status: 409 })
  expect(await server.ask('POST', at(ref, '/answer'), { choose: 'conclude' })).toMatchObject({ status: 409 })
})

/** `npm run crowd` holds two hundred. */
const crowd = Number(process.env['PARLEY_CROWD'] ?? '40')
const speaking = crowd / 4
const waiting = crowd - speaking
// Many meetings on one server: on a busy machine they alone take minutes.
const longTest = { timeout: 480_000 }
const patienceMs = 450_000

test(
  `${crowd} open meetings, a quarter speaking, a reader for each and one who never reads: nothing is lost or told twice`,
  longTest,
  async () => {
    const server = await served({ cap: speaking })
    const words = Array.from({ length: 20 }, (_, n) => `w${n} `)
    const agents = script({ clerk: ['Yes.', { deltas: words, text: words.join(''), delayMs: 5 }] })
    const talks = await inTens(speaking, () => talked(server, { agents, worker: 'clerk' }))
    const others = await meetingsThatWait(server)
    neverReads(server, talks[0] as MeetingRef)
    const talkReaders = talks.map((ref) => ({ ref, ...listen(server, ref, 2) }))
    const otherReaders = others.map((ref) => ({
      ref,
      heard: hear(server, at(ref, '/events'), rests, { patienceMs }),
    }))
    await Promise.all(talkReaders.map(({ ready }) => ready))
    await Promise.all(talks.map((ref) => must(server, 'POST', at(ref, '/messages'), { text: 'Go on.' })))
    for (const { ref, heard } of talkReaders) {
      const got = await heard
      const { lines } = await must<MeetingView>(server, 'GET', at(ref))
      expect(linesIn(got)).toEqual(lines)
      expect(linesIn(got).filter(({ kind }) => kind === 'turn')).toHaveLength(2)
      const said = got.flatMap(({ data }) => (data.type === 'text' ? [data.text] : [])).join('')
      expect(said).toBe(words.join(''))
    }
    for (const { ref, heard } of otherReaders) {
      const { lines } = await must<MeetingView>(server, 'GET', at(ref))
      expect(linesIn(await heard)).toEqual(lines)
    }
    expect(await must<unknown[]>(server, 'GET', '/api/meetings')).toHaveLength(speaking + waiting)
  },
)

/** Meetings that wait for the person with their first question: nobody has spoken in them, which costs the least. */
async function meetingsThatWait(server: Server): Promise<readonly MeetingRef[]> {
  const agents = script({})
  const refs = await inTens(waiting, (n) =>
    must<MeetingRef>(server, 'POST', '/api/meetings', {
      protocol: 'meet',
      project: 'harbour',
      charter: `Choose when gate ${n} opens. Leave with an hour.`,
      invitees: ['Theo'],
      skipResearch: true,
      agents,
    }),
  )
  for (const ref of refs) expect(await atRest(server, ref)).toMatchObject({ status: 'waiting' })
  return refs
}

async function inTens<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let n = 0; n < count; n += 10) {
    const ten = Array.from({ length: Math.min(10, count - n) }, (_, at) => make(n + at))
    made.push(...(await Promise.all(ten)))
  }
  return made
}

interface Listening {
  /** The reader is there: whatever is said from now on, it hears. */
  readonly ready: Promise<void>
  /** Everything until the given number of turns is over and the talk waits. */
  readonly heard: Promise<readonly Got<FollowEvent>[]>
}

function listen(server: Server, ref: MeetingRef, turns: number): Listening {
  let ends = 0
  let tell = () => {}
  const ready = new Promise<void>((resolve) => {
    tell = resolve
  })
  const over = (got: Got) => {
    if (got.data.type === 'status') tell()
    if (got.data.type === 'line' && got.data.line.kind === 'turn') ends++
    return ends >= turns && rests(got)
  }
  return { ready, heard: hear(server, at(ref, '/events'), over, { patienceMs }) }
}

/** Asks for the events and leaves them in the network. */
function neverReads(server: Server, ref: MeetingRef): void {
  const socket = connect(server.port, '127.0.0.1', () =>
    socket.write(
      `GET ${at(ref, '/events')} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${server.token}\r\n\r\n`,
    ),
  )
  socket.pause()
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
}
