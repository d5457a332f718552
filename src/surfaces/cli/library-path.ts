// The library folder: personas, templates and boards that ship with parley, found beside its package.json.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A path inside the library folder. The file need not exist. */
export function libraryPath(...parts: string[]): string {
  return join(packageRoot(), 'library', ...parts)
}

/** Walks up from this file, because the sources and the bundle are at different depths. */
function packageRoot(): string {
  const start = here()
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'library', 'meet', 'templates'))) return folder
    if (folder === dirname(folder)) return start
  }
}

/** A CommonJS bundle has no `import.meta.url`, but `__dirname`. */
function here(): string {
  const address: string | undefined = import.meta.url
  if (address) return dirname(fileURLToPath(address))
  return typeof __dirname === 'undefined' ? process.cwd() : __dirname
}
