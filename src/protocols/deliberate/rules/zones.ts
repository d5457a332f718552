// Zones: the parts in which a project is audited. Every inventoried file is in exactly one of them.

import type { Theme } from '../documents/theme-shape.js'

export interface InventoryFile {
  readonly path: string
  readonly lines: number
}

export interface Zone {
  /** A folder with its `/`; `./` for the loose files of the root. */
  readonly name: string
  readonly files: readonly InventoryFile[]
}

const mostFiles = 40
const mostLines = 5000
const fewestFiles = 3

/** Whether a file is worth an auditor's eyes, by its name alone: no binary, lock or generated file, nothing of the session's own. */
export function isAudited(path: string, { id, skillsRoot }: Pick<Theme, 'id' | 'skillsRoot'>): boolean {
  const own = [`.claude/${id}/`, '.claude/prd/', skillsRoot, '.parley/']
  if (own.some((folder) => path.startsWith(folder))) return false
  return !(binary.test(path) || lock.test(path) || generated.test(path))
}

const binary =
  /\.(?:png|jpe?g|gif|webp|avif|ico|icns|bmp|tiff?|pdf|zip|gz|tgz|bz2|xz|7z|rar|jar|war|class|o|a|so|dylib|dll|exe|bin|wasm|woff2?|ttf|otf|eot|mp[34]|m4a|ogg|wav|webm|mov|avi|sqlite3?|db|pyc|keystore|p12)$/i
const lock =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|Gemfile\.lock|composer\.lock|go\.sum|flake\.lock)$/
const generated =
  /(?:\.min\.(?:js|css)|\.map|\.snap|\.generated\.\w+|_pb2\.py|\.pb\.go|\.g\.dart)$|(?:^|\/)(?:dist|vendor|node_modules)\//

/** A file with a NUL in it is none that anybody reads as text. */
export function isText(text: string): boolean {
  return !text.includes('\0')
}

/** By folder at the top; what is too large is split by its subfolders, and what is too small joins its parent's loose files. */
export function zonesOf(inventory: readonly InventoryFile[]): Zone[] {
  const zones = splitFolder('', inventory)
  return zones.map(({ name, files }) => ({ name: name === '' ? './' : name, files }))
}

function splitFolder(folder: string, files: readonly InventoryFile[]): Zone[] {
  const loose: InventoryFile[] = []
  const below = new Map<string, InventoryFile[]>()
  for (const file of files) {
    const rest = file.path.slice(folder.length)
    const slash = rest.indexOf('/')
    if (slash < 0) loose.push(file)
    else below.set(rest.slice(0, slash + 1), [...(below.get(rest.slice(0, slash + 1)) ?? []), file])
  }
  const parts = [...below].flatMap(([name, own]) => {
    const whole = { name: `${folder}${name}`, files: own }
    return isLarge(own) ? splitFolder(whole.name, own) : [whole]
  })
  const [large, small] = [true, false].map((wanted) =>
    parts.filter((part) => part.files.length >= fewestFiles === wanted),
  )
  const own = [...loose, ...small!.flatMap((part) => part.files)]
  return [...(own.length > 0 ? [{ name: folder, files: sorted(own) }] : []), ...large!].toSorted(byName)
}

function isLarge(files: readonly InventoryFile[]): boolean {
  return files.length > mostFiles || files.reduce((sum, { lines }) => sum + lines, 0) > mostLines
}

/** Only files below one of these prefixes; without any, all. */
export function inScope(inventory: readonly InventoryFile[], prefixes: readonly string[]): InventoryFile[] {
  const scopes = prefixes
    .map((prefix) =>
      prefix
        .trim()
        .replace(/^\.?\//, '')
        .replace(/\*+$/, ''),
    )
    .filter((prefix) => prefix !== '')
  if (scopes.length === 0) return [...inventory]
  return inventory.filter(({ path }) => scopes.some((scope) => path.startsWith(scope)))
}

function sorted(files: readonly InventoryFile[]): InventoryFile[] {
  return files.toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

function byName(one: Zone, other: Zone): number {
  return one.name < other.name ? -1 : 1
}
