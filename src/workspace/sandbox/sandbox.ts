// Sandbox: runs a program so that it can change one folder and nothing else of the person's. Which layer does that depends on the machine.
//
//   BOX1  It can write to its root, to a home of its own and to temporary folders of its own, which are gone when it ends.
//   BOX2  The person's home is not there, but for tool chains and what they have downloaded, and these are read-only. PARLEY_HOME, the sockets
//         of agents and daemons, and records are not there either. Files that hold secrets are empty at any depth, unless the person allowed them.
//   BOX3  There is no network unless the person allowed it.
//   BOX4  What it leaves running ends with it, also when parley is killed.
//   BOX5  What git keeps about the worktree is read-only: no commit, and no setting that a later call of git would run.

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { readLinked } from '../git/linked.js'
import { parleyHome } from '../home.js'
import { bubblewrap } from './bubblewrap.js'
import type { Confinement, Sandbox } from './port.js'
import { seatbelt } from './seatbelt.js'
import { secretsIn } from './secrets-in.js'
import { unshare } from './unshare.js'

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

/** What the person allowed. */
export interface Allowed {
  readonly network: boolean
  /** Patterns of files that hold secrets and may be read. */
  readonly secretFiles?: readonly string[]
}

/** What a program in this folder may see: the rest of its repository to read, with git's own files; of the person's home, nothing. */
export async function confinementOf(
  root: string,
  { network, secretFiles = [] }: Allowed,
  env: NodeJS.ProcessEnv,
): Promise<Confinement> {
  const home = homedir()
  const linked = await readLinked(root)
  const around = linked === null ? [] : [repositoryAt(linked.commonDir, home)]
  const hidden = [parleyHome(env), ...[root, ...around].map((folder) => join(folder, '.parley'))]
  const secrets = await secretsIn([root, ...around], secretFiles, hidden)
  return { root, reads: around, hidden, secrets, home, network, path: env['PATH'] ?? '' }
}

/** The tree around a `.git`; only the `.git` where that tree is the person's home or holds it. */
function repositoryAt(commonDir: string, home: string): string {
  const top = dirname(commonDir)
  const isPlain = commonDir.endsWith('/.git') && !`${home}/`.startsWith(`${top === '/' ? '' : top}/`)
  return isPlain ? top : commonDir
}

async function tryLayers(): Promise<Found> {
  const layers = { linux: [bubblewrap, unshare], darwin: [seatbelt] }[process.platform as string]
  if (layers === undefined)
    return { kind: 'none', why: `There is no sandbox for ${process.platform}.`, hint: '' }
  const faults: string[] = []
  for (const sandbox of layers) {
    const fault = await faultIn(sandbox)
    if (fault === null) return { kind: 'sandbox', sandbox }
    faults.push(
      `${sandbox.layer} ${fault === 'ENOENT' ? 'is not installed' : `does not work here: ${fault}`}.`,
    )
  }
  return { kind: 'none', why: faults.join(' '), hint: hintFor(faults) }
}

function hintFor([first = '']: readonly string[]): string {
  if (process.platform !== 'linux') return ''
  return first.endsWith('is not installed.')
    ? 'Install bubblewrap: apt install bubblewrap, dnf install bubblewrap.'
    : 'Both need user namespaces, which this machine forbids.'
}

/** Null where the layer starts a program and keeps it from writing elsewhere: a layer that only starts it would be worse than none. */
export async function faultIn(sandbox: Sandbox): Promise<string | null> {
  const root = process.cwd()
  const home = homedir()
  const path = process.env['PATH'] ?? ''
  const ask = { root, reads: [], hidden: [], secrets: [], home, network: false, path }
  const elsewhere = sandbox.layer === 'sandbox-exec' ? home : '/var/tmp'
  const witness = join(elsewhere, `.parley-sandbox-${process.pid}-${randomUUID()}`)
  const fault = await faultOf(sandbox.confine(['sh', '-c', 'touch "$0" 2>/dev/null; exit 0', witness], ask))
  if (!existsSync(witness)) return fault
  rmSync(witness, { force: true })
  return 'a program in it changed a file outside'
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
