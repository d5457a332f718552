// For tests: a project with a home of its own, and everything of the person's that must stay as it is.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { git, repository, temporaryFolder, writeFiles } from '../../../../workspace/temporary.suite.js'
import { type MeetingId, safeId } from '../../documents/ids.js'
import { ensureIntegration, openActivity, type TalkProject } from './talk-git.js'

export const ID = safeId('audience-Verity-20260504-081240')!

export function project(files: Readonly<Record<string, string>> = FILES): TalkProject {
  const path = repository(files)
  return { home: join(temporaryFolder(), 'home'), name: 'thumbs', path, prefix: 'claude' }
}

export const FILES = {
  'README.md': 'hello\n',
  'src/app.ts': 'one\ntwo\nthree\n',
  'src/other.ts': 'other\n',
  '.lore/notes.md': 'one\ntwo\nthree\n',
  '.lore/old.md': 'old\n',
}

/** With an edit that the person has staged, one that they have not, and one that git does not know. */
export function projectAtWork(): TalkProject {
  const made = project()
  writeFiles(made.path, { 'src/other.ts': 'staged\n' })
  git(made.path, 'add', 'src/other.ts')
  writeFiles(made.path, { 'src/app.ts': 'half an edit\n', 'untracked.txt': 'mine\n' })
  return made
}

export async function opened(made: TalkProject, checkout: 'sparse' | 'full' = 'full', id: MeetingId = ID) {
  const integration = await ensureIntegration(made)
  return { integration, activity: await openActivity(made, id, checkout) }
}

/** Every byte of the person's checkout, index, HEAD, hooks, branches and settings. */
export function everythingOf({ path }: TalkProject): Readonly<Record<string, string>> {
  const config = readFileSync(join(path, '.git/config'), 'utf8')
  return {
    ...filesIn(path, (name) => name !== '.git'),
    ...filesIn(join(path, '.git/hooks'), () => true),
    index: readFileSync(join(path, '.git/index'), 'latin1'),
    head: readFileSync(join(path, '.git/HEAD'), 'utf8'),
    main: git(path, 'rev-parse', 'refs/heads/main'),
    config: config.replace(/\[extensions\]\n\tworktreeConfig = true\n/, ''),
    stash: String(existsSync(join(path, '.git/refs/stash'))),
  }
}

export function filesIn(
  folder: string,
  wanted: (name: string) => boolean = (name) => name !== '.git',
): Record<string, string> {
  if (!existsSync(folder)) return {}
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => wanted(name))
  return Object.fromEntries(
    entries.flatMap((entry) =>
      entry.isDirectory()
        ? Object.entries(filesIn(join(folder, entry.name), wanted)).map(([path, text]) => [
            `${entry.name}/${path}`,
            text,
          ])
        : [[entry.name, readFileSync(join(folder, entry.name), 'latin1')]],
    ),
  )
}
