// Makes the dump of one night. A file has the name of a dump only when it is whole.

import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { nameOf } from './names.js'

/** Runs the export program and keeps what it prints. */
export async function dump(folder, night, [program, ...args]) {
  const file = join(folder, nameOf(night))
  const part = `${file}.part`
  const run = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await pipeline(run.stdout, createWriteStream(part))
  await rename(part, file)
  return file
}
