// Third party: writes THIRD-PARTY.md, the packages of others that are part of what parley ships, with their licences.
// `--check` writes nothing and fails when the page is not what it should be. Reads what the last whole build noted.

import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundledIn, isOutdated, parts } from './bundled.js'
import { fail, root } from './steps.js'

/** Licences that let us give the code away inside parley, as long as their text comes with it. */
const allowed = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'OFL-1.1',
]

function main(checkOnly) {
  const file = path.join(root, 'THIRD-PARTY.md')
  const { text, faults } = thirdParty(shipped(), root)
  if (faults.length > 0) fail(`THIRD-PARTY.md cannot be made:\n  ${faults.join('\n  ')}`)
  if (!checkOnly) return fs.writeFileSync(file, text)
  if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text)
    fail('THIRD-PARTY.md does not name what is bundled now. Write it again: node scripts/third-party.js')
  return undefined
}

/** The letters that the page falls back to, cut down and so renamed "Parley Serif"; named here because no package brings them. */
const font = { name: 'Source Serif 4', version: '4.004', folder: 'src/surfaces/web/fonts' }

/** Every package with the parts that it is in. */
function shipped() {
  const found = new Map()
  for (const part of parts) {
    const noted = bundledIn(part)
    if (noted === undefined || isOutdated(noted))
      fail(`It is not known what is bundled into the ${part} now. Build first: node scripts/build.js`)
    for (const one of noted.packages) add(found, one, part)
  }
  add(found, { ...font, notices: [] }, 'page')
  return [...found.values()]
}

function add(found, one, part) {
  const { in: before = [], notices = [] } = found.get(one.folder) ?? {}
  const both = [...new Set([...notices, ...one.notices])].sort()
  found.set(one.folder, { ...one, in: [...before, part], notices: both })
}

/** The page as a text, and what is wrong: a package without a licence, with one that is not allowed, or without its text. */
export function thirdParty(packages, base) {
  const known = packages.map((one) => described(one, base))
  for (const one of known) one.texts = one.texts.length > 0 ? one.texts : textsOfSibling(one, known)
  const faults = known.flatMap(faultOf)
  return { text: faults.length > 0 ? '' : page(known.sort(byName)), faults }
}

function described(one, base) {
  const folder = path.join(base, one.folder)
  const { license, repository } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const own = fs
    .readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice)\b/i.test(name))
    .sort()
    .map((name) => tidy(fs.readFileSync(path.join(folder, name), 'utf8')))
  const from = typeof repository === 'string' ? repository : repository?.url
  return { ...one, license: typeof license === 'string' ? license : '', from, texts: own }
}

/** Of several packages in one repository under one licence, some are published without their copy of it. */
function textsOfSibling({ from, license }, known) {
  const sibling = known.find(
    (one) => from && one.from === from && one.license === license && one.texts.length > 0,
  )
  return sibling?.texts ?? []
}

function faultOf({ name, version, license, texts }) {
  const which = `${name} ${version}`
  if (license === '') return [`${which} states no licence.`]
  if (!isAllowed(license))
    return [`${which} is under ${license}, which is not on the list of allowed licences.`]
  return texts.length === 0 ? [`${which} comes without the text of its licence (${license}).`] : []
}

/** `A OR B` leaves the choice to us; `A AND B` asks for both. */
function isAllowed(expression) {
  const bare = expression.replace(/[()]/g, '')
  return bare
    .split(/ OR /)
    .some((choice) => choice.split(/ AND /).every((one) => allowed.includes(one.trim())))
}

const byName = (a, b) => (a.name === b.name ? (a.version < b.version ? -1 : 1) : a.name < b.name ? -1 : 1)

function page(known) {
  const textsOf = ({ texts, notices }) => [...texts, ...notices.map(tidy)]
  const texts = [...new Set(known.flatMap(textsOf))]
  const rows = known.map((one) => {
    const numbers = textsOf(one).map((text) => texts.indexOf(text) + 1)
    return `| ${one.name} | ${one.version} | ${one.license} | ${one.in.join(', ')} | ${numbers.join(', ')} |`
  })
  const printed = texts.map((text, at) => `## Text ${at + 1}\n\n${fenced(text)}\n`)
  return `${head}\n\n| package | version | licence | in | text |\n|---|---|---|---|---|\n${rows.join('\n')}\n\n${printed.join('\n')}`
}

const head = `# Third-party software

parley itself is under the Apache License 2.0, see LICENSE. What is published as parley-ai also contains code of the packages below, each
under its own licence; the number names the text that follows. Written by \`node scripts/third-party.js\` from what was really bundled.`

const tidy = (text) =>
  text
    .replaceAll('\r\n', '\n')
    .replace(/[ \t]+$/gm, '')
    .replace(/^\n+|\n+$/g, '')

/** A licence that is written in Markdown may hold fences itself. */
function fenced(text) {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text}\n${fence}`
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv.includes('--check'))
