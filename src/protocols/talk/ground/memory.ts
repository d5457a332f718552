// What a session is given of the three memories, and a mark that changes when any of them does. Secrets in them are masked by the
// meeting that looks, before its journal or a model gets them.

import { readFile } from 'node:fs/promises'
import { sha256 } from '../../../kernel/line/hash.js'
import { type Memory, type MemoryScope, memoryScopes, parseMemory } from '../documents/memory.js'
import { memoryFile } from './toolboxes/memory-files.js'

export interface Remembered {
  readonly mark: string
  readonly scopes: Readonly<Record<MemoryScope, Memory>>
}

export async function readMemories(of: {
  readonly home: string
  readonly project: string
  readonly worker: string
}): Promise<Remembered> {
  const texts = await Promise.all(memoryScopes.map((scope) => read(memoryFile(of, scope))))
  const scopes = Object.fromEntries(memoryScopes.map((scope, at) => [scope, parseMemory(texts[at] ?? '')]))
  return { mark: sha256(JSON.stringify(texts)), scopes: scopes as Record<MemoryScope, Memory> }
}

async function read(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '')
}
