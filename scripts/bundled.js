// Bundled: notes what each part of the build contains (command, library, page), so that other scripts know what parley ships.
// One file for each part, `dist/.bundled/PART.json`: our own sources, and third-party packages with their versions and the copyright
// notices in their files, since a package may itself contain other people's code.

import fs from 'node:fs'
import path from 'node:path'
import { root } from './steps.js'

const folder = path.join(root, 'dist', '.bundled')

/** The parts whose packages end up in what is published. */
export const parts = ['command', 'library', 'page']

/** Takes the output of rolldown or vite. */
export function noteBundled(part, output) {
  const modules = output.flatMap(({ moduleIds = [] }) => moduleIds).map(fileOf)
  const packages = new Map()
  for (const file of modules) {
    const found = packageOf(file)
    if (found === undefined) continue
    const notices = [...(packages.get(found.folder)?.notices ?? []), ...noticesIn(file)]
    packages.set(found.folder, { ...found, notices: [...new Set(notices)] })
  }
  const noted = {
    sources: [...new Set(modules.filter(isOurs).map((file) => path.relative(root, file)))].sort(),
    packages: [...packages.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1)),
  }
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, `${part}.json`), `${JSON.stringify(noted, null, 2)}\n`)
  return noted
}

/** Undefined when the part was never built, or its note cannot be read. */
export function bundledIn(part) {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, `${part}.json`), 'utf8'))
  } catch {
    return undefined
  }
}

/** Whether a package that was bundled has another version now. */
export function isOutdated({ packages }) {
  return packages.some(({ folder: at, version }) => manifest(path.join(root, at))?.version !== version)
}

/** Bundlers mark virtual modules with a null character, and add queries after a question mark. */
const fileOf = (id) => id.replace(/^\0+/, '').replace(/\?.*$/, '')

const isOurs = (file) => file.startsWith(path.join(root, 'src') + path.sep)

/** The nearest folder above with a name and a version: some packages have nested package.json files without them. */
function packageOf(file) {
  const at = file.indexOf(`${path.sep}node_modules${path.sep}`)
  if (at < 0) return undefined
  for (let up = path.dirname(file); up.length > at; up = path.dirname(up)) {
    const { name, version } = manifest(up) ?? {}
    if (name && version) return { name, version, folder: up.slice(at + 1).replaceAll(path.sep, '/') }
  }
  return undefined
}

/** Comments that claim a copyright. The bundle is written without comments. */
function noticesIn(file) {
  const comments = fs.readFileSync(file, 'utf8').match(/^[ \t]*\/\*[\s\S]{1,3000}?\*\//gm) ?? []
  return comments
    .filter((comment) => /copyright/i.test(comment))
    .map((comment) => comment.replace(/^[ \t]*\/\*+!?|[ \t]*\*+\/$|^[ \t]*\*[ \t]?/gm, '').trim())
}

function manifest(at) {
  try {
    return JSON.parse(fs.readFileSync(path.join(at, 'package.json'), 'utf8'))
  } catch {
    return undefined
  }
}
