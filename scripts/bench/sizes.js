// Sizes: what seats are sent in a rehearsed council and a rehearsed chartered meeting, in the tokens of their receipts, against what is
// enough today.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { api, inFolder, root } from './_support.js'

/** Tokens that each of these took when the bar was set; a prompt may grow by a tenth before somebody has to decide. */
const sizes = {
  'the first turn of a council': 1_400,
  'a later turn of its chair': 1_950,
  'its synthesis': 3_250,
  'the first turn of a chartered meeting': 1_750,
}

export async function measure() {
  return inFolder(async (folder) => {
    parley(folder, 'council', 'convene', 'solo-founder')
    fs.writeFileSync(path.join(folder, 'answers.yaml'), '- another-round\n- conclude\n')
    const council = await held(
      folder,
      'council',
      'meeting',
      'Shall we cache the results?',
      '--answers',
      'answers.yaml',
    )
    const meet = await held(
      folder,
      'meet',
      '--charter',
      'Shall we cache the results?',
      '--invitees',
      'Theo,Zara',
      '--yes',
    )
    const [first] = council
    const later = council.findLast(({ seat, call }) => seat === first.seat && call === 'seat.turn')
    const found = {
      'the first turn of a council': first,
      'a later turn of its chair': later,
      'its synthesis': council.find(({ call }) => call === 'chair.synthesize'),
      'the first turn of a chartered meeting': meet.find(({ call }) => call === 'discuss.turn'),
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
async function held(folder, ...words) {
  const journals = api.workspaceJournals(folder, homeIn(folder))
  const before = new Set(await journals.ids())
  parley(folder, ...words)
  const id = (await journals.ids()).find((one) => !before.has(one))
  const lines = await journals.of(id).read()
  return lines.filter(({ kind }) => kind === 'turn').map(({ data }) => data)
}

const homeIn = (folder) => path.join(folder, '.home')

function parley(folder, ...words) {
  const argv = [path.join(root, 'bin', 'parley.js'), ...words, '--agents', 'rehearsal', '--cwd', folder]
  const env = { ...process.env, PARLEY_HOME: homeIn(folder) }
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd: folder, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`parley ${words.join(' ')} ended with ${status}: ${stderr.slice(-400)}`)
  return stdout
}
