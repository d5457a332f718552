// Ruler: sizes and habits of the sources, each with the most that we aim for. `npm run ruler`; `--json` prints the figures.
// Exits with 1 if a figure is above its bar. It judges no beauty: it shows where to look.

import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './steps.js'

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
const code = listed
  .split('\n')
  .filter((file) => /\.(ts|tsx|mts|cts)$/.test(file) && !file.endsWith('.d.ts') && exists(file))
const isTest = (file) => /\.(test|suite)\.tsx?$/.test(file) || file.startsWith('test/')
const source = code.filter((file) => file.startsWith('src/') && !isTest(file))
const tests = code.filter(isTest)
const texts = new Map(code.map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')]))

const folders = tally(source.map((file) => path.dirname(file)))
const names = tally(
  source.map((file) => path.basename(file).replace(/\.tsx?$/, '')).filter((name) => name !== 'index'),
)
const types = tally(source.flatMap((file) => matches(file, /^export (?:interface|type|class) ([A-Z]\w*)/gm)))
const tellings = source.filter((file) =>
  /\/(telling|told-[\w-]+|drawings?|drawn-[\w-]+|said-parts)\.tsx?$/.test(file),
)

const rows = [
  ['source lines', lines(source), 75_000],
  ['source files', source.length, 600],
  ['test lines', lines(tests), 45_000],
  ['largest folder, in files', Math.max(...folders.values()), 30],
  ['file names used more than twice', overTwo(names), 0],
  ['exported type names used more than twice', overTwo(types), 0],
  ['version predicates', count(/(\bmeeting\.version\b|\.version (?:>=|<|>) \d)/g), 0],
  [
    'reads of unknown by name (textIn, fieldsOf, …)',
    count(/\b(textIn|fieldsOf|fieldIn|numberIn|listIn|itemsIn)\(/g),
    20,
  ],
  ['view files that take unknown (tellings)', tellings.length, 0],
].map(([what, is, most]) => ({ what, is, most }))
const areas = Object.fromEntries(
  [...tally(source.map(areaOf)).keys()]
    .toSorted()
    .map((area) => [area, lines(source.filter((file) => areaOf(file) === area))]),
)
const above = rows.filter(({ is, most }) => is > most)

if (process.argv.includes('--json')) console.log(JSON.stringify({ rows, areas }, null, 1))
else {
  for (const { what, is, most } of rows)
    console.log(
      `${is > most ? 'MISS' : 'ok  '} ${String(is).padStart(7)}  at most ${String(most).padStart(6)}  ${what}`,
    )
  console.log(
    Object.entries(areas)
      .map((entry) => entry.join(' '))
      .join(' · '),
  )
  console.log(`ruler: ${rows.length - above.length} of ${rows.length} hold`)
}
process.exitCode = above.length > 0 ? 1 : 0

/** A protocol and a surface are areas of their own. */
function areaOf(file) {
  const parts = file.split('/').slice(1, -1)
  return parts.slice(0, ['protocols', 'surfaces'].includes(parts[0]) ? 2 : 1).join('/') || 'src'
}

function exists(file) {
  return fs.existsSync(path.join(root, file))
}

function lines(files) {
  return files.reduce((sum, file) => sum + texts.get(file).split('\n').length - 1, 0)
}

function matches(file, pattern) {
  return [...texts.get(file).matchAll(pattern)].map(([, name]) => name)
}

function count(pattern) {
  return source.reduce((sum, file) => sum + matches(file, pattern).length, 0)
}

function tally(keys) {
  const counts = new Map()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

function overTwo(counts) {
  return [...counts.values()].filter((times) => times > 2).length
}
