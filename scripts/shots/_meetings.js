// The meetings whose screens are shot: the recorded council where it waits and where it is concluded, and one of every other kind; then
// what would break a careless page: hostile words, words from right to left, a task pasted whole, sixty seats, and a long one.

import fs from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { root } from '../steps.js'
import { deliberation } from './_deliberation.js'
import { openedByHost } from './_host.js'
import { model } from './_model.js'

const task =
  'An invoice is lost when the machine stops while the worker sends it. ' +
  'Shall a message stay in the outbox until the provider has it, at the risk of sending it twice?'

export async function heldMeetings(server) {
  const known = await server.get('/api/projects')
  if (known.length === 0) await server.post('/api/projects', { name: 'outbox', path: server.repository })
  const [{ name: project }] = await server.get('/api/projects')
  const { parley } = server
  parley('council', 'convene', 'software-team')
  council(server, task, recorded(), ['--blind'])
  parley(
    'meet',
    '--charter',
    'Say what an outbox promises. Leave with one sentence.',
    '--invitees',
    'Theo,Vera,Kai',
    '--agents',
    scripted(server, {}),
  )
  const deliberating = ['--agents', scripted(server, deliberation)]
  parley('deliberate', 'Show the office what was sent twice', '--quick', ...deliberating, '--yes')
  parley('deliberate', 'Add a morning list for the office', ...deliberating)
  parley('analyze', 'morning-list', '--draft', draft(server), '--agents', scripted(server, opening))
  drafted(server)
  await talks(server, project)
  await openedByHost(server, 'Which of the two lists does the office read first?')
  await priced(server)
}

export function hostileMeetings(server, { long }) {
  council(server, hostileTask, hostile(), [])
  council(server, rightToLeftTask, rightToLeft(), ['--rounds', '2'])
  council(server, pasted, crowd(4), [])
  crowded(server)
  concluded(server)
  if (long) longOne(server)
  fs.writeFileSync(path.join(server.folder, 'furnished'), '')
}

/** The recorded council where it waits after its first round, by a voice that has a price: what an answer will cost stands on its button. */
async function priced(server) {
  const voice = await model(recorded().seats, neverEnds)
  const settings = path.join(server.home, 'config.yaml')
  const before = fs.readFileSync(settings, 'utf8')
  fs.writeFileSync(settings, before + voice.prices)
  await server.parleyMeanwhile('council', 'meeting', task, '--blind', '--agents', voice.agents)
  voice.stop()
  fs.writeFileSync(settings, before)
}

const neverEnds = 'And what is the first line of it?'

/** A talk in which the worker is in the middle of a sentence, until it is stopped. */
export async function speaking(server) {
  const [{ name: project }] = await server.get('/api/projects')
  const [worker] = await server.get('/api/workers')
  const voice = await model({}, neverEnds)
  const opened = await server.post('/api/meetings', {
    ...{ protocol: 'talk', project, worker: worker.name, message: neverEnds },
    agents: voice.agents,
  })
  return { ...opened, stop: () => voice.stop() }
}

function recorded() {
  return parse(fs.readFileSync(path.join(root, 'library', 'recorded', 'outbox', 'council.yaml'), 'utf8'))
}

let scripts = 0

function council(server, asked, script, more) {
  server.parley('council', 'meeting', asked, ...more, '--agents', scripted(server, script))
}

function scripted({ folder }, script) {
  const file = path.join(folder, `script-${++scripts}.yaml`)
  fs.writeFileSync(file, JSON.stringify(script))
  return `script:${file}`
}

const opening = {
  seats: {
    lead: [
      {
        call: 'analyze.opening',
        value: {
          contributions: [
            {
              role: 'business-analyst',
              points: ['The office wants to see what was sent again in the night.'],
            },
          ],
          question: {
            role: 'business-analyst',
            kind: 'open',
            text: 'What goes wrong today without that list?',
            targets: ['PD-1'],
          },
        },
      },
    ],
  },
}

function draft({ folder }) {
  const file = path.join(folder, 'draft.md')
  fs.writeFileSync(
    file,
    '# A morning list\n\nThe office sees each morning what was sent again in the night.\n',
  )
  return file
}

/** One that is open and wrote something, a request that came of it, and one that is closed and merged. */
async function talks(server, project) {
  const [worker] = await server.get('/api/workers')
  if (!worker) return
  const spec = (when) => ({
    name: 'write_artifact',
    input: { path: 'specs/morning-list.md', body: `# Morning list\n\nAt ${when}.\n` },
  })
  const asks = { name: 'propose_followup', input: { reason: 'Ask the office when it opens' } }
  const text =
    'It stands in the spec: the list is there **at eight**, one line a message (`src/outbox.js:26`).'
  const notes = { call: 'talk.notes', text: 'The list is there at eight, one line a message.' }
  const open = (message, replies) =>
    server.post('/api/meetings', {
      ...{ protocol: 'talk', project, worker: worker.name, message },
      agents: scripted(server, { seats: { [worker.name]: replies } }),
    })
  const closed = await open('Write down what the morning list is.', [{ tools: [spec('eight')], text }, notes])
  await untilWaiting(server, closed)
  await server.post(`/api/meetings/${closed.project}/${closed.id}/close`)
  await open('When does the office need its list?', [{ tools: [spec('nine'), asks], text }])
}

