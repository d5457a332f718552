// A registry of npm packages on loopback: `npm install` and `npx` run for real, and get only what a test put there.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { checkout, plainEnvironment, temporary, type Until } from './run.js'

export interface NpmRegistry {
  /** Makes a package of a folder installable. */
  publish(folder: string): Promise<void>
  /** Writes a package with these files, and publishes it. */
  publishMade(manifest: Manifest, files: Readonly<Record<string, string>>): Promise<void>
  /** The path of a package's archive. */
  archiveOf(name: string): string
  /** Runs a command line in a shell, with an npm that knows this registry and nothing of this machine. */
  shell(command: string, options: { readonly cwd: string; readonly env?: Env }): Promise<Shelled>
}

export interface Shelled {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

type Env = Readonly<Record<string, string>>
type Manifest = { readonly name: string; readonly version: string } & Readonly<Record<string, unknown>>
type Published = { readonly manifest: Manifest; readonly archive: string }

export async function npmRegistry(until: Until): Promise<NpmRegistry> {
  const folder = temporary(until)
  const packages = new Map<string, Published>()
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://registry').pathname.slice(1))
    answer(path, { packages, response, base: `http://${request.headers.host}` })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  until(() => new Promise<void>((done) => void server.close(() => done())))
  const env = npmEnvironment(folder, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const publish = async (from: string) => {
    const manifest = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as Manifest
    const packed = `npm pack ${JSON.stringify(from)} --ignore-scripts --pack-destination ${folder}`
    const { code, stdout, stderr } = await inShell(packed, folder, env)
    if (code !== 0) throw new Error(stderr)
    packages.set(manifest.name, { manifest, archive: join(folder, stdout.trim().split('\n').at(-1)!) })
  }
  return {
    publish,
    async publishMade(manifest, files) {
      const at = join(folder, manifest.name)
      mkdirSync(at, { recursive: true })
      writeFileSync(join(at, 'package.json'), JSON.stringify(manifest))
      for (const [name, text] of Object.entries(files)) writeFileSync(join(at, name), text)
      await publish(at)
    },
    archiveOf: (name) => packages.get(name)!.archive,
    shell: (command, options) => inShell(command, options.cwd, { ...env, ...options.env }),
  }
}

interface Asking {
  readonly packages: ReadonlyMap<string, Published>
  readonly response: ServerResponse
  readonly base: string
}

function answer(path: string, { packages, response, base }: Asking): void {
  const [name = '', file] = path.split('/-/')
  const found = packages.get(name)
  if (found === undefined) return void response.writeHead(404).end('{}')
  const { manifest, archive } = found
  const bytes = readFileSync(archive)
  if (file !== undefined) return void response.writeHead(200).end(bytes)
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  const dist = { tarball: `${base}/${name}/-/archive.tgz`, integrity }
  const versions = { [manifest.version]: { ...manifest, dist } }
  const told = { name, 'dist-tags': { latest: manifest.version }, versions }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(told))
}

/** Nothing of this machine's npm: its settings name other registries, its cache holds other packages. */
function npmEnvironment(folder: string, registry: string): Env {
  return {
    npm_config_userconfig: join(folder, 'no-user-settings'),
    npm_config_globalconfig: join(folder, 'no-global-settings'),
    npm_config_registry: registry,
    npm_config_cache: join(folder, 'cache'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    npm_config_loglevel: 'error',
    npm_config_yes: 'true',
  }
}

async function inShell(command: string, cwd: string, env: Env): Promise<Shelled> {
  // An outer `npm test` would pass its own settings on.
  const own = Object.entries(plainEnvironment()).filter(([name]) => !/^npm_/i.test(name))
  const given = { cwd, env: { ...Object.fromEntries(own), ...env }, maxBuffer: 2 ** 26 }
  try {
    return { code: 0, ...(await promisify(execFile)('sh', ['-c', command], given)) }
  } catch (error) {
    const { code = 1, stdout = '', stderr = '' } = error as Partial<Shelled>
    return { code, stdout, stderr }
  }
}

/** Builds all of parley when only its command is there, or when the library is older than it. */
export async function wholeBuild(): Promise<void> {
  const age = (name: string) =>
    statSync(join(checkout, 'dist', name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (age('index.js') >= age('.built') && age('web/index.html') > 0) return
  await promisify(execFile)(process.execPath, [join(checkout, 'scripts', 'build.js')], { cwd: checkout })
}
