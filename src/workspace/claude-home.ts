// The part of the home folder that several tools of one person share: `~/.claude/`. It is only read.

import { homedir } from 'node:os'
import { join } from 'node:path'
import { isTooLarge } from '../kernel/errors.js'
import type { Home } from '../kernel/world.js'
import { boundedBytes } from './bounded.js'

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
  }
}

/** Null for anything but a plain path below `~/.claude/`. */
function nameIn(path: string): string | null {
  const names = /^~\/\.claude\/(.+)$/.exec(path)?.[1]?.split('/') ?? []
  if (names.length === 0 || names.some((name) => /^(?:|\.{1,2})$|[\\\p{Cc}]/u.test(name))) return null
  return names.join('/')
}
