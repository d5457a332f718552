// The part of the home folder that several tools of one person share: `~/.claude/`. Read, or changed whole under a lock.

import { readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { isTooLarge } from '../kernel/errors.js'
import type { Home } from '../kernel/world.js'
import { boundedBytes } from './bounded.js'
import { lock } from './lock.js'
import { folderBelow, renameBelow, replaceBelow } from './plain-files.js'

const PATIENCE_MS = 10_000

/** `home` may be reached through links, and so may `.claude` in it: people keep it elsewhere. Below that none is followed for a write. */
export function claudeHome(home: string = homedir()): Home {
  const root = join(home, '.claude')
  return {
    async read(path) {
      const name = nameIn(path)
      if (name === null) return null
      return boundedBytes(join(root, name), path).then(
        (bytes) => bytes?.toString('utf8') ?? null,
        (error: unknown) => {
          if (isTooLarge(error)) throw error
          return null
        },
      )
    },
    hasFolder: async (path) => (await stat(path).catch(() => null))?.isDirectory() ?? false,
    async merge(path, change) {
      const name = nameIn(path)
      if (name === null) return `${path} is no file below ~/.claude/`
      try {
        folderBelow(root, dirname(name), 0o700)
        const held = await lock(join(root, `${name}.lock`), { about: path, patienceMs: PATIENCE_MS })
        try {
          await changeWhole(root, name, change)
        } finally {
          await held.release()
        }
        return null
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    },
  }
}

async function changeWhole(
  root: string,
  name: string,
  change: (text: string | null) => string | null,
): Promise<void> {
  const before = await readFile(join(root, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  let after = change(before)
  if (after === null) {
    renameBelow(root, name, `${name}.bad-${Date.now()}`)
    after = change(null)
  }
  if (after !== null && after !== before) replaceBelow(root, name, { text: after, mode: 0o600 })
}

/** Null for anything but a plain path below `~/.claude/`. */
function nameIn(path: string): string | null {
  const names = /^~\/\.claude\/(.+)$/.exec(path)?.[1]?.split('/') ?? []
  if (names.length === 0 || names.some((name) => /^(?:|\.{1,2})$|[\\\p{Cc}]/u.test(name))) return null
  return names.join('/')
}
