// Tool `list_files`: the names of the workspace's files, without what git ignores.

import { z } from 'zod'
import type { Tool } from '../../kernel/agents.js'
import { globMatcher } from '../../rules/glob.js'
import type { SecretFiles } from '../../rules/secret-files.js'
import { define, yes } from './define.js'
import { filesBelow } from './listing.js'

export const MOST_FILES = 500

export const Glob = z
  .string()
  .min(1)
  .max(500)
  .optional()
  .describe('Which files: "src/**/*.ts", "*.md", "docs/". Left out: all.')

export function listFiles(root: string, secrets: SecretFiles): Tool {
  return define({
    name: 'list_files',
    description: `Lists the files of the workspace, at most ${MOST_FILES}; a glob narrows the list.`,
    writes: false,
    input: z.strictObject({ glob: Glob }),
    async run({ glob }, signal) {
      const matches = globMatcher(glob ?? '**')
      const paths: string[] = []
      for await (const path of filesBelow(root, signal)) {
        if (!matches(path)) continue
        if (paths.length === MOST_FILES) return yes(`${paths.join('\n')}\n${cut}${notRead(paths, secrets)}`)
        paths.push(path)
      }
      return yes(paths.length > 0 ? `${paths.join('\n')}${notRead(paths, secrets)}` : 'No files.')
    },
  })
}

const cut = `(Cut here: there are more than ${MOST_FILES} files. A glob narrows the list.)`

/** Their names are no secret, and a seat that knows of them does not try in vain. */
function notRead(paths: readonly string[], secrets: SecretFiles): string {
  const hidden = paths.filter((path) => secrets.nameOf(path) !== null)
  if (hidden.length === 0) return ''
  const some = hidden.length > MOST_NAMED ? [...hidden.slice(0, MOST_NAMED), '…'] : hidden
  return `\n(Not read by tools, since they hold secrets: ${some.join(', ')})`
}

const MOST_NAMED = 20
