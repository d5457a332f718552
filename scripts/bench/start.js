// Start: what a command costs that does next to nothing, against starting node and doing nothing at all.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { inFolder, ms, root } from './_support.js'

const rounds = 5
const starts = 10
/** To complete the words of a command, it is loaded. */
const bars = { '--help': 2, '_complete show': 3 }
const spoken = [
  '--round=2',
  '--turn=7',
  '--speaker=Ada',
  '--role=Architect',
  '--turn-cost=120',
  '--running-total=900',
]

export async function measure() {
  return inFolder(async (folder) => {
    const parley = installedIn(folder)
    const commands = {
      nothing: ['-e', '0'],
      '--help': [parley, '--help'],
      list: [parley, 'list'],
      'completion bash': [parley, 'completion', 'bash'],
      '_complete show': [parley, '_complete', 'show', ''],
      'rule turn-header': [parley, 'rule', 'turn-header', ...spoken],
    }
    const took = Object.fromEntries(Object.keys(commands).map((name) => [name, []]))
    for (let round = 0; round < rounds; round++)
      for (const [name, args] of Object.entries(commands)) took[name].push(start(args, folder))
    const best = (name) => Math.min(...took[name])
    return Object.keys(commands)
      .slice(1)
      .map((name) => ({
        what: `starting \`parley ${name}\`, against \`node -e 0\``,
        ratio: best(name) / best('nothing'),
        bar: bars[name] ?? 2.5,
        detail: `${ms(best(name))} and ${ms(best('nothing'))} of processor`,
      }))
  })
}

/** As it is installed: a checkout looks at every source first. */
function installedIn(folder) {
  for (const part of ['bin', 'dist', 'library', 'package.json'])
    fs.cpSync(path.join(root, part), path.join(folder, part), { recursive: true })
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  return path.join(folder, 'bin', 'parley.js')
}

const loop = `for i in $(seq ${starts}); do "$@" >/dev/null || exit 1; done; times`

/** Processor time of one start. The shell adds up what its children took, which a busy machine disturbs least. */
function start(args, cwd) {
  const env = { ...process.env, PARLEY_HOME: path.join(cwd, 'home') }
  const run = spawnSync('sh', ['-c', loop, 'sh', process.execPath, ...args], { cwd, env, encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`${args.join(' ')}: ${run.stderr}`)
  const [, children] = run.stdout.trim().split('\n')
  const spent = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, m, s]) => Number(m) * 60_000 + Number(s) * 1000,
  )
  return (spent[0] + spent[1]) / starts
}
