// Start: what a command costs that does next to nothing, against starting node and doing nothing at all.

import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { inFolder, median, ms, root } from './_support.js'

const rounds = 15
const spoken = [
  '--round=2',
  '--turn=7',
  '--speaker=Ada',
  '--role=Architect',
  '--turn-cost=120',
  '--running-total=900',
]
const header = ['rule', 'turn-header', ...spoken]

export async function measure() {
  return inFolder(async (folder) => {
    const parley = path.join(root, 'bin', 'parley.js')
    const asked = {
      nothing: ['-e', '0'],
      help: [parley, '--help'],
      list: [parley, 'list'],
      rule: [parley, ...header],
    }
    const took = Object.fromEntries(Object.keys(asked).map((name) => [name, []]))
    for (let round = 0; round < rounds; round++)
      for (const [name, args] of Object.entries(asked)) took[name].push(start(args, folder))
    const bare = median(took.nothing)
    return ['help', 'list', 'rule'].map((name) => ({
      what: `starting \`parley ${asked[name].slice(1, 3).join(' ')}\`, against \`node -e 0\``,
      ratio: median(took[name]) / bare,
      bar: 2,
      detail: `${ms(median(took[name]))} and ${ms(bare)}`,
    }))
  })
}

function start(args, cwd) {
  const before = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
  return performance.now() - before
}