async function untilWaiting(server, { project, id }) {
  for (let tries = 0; tries < 100; tries++) {
    const { status, live } = await server.get(`/api/meetings/${project}/${id}`)
    if (status === 'waiting' && !live) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${id} never waited.`)
}

/** A chartered meeting that asks whether its minutes are right: the draft is edited in fields. */
function drafted(server) {
  const said = (text) => ({ text, usage: { input: 900, output: 60 } })
  const minutes = {
    summary: 'The list stands at eight, one line a message (`src/outbox.js:26`).',
    closing: { sections: { Decision: 'The list is written at **eight**, before the office opens.' } },
    decisions: [{ text: 'The list is written at eight.', turns: [1] }],
    open_questions: [{ text: 'Who reads it on Saturdays?', turns: [2] }],
  }
  const item = {
    key: 'A1',
    type: 'new-story',
    priority: 'high',
    assignee: 'Theo',
    context_for_target: 'Write the list at eight',
    acceptance: 'It is there when the office opens',
    turns: [1],
  }
  const agents = scripted(server, {
    seats: {
      theo: [
        said('The office opens at nine [inference].\n[decision] The list is written at eight [inference].'),
      ],
      vera: [said('Eight leaves an hour to call a customer [inference].')],
      kai: [said('[pass]')],
      facilitator: [
        { call: 'close.actions', value: { items: [item] } },
        { call: 'close.notes', value: minutes },
        { call: 'close.mend', value: { lines: [] } },
      ],
      '*': Array(3).fill({ call: 'close.memory', value: memory }),
    },
    answers: ['post-charter', 'discuss-cadence', 'pre-close'].map((to) => ({ to, choose: 'continue' })),
  })
  const charter = 'Say when the morning list is written. Leave with one hour.'
  const limits = ['--skip-research', '--max-turns', '3', '--invitees', 'Theo,Vera,Kai']
  server.parley('meet', '--charter', charter, ...limits, '--agents', agents)
}

const word = 'Donaudampfschifffahrtsgesellschaftskapitänswitwenversicherungspolicennummer'.repeat(6)

const hostileTask = `What would break a careless page? <b>bold</b> \u202Eor this\u202C, and ${word.slice(0, 300)}`

function hostile() {
  const turn = (text) => ({ call: 'seat.turn', text, usage })
  const columns = Array.from({ length: 24 }, (_, at) => `column ${at}`).join(' | ')
  const deep = Array.from({ length: 12 }, (_, at) => `${'  '.repeat(at)}- level ${at}`).join('\n')
  return {
    seats: {
      'staff-engineer': [
        turn(
          `**Position:** ${word}\n\n${word}\n\n\`${word}\`\n\n## A heading\n\n# Record of something else\n\n${deep}`,
        ),
      ],
      'security-engineer': [
        turn(
          '**Position:** <script>alert(1)</script> and <img src=x onerror=alert(2)>\n\n[a link](javascript:alert(3)) ![a picture](http://127.0.0.1:9/beacon.png)\n\n```html\n<b>bold</b>\n```',
        ),
      ],
      'qa-engineer': [
        turn(
          `**Position:** 1. A number in front, 2. and one in the middle\n\n| ${columns} |\n| ${'--- | '.repeat(24)}\n| ${columns} |\n\n${'a'.repeat(3000)}\n\n**Dissent (on \u202Ethe order\u202C):** ${word}`,
        ),
      ],
      'product-manager': [
        turn(
          `**Position:** הקוראים שלנו כותבים מימין לשמאל, נכון?\n\nنعم، وبالعربية أيضًا.\n\n日本語の長い文も折り返されなければならない。\n\nZ\u0351\u036b\u0343a\u0310\u0369\u033el\u035b\u0342g\u0352\u0346o\u0345\u0339 and one that climbs: a${'\u0301'.repeat(60)}.\n\nA bell\u0007, a null\u0000, an escape \u001B[31mred\u001B[0m and a zero\u200Bwidth\u200Bspace.`,
        ),
      ],
    },
  }
}

const rightToLeftTask = 'האם הרשימה צריכה להיות מוכנה בשמונה? (src/outbox.js:26)'

function rightToLeft() {
  const turns = [
    'אנחנו צריכים לכתוב את הרשימה בשמונה (src/outbox.js:26).\n\n- פריט ראשון\n- `npm test`\n\n> ציטוט\n\n**Dissent (qa-engineer):** זה מוקדם מדי',
    'موافق على ذلك، و`npm run build` يعمل.\n\n1. أولا\n2. ثانيا',
  ]
  const of = turns.map((text) => ({ call: 'seat.turn', text: `**Position:** ${text}`, usage }))
  return { seats: Object.fromEntries(usualSeats.map((seat) => [seat, of])) }
}

/** A task that somebody pasted whole. */
const pasted = `Is this change safe?\n\n${'diff --git a/src/outbox.js b/src/outbox.js: a line of it. '.repeat(120)}`

