// A write that may fail for reasons outside the call (rights, a full disk, a folder in the way): the reason comes back as text.
import { readFileSync } from 'node:fs'
import { writeWhole } from './files.js'

/** Undefined when the file is written, else why it could not be. Either way no half-written file is left. */
export function tryWrite(path: string, content: string | Uint8Array): string | undefined {
  try {
    writeWhole(path, content)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The text of a file that will be written back: null when its bytes would not survive being read as text. */
export function readExact(path: string): string | null {
  try {
    const bytes = readFileSync(path)
    const text = bytes.toString('utf8')
    return Buffer.from(text, 'utf8').equals(bytes) ? text : null
  } catch {
    return null
  }
}
