// Packages: workers are data, read without running anything; only a toolbox is code, and it is not loaded here.
//
// A package that cannot be understood is skipped, with a line for the log for every field that is wrong; the others are read.

import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { mostOfSmall } from '../../../kernel/world.js'
import { boundedBytes } from '../../../workspace/bounded.js'
import { shippedLibrary } from '../../../workspace/library.js'
import { faultsIn, Manifest, type Metadata, unknownFields } from './package-manifest.js'

export interface WorkerPackage {
  readonly packageName: string
  readonly folder: string
  readonly identity: {
    readonly name: string
    readonly description: string
    readonly displayTitle: string
    /** When to involve this worker. */
    readonly guidance: string | null
  }
  readonly model: string | null
  readonly systemToolboxes: readonly string[]
  readonly domainToolboxes: readonly string[]
  readonly builtInTools: readonly string[]
  readonly checkoutScope: 'sparse' | 'full'
  readonly limits: { readonly maxOutputTokens?: number; readonly turnTimeoutSeconds?: number }
  readonly posture: string
  readonly soul: string | null
}

export interface ToolboxPackage {
  readonly packageName: string
  readonly folder: string
  /** The absolute path of its entry module. */
  readonly entry: string
}

export interface Packages {
  readonly workers: readonly WorkerPackage[]
  readonly toolboxes: readonly ToolboxPackage[]
  /** One line each: package, field, what is wrong. For the log. */
  readonly troubles: readonly string[]
}

/** The person's own before what ships with parley: of two packages with one name, the first one found counts. */
export function packageFolders(home: string): readonly string[] {
  return [join(home, 'packages'), shippedLibrary().absolute('talk/workers')]
}

export async function readPackages(folders: readonly string[]): Promise<Packages> {
  const found = {
    workers: [] as WorkerPackage[],
    toolboxes: [] as ToolboxPackage[],
    troubles: [] as string[],
  }
  const taken = new Map<string, string>()
  for (const folder of await packagesIn(folders)) {
    const read = await readPackage(folder)
    found.troubles.push(...read.troubles.map((trouble) => `${folder}: ${trouble}`))
    if (read.name === null) continue
    const first = taken.get(read.name)
    if (first === undefined) keep(found, taken, read, folder)
    else found.troubles.push(`${folder}: skipped, ${read.name} is in ${first} already`)
  }
  return found
}

/** By package name first, then by identity name. */
export function findWorker(packages: Pick<Packages, 'workers'>, name: string): WorkerPackage | null {
  const wanted = name.trim().toLowerCase()
  const named = (text: string) => text.toLowerCase() === wanted
  const { workers } = packages
  return (
    workers.find(({ packageName }) => named(packageName)) ??
    workers.find(({ identity }) => named(identity.name)) ??
    null
  )
}

interface Read {
  /** Null for a package that is skipped. */
  readonly name: string | null
  readonly worker?: WorkerPackage
  readonly toolbox?: ToolboxPackage
  readonly troubles: readonly string[]
}

function keep(
  found: { workers: WorkerPackage[]; toolboxes: ToolboxPackage[] },
  taken: Map<string, string>,
  { name, worker, toolbox }: Read,
  folder: string,
): void {
  taken.set(name!, folder)
  if (worker) found.workers.push(worker)
  if (toolbox) found.toolboxes.push(toolbox)
}

async function packagesIn(folders: readonly string[]): Promise<readonly string[]> {
  const lists = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder).catch(() => [])).toSorted().map((name) => join(folder, name)),
    ),
  )
  return lists.flat().filter((folder) => existsSync(join(folder, 'package.json')))
}

async function readPackage(folder: string): Promise<Read> {
  const manifest = Manifest.safeParse(await jsonIn(join(folder, 'package.json')))
  if (!manifest.success) return skipped(faultsIn(manifest.error))
  const { name, main, parley } = manifest.data
  const unknown = unknownFields(parley).map((field) => `parley.${field} is not known and is ignored`)
  const types = Array.isArray(parley.type) ? parley.type : [parley.type]
  const worker = types.includes('worker') ? await readWorker(folder, name, parley) : null
  if (worker?.worker === undefined && worker !== null) return skipped([...unknown, ...worker.troubles])
  const toolbox = types.includes('toolbox') ? readToolbox(folder, name, parley.entry ?? main) : null
  if (typeof toolbox === 'string') return skipped([...unknown, toolbox])
  return {
    name,
    ...(worker?.worker ? { worker: worker.worker } : {}),
    ...(toolbox ? { toolbox } : {}),
    troubles: [...unknown, ...(worker?.troubles ?? [])],
  }
}

async function readWorker(
  folder: string,
  packageName: string,
  metadata: Metadata,
): Promise<{ worker?: WorkerPackage; troubles: readonly string[] }> {
  const { identity } = metadata
  if (identity === undefined) return { troubles: ['parley.identity is missing'] }
  const posture = (await textIn(folder, 'posture.md')) ?? metadata.posture?.trim()
  if (!posture) return { troubles: ['posture.md is missing or empty'] }
  const soul = await textIn(folder, 'soul.md')
  const worker = {
    packageName,
    folder,
    identity: { ...identity, guidance: identity.guidance ?? null },
    model: metadata.model ?? null,
    systemToolboxes: metadata.systemToolboxes,
    domainToolboxes: metadata.domainToolboxes,
    builtInTools: metadata.builtInTools,
    checkoutScope: metadata.checkoutScope,
    limits: metadata.limits as WorkerPackage['limits'],
    posture,
    soul,
  }
  return { worker, troubles: soul === null ? ['soul.md is missing; the worker speaks without one'] : [] }
}

/** The toolbox, or what is wrong with it. */
function readToolbox(
  folder: string,
  packageName: string,
  named: string | undefined,
): ToolboxPackage | string {
  const entry = resolve(folder, named ?? 'index.js')
  if (!entry.startsWith(folder + sep)) return `its entry module ${named} is not inside the package`
  return existsSync(entry)
    ? { packageName, folder, entry }
    : `its entry module ${named ?? 'index.js'} is missing`
}

function skipped(troubles: readonly string[]): Read {
  return { name: null, troubles: troubles.map((trouble) => `skipped, ${trouble}`) }
}

async function textIn(folder: string, name: string): Promise<string | null> {
  const bytes = await boundedBytes(join(folder, name), name, mostOfSmall).catch(() => null)
  const text = bytes?.toString('utf8') ?? ''
  return text.trim() === '' ? null : text.trim()
}

async function jsonIn(file: string): Promise<unknown> {
  try {
    return JSON.parse(`${await boundedBytes(file, file, mostOfSmall)}`)
  } catch {
    return undefined
  }
}
