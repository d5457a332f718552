// The person's own editor, with a text in it. The file lies in a folder that only they can open, and is gone afterwards.

import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CannotGoOn } from '../../../kernel/errors.js'
import type { Io } from '../io.js'

/** What was saved. An editor that cannot be started or fails is an error: the text must not be taken for the person's last word. */
export async function editedBy(io: Io, text: string, name = 'reply.md'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-edit-'))
  try {
    const file = join(folder, name)
    await writeFile(file, text, { mode: 0o600 })
    await open(editorOf(io), file)
    return await readFile(file, 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function editorOf({ env }: Io): string {
  return env['VISUAL'] || env['EDITOR'] || 'vi'
}

/** Through a shell, as git does: `EDITOR` may hold arguments. The file is no part of the shell's text. */
function open(editor: string, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', `${editor} "$1"`, 'editor', file], { stdio: 'inherit' })
    const failed = (why: string) =>
      reject(
        new CannotGoOn(
          'EDITOR',
          `The editor (${editor}) ${why}.`,
          'Set VISUAL or EDITOR to one that waits until you are done.',
        ),
      )
    child.on('error', () => failed('could not be started'))
    child.on('close', (code) => (code === 0 ? resolve() : failed(`ended with ${code ?? 'a signal'}`)))
  })
}
