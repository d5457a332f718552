// Tools `write_file` and `edit_file`: change one file as a whole or not at all.

import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import type { Tool } from '../../kernel/agents.js'
import type { SecretFiles } from '../../rules/secret-files.js'
import { replaceBelow } from '../../workspace/plain-files.js'
import { define, ToolRefused, yes } from './define.js'
import { type InsidePath, locate } from './inside.js'
import { mustBeFile } from './read-file.js'
import { mustNotBeSecret } from './secret-files.js'

const Path = z.string().min(1).describe('The file, relative to the workspace.')

export function writeFile(root: string): Tool {
  return define({
    name: 'write_file',
    description: 'Writes a whole file, new or in place of an old one. Folders on the way are made.',
    writes: true,
    input: z.strictObject({ path: Path, content: z.string().describe('All of the new text.') }),
    async run({ path, content }) {
      const place = await locate(root, path, 'write')
      await mustBeWritable(place, path)
      replaceBelow(root, place.absolute, { text: content })
      return yes(`Wrote ${place.path} (${Buffer.byteLength(content)} bytes).`)
    },
  })
}

/** Read whole, since what is replaced must be there once. */
const MOST_EDITED = 16_000_000

export function editFile(root: string, secrets: SecretFiles): Tool {
  return define({
    name: 'edit_file',
    description: 'Replaces one piece of text in a file. `old` must occur exactly once, so give enough of it.',
    writes: true,
    input: z.strictObject({
      path: Path,
      old: z.string().min(1).describe('The text as it stands now, exactly.'),
      new: z.string().describe('What shall stand there.'),
    }),
    async run(input) {
      const place = await locate(root, input.path, 'write')
      mustNotBeSecret(secrets, input.path, place.path)
      const size = await mustBeFile(place, input.path)
      if (size > MOST_EDITED)
        throw new ToolRefused(
          `${input.path} has ${size} bytes; a file of more than ${MOST_EDITED} is not edited.`,
        )
      const text = decode(await readFile(place.absolute), input.path)
      replaceBelow(root, place.absolute, { text: replaceOnce(text, input) })
      return yes(`Edited ${place.path}.`)
    },
  })
}

async function mustBeWritable(place: InsidePath, path: string): Promise<void> {
  const found = await stat(place.absolute).catch(() => null)
  if (found?.isDirectory() || /[/\\]$/.test(path)) throw new ToolRefused(`${path} is a folder, not a file.`)
  if (found && !found.isFile()) throw new ToolRefused(`${path} is not a regular file.`)
}

/** Bytes that are not text would not survive being read and written: such a file is left alone. */
function decode(bytes: Buffer, path: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // Not UTF-8: refused below, together with files that hold a NUL.
  }
  throw new ToolRefused(`${path} is not a text file.`)
}

function replaceOnce(text: string, edit: { path: string; old: string; new: string }): string {
  const at = text.indexOf(edit.old)
  if (at < 0)
    throw new ToolRefused(`\`old\` does not occur in ${edit.path}. Nothing was changed; read the file again.`)
  const times = text.split(edit.old).length - 1
  if (text.indexOf(edit.old, at + 1) >= 0) {
    throw new ToolRefused(
      `\`old\` occurs ${Math.max(2, times)} times in ${edit.path}. Nothing was changed; give more of it.`,
    )
  }
  return text.slice(0, at) + edit.new + text.slice(at + edit.old.length)
}