const usage = { input: 900, output: 60 }
const memory = { decided: [], constraints: [], open_items: [], sources: [], tags: [] }
const usualSeats = ['staff-engineer', 'security-engineer', 'qa-engineer', 'product-manager']

/** So many seats, eight rounds of them; who dissents names somebody. */
function crowd(many, names = usualSeats) {
  const said = (at, round) => {
    const other = names[(at + 7) % many]
    const dissent = at % 4 === 0 ? `\n\n**Dissent (${other}):** against ${other}, it is too early` : ''
    return `**Position:** ${at % 3 ? 'The same' : `Something else in round ${round}, by \`src/outbox.js:26\``}${dissent}`
  }
  const replies = (at) =>
    Array.from({ length: 8 }, (_, round) => ({ call: 'seat.turn', text: said(at, round), usage }))
  return { seats: Object.fromEntries(names.map((name, at) => [name, replies(at)])) }
}

/** Sixty seats with long names at one table; afterwards the council sits as before. */
function crowded(server) {
  const folder = path.join(server.repository, '.council')
  const names = Array.from({ length: 60 }, (_, at) => `engineer-of-the-department-number-${at + 1}`)
  const persona = fs.readFileSync(path.join(folder, 'seats', 'qa-engineer.md'), 'utf8')
  const files = names.map((name) => path.join(folder, 'seats', `${name}.md`))
  for (const [at, file] of files.entries())
    fs.writeFileSync(file, persona.replaceAll('qa-engineer', names[at]))
  const roster = path.join(folder, 'council.yaml')
  const before = fs.readFileSync(roster, 'utf8')
  const seats = `seats:\n${names.map((name) => `  - ${name}\n`).join('')}`
  fs.writeFileSync(
    roster,
    before.replace(/^seats:.*\n(?: +- .*\n)+/m, seats).replace(/^chair:.*/m, `chair: ${names[0]}`),
  )
  council(server, 'Sixty seats and eight rounds', crowd(60, names), ['--rounds', '8'])
  fs.writeFileSync(roster, before)
  for (const file of files) fs.rmSync(file)
}

/** Five seats speak once; nothing follows from it. */
const oneRound = {
  seats: {
    facilitator: [
      { call: 'close.actions', value: { items: [] } },
      {
        call: 'close.notes',
        value: {
          summary: 'One queue is enough.',
          closing: { sections: {} },
          decisions: [],
          open_questions: [],
        },
      },
    ],
    '*': [
      ...Array(5).fill({ text: 'One queue is **enough** [inference].', usage }),
      ...Array(5).fill({ text: '[pass]', usage }),
      ...Array(5).fill({ call: 'close.memory', value: memory }),
    ],
  },
}

/** What a chartered meeting, a deliberation and a council leave when nobody is asked. */
function concluded(server) {
  const { parley } = server
  parley(
    'meet',
    '--charter',
    '<b>Say</b> **which** queue. Leave with one.',
    '--invitees',
    'Theo,Vera,Kai,Zara,Nova',
    '--skip-research',
    '--agents',
    scripted(server, oneRound),
    '--yes',
  )
  parley('deliberate', 'Tell the office what waits', '--agents', scripted(server, deliberation), '--yes')
  const { seats } = crowd(4)
  const [chair] = usualSeats
  const whole = { ...seats, [chair]: [...seats[chair], { call: 'chair.synthesize', value: record }] }
  council(server, 'Which list first?', { seats: whole }, ['--rounds', '3', '--conclude'])
}

const record = {
  title: 'The morning list comes first',
  preamble: 'Four seats looked at both lists.',
  recommendation: 'Write the morning list first (`src/outbox.js:26`).',
  reasoning: 'The office reads it at eight.',
  dissents: [],
  follow_ups: [{ action: 'Ask the office', owner: 'user' }],
  topics: [],
}

/** As many turns as 5,000 lines of a journal take. */
function longOne(server) {
  meetingOfTurns(server, 1218, 'Go through all 5000 lines of the backlog. Leave with a list.')
}

/** In rounds of three; it waits for the person before it closes. */
export function meetingOfTurns(server, turns, charter) {
  const names = ['theo', 'vera', 'kai']
  const entry = (n) => ({
    text: `Entry ${n}: what we have in \`backlog/${n}.md\` is **not yet** what was asked for [inference].`,
    usage: { input: 10, output: 10 },
  })
  const said = (seat) => Array.from({ length: turns / 3 }, (_, round) => entry(round * 3 + seat + 1))
  const seats = Object.fromEntries(names.map((name, seat) => [name, said(seat)]))
  const cadence = Array(turns).fill({ to: 'discuss-cadence', choose: 'continue' })
  const answers = [{ to: 'post-charter', choose: 'continue' }, ...cadence]
  const agents = scripted(server, { seats, answers })
  const limits = ['--skip-research', '--max-turns', String(turns), '--invitees', 'Theo,Vera,Kai']
  server.parley('meet', '--charter', charter, ...limits, '--agents', agents)
}
