// Sizes: what seats are sent in a rehearsed council and a rehearsed chartered meeting, in tokens, against what is enough today.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { inFolder, root } from './_support.js'

/** Tokens that each of these took when the bar was set; a prompt may grow by a tenth before somebody has to decide. */
const sizes = {
  'the first turn of a council': 1_550,
  'a later turn of its chair': 2_050,
  'its synthesis': 2_900,
  'the first turn of a chartered meeting': 1_700,
}

export async function measure() {
  return inFolder(async (folder) => {
    parley(folder, 'council', 'convene', 'solo-founder')
    fs.writeFileSync(path.join(folder, 'answers.yaml'), '- another-round\n- conclude\n')
    const council = held(
      folder,
      'council',
      'meeting',
      'Shall we cache the results?',
      '--answers',
      'answers.yaml',
    )
    const meet = held(
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
      const tokens = sum(found[what]?.parts ?? [])
      if (tokens === 0) throw new Error(`no prompt was found for ${what}`)
      return {
        what: `tokens of ${what}, against ${size}`,
        ratio: tokens / size,
        bar: 1.1,
        detail: `${tokens}`,
      }
    })
  })
}

const sum = (parts) => parts.reduce((all, { tokens }) => all + tokens, 0)

/** The prompts of a meeting that is held here. */
function held(folder, ...words) {
  const before = new Set(ids(folder))
  parley(folder, ...words)
  const id = ids(folder).find((one) => !before.has(one))
  return parley(folder, 'show', id, '--prompts', '--json')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function ids(folder) {
  const all = path.join(folder, '.parley', 'meetings')
  return fs.existsSync(all) ? fs.readdirSync(all) : []
}

function parley(folder, ...words) {
  const argv = [path.join(root, 'bin', 'parley.js'), ...words, '--agents', 'rehearsal', '--cwd', folder]
  const env = { ...process.env, PARLEY_HOME: path.join(folder, '.home') }
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd: folder, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`parley ${words.join(' ')} ended with ${status}: ${stderr.slice(-400)}`)
  return stdout
}
