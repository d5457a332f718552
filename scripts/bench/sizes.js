// Sizes: what seats are sent in a council and in a chartered meeting, in the tokens of their receipts, against what is enough today.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { api, inFolder, root } from './_support.js'

/** Tokens that each of these took when the bar was set; a prompt may grow by a tenth before somebody has to decide. */
const sizes = {
  'the first turn of a council': 1_400,
  'a later turn of its chair': 2_000,
  'its synthesis': 3_450,
  'the first turn of a chartered meeting': 1_600,
}

const question = 'Shall we cache the results?'
const text = `**Position:** Cache them.\n\n${'They are asked for again within the hour, and nobody knows what a miss costs. '.repeat(3)}`
const turns = (call, times) => Array(times).fill({ call, text })

const council = {
  seats: {
    'founder-operator': [...turns('seat.turn', 2), { call: 'chair.synthesize', value: record() }],
    '*': turns('seat.turn', 10),
  },
  answers: ['another-round', 'conclude'],
}

/** It waits for the person after its first turn. */
const meet = {
  seats: {
    '*': [...Array(2).fill({ call: 'research.prelude', value: known() }), ...turns('discuss.turn', 1)],
  },
  answers: ['post-charter', 'post-research'].map((to) => ({ to, choose: 'continue' })),
}

function record() {
  const rest = { reasoning: text, dissents: [], follow_ups: [], topics: [] }
  return { title: 'The cache', preamble: 'Six seats looked at it.', recommendation: 'Cache them.', ...rest }
}

function known() {
  return { sources: [], known: [{ text: 'They are asked for again within the hour' }] }
}

export async function measure() {
  return inFolder(async (folder) => {
    parley(folder, 'council', 'convene', 'solo-founder')
    const inCouncil = await held(folder, council, 'council', 'meeting', question)
    const inMeet = await held(folder, meet, 'meet', '--charter', question, '--invitees', 'Theo,Zara')
    const [first] = inCouncil
    const later = inCouncil.findLast(({ seat, call }) => seat === first.seat && call === 'seat.turn')
    const found = {
      'the first turn of a council': first,
      'a later turn of its chair': later,
      'its synthesis': inCouncil.find(({ call }) => call === 'chair.synthesize'),
      'the first turn of a chartered meeting': inMeet.find(({ call }) => call === 'discuss.turn'),
    }
    return Object.entries(sizes).map(([what, size]) => {
      const tokens = found[what]?.receipt.tokens.input
      if (tokens === undefined) throw new Error(`no turn was found for ${what}`)
      return {
        what: `tokens of ${what}, against ${size}`,
        ratio: tokens / size,
        bar: 1.1,
        detail: `${tokens}`,
      }
    })
  })
}

/** The turns of a meeting that is held here. */
async function held(folder, script, ...words) {
  fs.writeFileSync(path.join(folder, 'script.json'), JSON.stringify(script))
  const journals = api.workspaceJournals(folder, homeIn(folder))
  const before = new Set(await journals.ids())
  parley(folder, ...words, '--agents', 'script:script.json')
  const id = (await journals.ids()).find((one) => !before.has(one))
  const lines = await journals.of(id).read()
  return lines.filter(({ kind }) => kind === 'turn').map(({ data }) => data)
}

const waits = 3

const homeIn = (folder) => path.join(folder, '.home')

function parley(folder, ...words) {
  const argv = [path.join(root, 'bin', 'parley.js'), ...words, '--cwd', folder]
  const env = { ...process.env, PARLEY_HOME: homeIn(folder) }
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd: folder, env, encoding: 'utf8' })
  if (status !== 0 && status !== waits)
    throw new Error(`parley ${words.join(' ')} ended with ${status}: ${stderr.slice(-400)}`)
  return stdout
}
