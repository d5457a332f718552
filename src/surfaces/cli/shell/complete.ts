// `parley _complete KIND PREFIX`: what the workspace holds, one a line, with a title behind a tab. For completion: it writes nothing, says nothing
// of what goes wrong, and always ends well.

import { clean } from '../../../documents/clean.js'
import type { Io } from '../io.js'
import { type AskedKind, askedKinds } from './values.js'

const longest = 1_000
const most = 200

export async function complete([kind = '', prefix = '']: readonly string[], io: Io): Promise<number> {
  const known = askedKinds.find((one) => one === kind)
  if (known === undefined) return 0
  const late = new Promise<readonly Offered[]>((done) =>
    setTimeout(() => done([]), patienceOf(io.env)).unref(),
  )
  const found = await Promise.race([finders[known](io).catch(() => []), late])
  const fitting = found
    .filter(({ word }) => word.startsWith(prefix) && /^[\w.+=-]+$/.test(word))
    .slice(0, most)
  io.out(fitting.map(({ word, title }) => `${word}\t${oneLine(title)}\n`).join(''))
  return 0
}

/** Tests on a busy machine may wait longer. */
function patienceOf(env: Io['env']): number {
  return Number(env['PARLEY_COMPLETE_MS']) || longest
}

interface Offered {
  readonly word: string
  readonly title: string
}

const finders: Readonly<Record<AskedKind, (io: Io) => Promise<readonly Offered[]>>> = {
  async ids({ cwd }) {
    const { meetingsSeenFrom } = await import('../seen.js')
    return (await meetingsSeenFrom(cwd)).map(({ id, title }) => ({ word: id, title }))
  },
  async workers({ env }) {
    const [{ packageFolders, readPackages }, { parleyHome }] = await Promise.all([
      import('../../../protocols/talk/ground/packages.js'),
      import('../../../workspace/home.js'),
    ])
    const { workers } = await readPackages(packageFolders(parleyHome(env)))
    return workers.map(({ packageName, identity }) => ({ word: packageName, title: identity.description }))
  },
  async templates() {
    const [{ readdirSync }, { libraryPath }] = await Promise.all([
      import('node:fs'),
      import('../library-path.js'),
    ])
    const names = readdirSync(libraryPath('council', 'templates')).filter((name) => name.endsWith('.yaml'))
    return names.map((name) => ({ word: name.slice(0, -'.yaml'.length), title: '' }))
  },
  async seats({ cwd }) {
    const [{ readdirSync }, { join }, { findRoot }] = await Promise.all([
      import('node:fs'),
      import('node:path'),
      import('../../../workspace/root.js'),
    ])
    const names = readdirSync(join((await findRoot(cwd)) ?? cwd, '.council', 'seats'))
    return names
      .filter((name) => name.endsWith('.md'))
      .map((name) => ({ word: `${name.slice(0, -3)}=`, title: '' }))
  },
}

/** A title is what somebody wrote: no control character, no second line, no tab. */
function oneLine(text: string): string {
  return clean(text).replace(/\s+/g, ' ').trim().slice(0, 80)
}
