// Texts that the person names by a path, or gives on standard input: read whole before anything is opened.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { WrongUsage } from '../../kernel/errors.js'
import type { TextSource } from '../../protocols/manifest.js'
import type { Io } from './io.js'

export async function textsNamed(
  texts: Readonly<Record<string, TextSource>>,
  io: Io,
): Promise<Readonly<Record<string, string>>> {
  const read: [string, string][] = []
  for (const [field, source] of Object.entries(texts)) read.push([field, await textOf(source, io)])
  return Object.fromEntries(read)
}

async function textOf(source: TextSource, io: Io): Promise<string> {
  const { path, flag, mostBytes } = source
  const named = path === '-' ? 'standard input' : path
  const bytes = path === '-' ? await fromInput(mostBytes) : await fromFile(resolve(io.cwd, path), source)
  if (bytes.length > mostBytes)
    throw new WrongUsage(`${flag}: ${named} is longer than ${mostBytes} bytes.`, 'Give a shorter text.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new WrongUsage(`${flag}: ${named} is no UTF-8 text.`, 'Save it as UTF-8.')
  }
}

/** Never more than one byte beyond the limit, however long the file is. */
async function fromFile(file: string, { path, flag, mostBytes }: TextSource): Promise<Buffer> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'there is no such file' : `it cannot be read (${error.code})`
    throw new WrongUsage(`${flag}: ${path}: ${why}.`, 'Name a text file.')
  })
  if (found.isDirectory()) throw new WrongUsage(`${flag}: ${path} is no file.`, 'Name a text file.')
  try {
    return await collected(createReadStream(file, { end: mostBytes }), mostBytes)
  } catch (error) {
    throw new WrongUsage(
      `${flag}: ${path} cannot be read (${(error as Error).message}).`,
      'Name a text file.',
    )
  }
}

async function fromInput(mostBytes: number): Promise<Buffer> {
  return collected(process.stdin, mostBytes)
}

async function collected(stream: AsyncIterable<string | Buffer>, mostBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of stream) {
    pieces.push(Buffer.from(piece as string))
    length += pieces.at(-1)!.length
    if (length > mostBytes) break
  }
  return Buffer.concat(pieces)
}
