// For tests: a small program that follows the lines of a plan, one per call, and logs what it read.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folder, type Made, type Plan } from '../backend.suite.js'
import { command } from './command.js'

/** The program finds its seat in the system text of its prompt, and its position from the files that it wrote before. */
const source = `
const fs = require('node:fs')
const path = require('node:path')
const here = __dirname
const heard = fs.readFileSync(0, 'utf8')
const plan = JSON.parse(fs.readFileSync(path.join(here, 'plan.json'), 'utf8'))
const seat = Object.keys(plan).find((id) => new RegExp(id, 'i').test(heard)) ?? Object.keys(plan)[0]
const nth = fs.readdirSync(path.join(here, 'heard')).filter((name) => name.includes(seat)).length
fs.writeFileSync(path.join(here, 'heard', String(nth) + '-' + seat), heard)
const line = plan[seat][nth]
if (line.kind === 'says') for (const piece of line.pieces ?? [line.text]) fs.writeSync(1, piece)
if (line.kind === 'says') fs.writeSync(1, '\\n')
if (line.kind === 'gives') fs.writeSync(1, 'Let me see: {"draft": 1}.\\n' + JSON.stringify(line.value, null, 2) + '\\n')
if (line.kind === 'hangs') { fs.writeSync(1, line.text); setInterval(() => {}, 1000) }
if (line.kind === 'breaks') { fs.writeSync(2, line.message); process.exit(3) }
`

export function mind(plan: Plan): Made {
  const here = folder()
  mkdirSync(join(here, 'heard'))
  writeFileSync(join(here, 'mind.cjs'), source)
  writeFileSync(join(here, 'plan.json'), JSON.stringify(plan))
  const heard = () =>
    readdirSync(join(here, 'heard'))
      .sort()
      .map((name) => readFileSync(join(here, 'heard', name), 'utf8'))
  return { backend: command({ argv: [process.execPath, join(here, 'mind.cjs')] }), heard }
}
