// Installation: how this parley was installed, and the one command that puts another package where this parley will find it.
// Node looks for a package in the `node_modules` folders above the file that imports it, so that is where the command must install.

import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { fieldsOf } from '../rules/values.js'
import { packageName } from '../version.js'
import { shippedLibrary } from '../workspace/library.js'

export type Installation =
  | { readonly kind: 'checkout'; readonly root: string }
  /** With `npm install -g`, under this prefix. */
  | { readonly kind: 'global'; readonly prefix: string }
  /** As a dependency of a project. */
  | { readonly kind: 'local'; readonly project: string; readonly dev: boolean }
  | { readonly kind: 'pnpm'; readonly project: string; readonly dev: boolean }
  /** Fetched by npx for one run, under these names. */
  | { readonly kind: 'npx'; readonly packages: readonly string[] }

/** The command that installs a package for the parley that runs. A checkout lists it already, and installs all that it lists. */
export function installCommand(spec: string, how: Installation = installation()): string {
  switch (how.kind) {
    case 'checkout':
      return words('npm', 'ci', '--prefix', how.root, '--include=dev', '--include=optional')
    case 'global':
      // Stated even where it is npm's default: another npm on the same machine has another one.
      return words('npm', 'install', '-g', '--prefix', how.prefix, '--include=optional', spec)
    case 'local':
      return words('npm', 'install', '--prefix', how.project, ...saved(how), '--include=optional', spec)
    case 'pnpm':
      return words('pnpm', '--dir', how.project, 'add', ...saved(how), spec)
    case 'npx':
      return words('npx', ...[...how.packages, spec].map((one) => `--package=${one}`), 'parley')
  }
}

/** Of the parley that runs. */
const installation = (): Installation => installationAt(dirname(shippedLibrary().absolute('')))

/** `folder` is parley's own, with its package.json. */
export function installationAt(folder: string): Installation {
  const root = realpathSync(folder)
  if (existsSync(join(root, 'src'))) return { kind: 'checkout', root }
  const [project = '', store] = root.split(`${sep}node_modules${sep}.pnpm${sep}`)
  if (store !== undefined) return { kind: 'pnpm', project, dev: isDevelopment(project) }
  const holder = dirname(dirname(root))
  const npx = manifestIn(holder)['_npx']
  if (npx !== undefined) return { kind: 'npx', packages: texts(fieldsOf(npx)['packages']) }
  const prefix = prefixOf(holder)
  return prefix === null
    ? { kind: 'local', project: holder, dev: isDevelopment(holder) }
    : { kind: 'global', prefix }
}

/** npm puts the command itself beside global packages: under `bin`, or on Windows in the prefix itself. */
function prefixOf(holder: string): string | null {
  if (basename(holder) === 'lib' && existsSync(join(dirname(holder), 'bin', 'parley'))) return dirname(holder)
  return existsSync(join(holder, 'parley.cmd')) ? holder : null
}

function isDevelopment(project: string): boolean {
  return fieldsOf(manifestIn(project)['devDependencies'])[packageName] !== undefined
}

const saved = ({ dev }: { readonly dev: boolean }): readonly string[] => (dev ? ['--save-dev'] : [])

function manifestIn(folder: string): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  } catch {
    return {}
  }
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

/** As a person types it: what holds anything but plain characters is quoted. */
const words = (...all: readonly string[]): string =>
  all.map((word) => (/^[\w@%+=:,./\\-]+$/.test(word) ? word : `"${word}"`)).join(' ')
