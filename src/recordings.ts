// Recordings: the meetings that ship with parley, one of each kind, for those who have not met yet. Each is a script of what was said,
// beside the repository that it was about; it is held again in a copy below PARLEY_HOME, and nothing of the person's own is touched.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readScript, type ScriptFile } from './agents/script/file.js'
import { workspaceJournals } from './journals.js'
import { CannotGoOn } from './kernel/errors.js'
import { onDisk } from './workspace/disk-errors.js'
import { askGit } from './workspace/git/ask.js'
import { shippedFile } from './workspace/library.js'
import { meetingsFolder, rememberWorkspace } from './workspace/meeting-folders.js'
import { folderBelow, removeBelow, replaceBelow } from './workspace/plain-files.js'

export interface Recording extends Recorded {
  /** The word that names it: `council`, `meet`, … */
  readonly word: string
  /** The repository that it is about. */
  readonly name: string
  readonly script: string
  readonly answers: ScriptFile['answers']
}

type Recorded = Required<NonNullable<ScriptFile['recorded']>>

/** The council first: the others differ from it. */
const words = ['council', 'meet', 'deliberate', 'analyze', 'talk'] as const

export function recordings(): readonly Recording[] {
  const shelf = shippedFile('library/recorded')
  const all = readdirSync(shelf).flatMap((name) =>
    readdirSync(join(shelf, name)).flatMap((file) => {
      const word = words.find((one) => file === `${one}.yaml`)
      return word === undefined ? [] : [recordingIn(join(shelf, name, file), word, name)]
    }),
  )
  return all.toSorted((a, b) => words.indexOf(a.word) - words.indexOf(b.word))
}

function recordingIn(script: string, word: (typeof words)[number], name: string) {
  const { recorded, answers } = readScript(script)
  if (!recorded?.opened) throw new Error(`${script} does not say how it was opened.`)
  return { ...recorded, opened: recorded.opened, word, name, script, answers }
}

export function copiesFolder(home: string): string {
  return join(home, 'recorded')
}

export function copyIn(home: string, { name }: Recording): string {
  return join(copiesFolder(home), name)
}

/** A repository with one commit, made anew: what an earlier showing left there and its meetings are gone. */
export async function freshCopy(home: string, recording: Recording): Promise<string> {
  const { name, script } = recording
  const folder = await onDisk('make a copy in', home, async () =>
    folderBelow(home, basename(copiesFolder(home)), 0o700),
  )
  const copy = copyIn(home, recording)
  await mustBeFree(home, copy)
  for (const old of [meetingsFolder(home, copy), copy]) removeBelow(home, old)
  const from = join(script, '..', 'repository')
  for (const path of readdirSync(from, { recursive: true, encoding: 'utf8' }))
    if (statSync(join(from, path)).isFile())
      replaceBelow(folder, join(name, path), { text: readFileSync(join(from, path)) })
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    // Whoever has not told git their name can look, too, and nobody is asked for a key.
    ['config', 'user.name', 'parley'],
    ['config', 'user.email', 'parley@localhost'],
    ['config', 'commit.gpgsign', 'false'],
    ['add', '--all'],
    ['commit', '--quiet', '--no-verify', '-m', 'As it was'],
  ])
    await askGit(args, { cwd: copy })
  rememberWorkspace(home, copy)
  return copy
}

async function mustBeFree(home: string, copy: string): Promise<void> {
  const journals = workspaceJournals(copy, home)
  for (const id of await journals.ids())
    if (await journals.of(id).held())
      throw new CannotGoOn(
        'HELD',
        'This recorded meeting is being shown elsewhere.',
        'Wait for its end, or end it there.',
      )
}
