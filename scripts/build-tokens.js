// Build the token table: made once from the tokenizer's own list, so that a command that counts tokens only reads it.

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { root } from './steps.js'

const source = path.join(root, 'src', 'agents', 'token-table.ts')
const tokenizer = path.join(root, 'node_modules', 'gpt-tokenizer', 'package.json')

/** `put` replaces a file atomically. Nothing is made where the table is newer than what it is made from. */
export async function layTokens(file, put) {
  const built = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if ([source, tokenizer].every((from) => fs.statSync(from).mtimeMs < built)) return
  const { default: tokens } = await import('gpt-tokenizer/bpeRanks/o200k_base')
  put(file, (await maker())(tokens))
}

/** The function of the source, in JavaScript. */
async function maker() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-build-'))
  try {
    const bundle = await rolldown({ input: source, platform: 'node' })
    await bundle.write({ file: path.join(folder, 'table.mjs'), format: 'esm' })
    await bundle.close()
    return (await import(pathToFileURL(path.join(folder, 'table.mjs')).href)).makeTable
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
