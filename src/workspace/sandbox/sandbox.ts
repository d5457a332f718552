// Sandbox: runs a program so that it can change one folder and nothing else of the person's. Which layer does that depends on the machine.
//
//   BOX1  It can write to its root, to a home of its own and to temporary folders of its own, which are gone when it ends.
//   BOX2  The person's home is not there, but for tool chains and what they have downloaded, and these are read-only. PARLEY_HOME, the sockets
//         of agents and daemons, records, and files that are secrets by their name are not there either.
//   BOX3  There is no network unless the person allowed it.
//   BOX4  What it leaves running ends with it, also when parley is killed.
//   BOX5  What git keeps about the worktree is read-only: no commit, and no setting that a later call of git would run.

import { spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { readLinked } from '../git/linked.js'
import { parleyHome } from '../home.js'
import { bubblewrap } from './bubblewrap.js'
import type { Confinement, Sandbox } from './port.js'
import { seatbelt } from './seatbelt.js'

export type Found =
  | { readonly kind: 'sandbox'; readonly sandbox: Sandbox }
  /** `why` is a sentence; `hint` says what to do about it. */
  | { readonly kind: 'none'; readonly why: string; readonly hint: string }

let found: Promise<Found> | undefined

/** What works on this machine; it is really tried, once in a process. */
export function findSandbox(): Promise<Found> {
  found ??= tryLayers()
  return found
}

/** What a program in this folder may see: the rest of its repository to read, with git's own files; of the person's home, nothing. */
export async function confinementOf(
  root: string,
  network: boolean,
  env: NodeJS.ProcessEnv,
): Promise<Confinement> {
  const home = homedir()
  const linked = await readLinked(root)
  const around = linked === null ? [] : [repositoryAt(linked.commonDir, home)]
  const hidden = [parleyHome(env), ...[root, ...around].map((folder) => join(folder, '.parley'))]
  return { root, reads: around, hidden, home, network, path: env['PATH'] ?? '' }
}

/** The tree around a `.git`; only the `.git` where that tree is the person's home or holds it. */
function repositoryAt(commonDir: string, home: string): string {
  const top = dirname(commonDir)
  const isPlain = commonDir.endsWith('/.git') && !`${home}/`.startsWith(`${top === '/' ? '' : top}/`)
  return isPlain ? top : commonDir
}

async function tryLayers(): Promise<Found> {
  const layer = { linux: bubblewrap, darwin: seatbelt }[process.platform as string]
  if (layer === undefined)
    return { kind: 'none', why: `There is no sandbox for ${process.platform}.`, hint: '' }
  const root = process.cwd()
  const ask = {
    root,
    reads: [],
    hidden: [],
    home: homedir(),
    network: false,
    path: process.env['PATH'] ?? '',
  }
  const fault = await faultOf(layer.confine(['true'], ask))
  return fault === null ? { kind: 'sandbox', sandbox: layer } : { kind: 'none', ...toldOf(layer, fault) }
}

function toldOf({ layer }: Sandbox, fault: string): { why: string; hint: string } {
  if (layer === 'sandbox-exec') return { why: `sandbox-exec does not work here: ${fault}.`, hint: '' }
  if (fault === 'ENOENT')
    return {
      why: 'bubblewrap is not installed.',
      hint: 'Install it: apt install bubblewrap, dnf install bubblewrap.',
    }
  return {
    why: `bubblewrap does not work here: ${fault}.`,
    hint: 'It needs user namespaces, which this machine forbids.',
  }
}

/** Null where the command ran. */
function faultOf([program = '', ...args]: readonly string[]): Promise<string | null> {
  return new Promise((done) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 10_000 })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (said += piece))
    child.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
    child.once('close', (code) => done(code === 0 ? null : said.trim().split('\n')[0] || `exit ${code}`))
  })
}
