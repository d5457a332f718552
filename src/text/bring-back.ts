// The one command that brings back what a person had, from the copy that was kept before others worked.

import { shellQuoted } from '../rules/shell-word.js'

const mostNamed = 20

/** For a shell; paths are seen from the top of the repository, wherever it is typed. Null where the copy has none of them. */
export function bringBackCommand(
  ref: string,
  changes: readonly { readonly path: string; readonly kept: boolean }[],
): string | null {
  const paths = changes.filter(({ kept }) => kept).map(({ path }) => path)
  if (paths.length === 0) return null
  const named =
    paths.length > mostNamed
      ? '--overlay -- :/'
      : `-- ${paths.map((path) => shellQuoted(`:/${path}`)).join(' ')}`
  return `git restore --source=${ref} --worktree ${named}`
}
