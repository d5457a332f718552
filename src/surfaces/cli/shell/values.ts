// What may stand where a value is wanted: words that are known, what the workspace holds, or files.

import { knownAgents } from '../../../agents/acp/catalog.js'
import { failConditions } from '../../../rules/verdict.js'
import type { Flag } from '../command.js'
import { shells } from './shells.js'
import type { CommandNode } from './tree.js'

export const askedKinds = ['ids', 'workers', 'templates', 'seats'] as const
/** What `parley _complete KIND` knows. */
export type AskedKind = (typeof askedKinds)[number]

export type Values =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'asked'; readonly what: AskedKind }
  | { readonly kind: 'files' }
  | { readonly kind: 'folders' }
  | { readonly kind: 'none' }

const agents = [
  'rehearsal',
  'claude',
  'script:',
  'model:anthropic/',
  'model:openai/',
  'model:google/',
  'command:',
  ...Object.keys(knownAgents).map((name) => `acp:${name}`),
]

const files = new Set([
  'answers',
  'record',
  'verdict',
  'out',
  'draft',
  'dispatch',
  'discovery',
  'allowed-signers',
  'token-file',
])
const folders = new Set(['cwd', 'from', 'root', 'personas', 'topics'])

export function valuesOf(name: string, flag: Flag): Values {
  if (flag.among) return { kind: 'words', words: flag.among }
  if (name === 'agents') return { kind: 'words', words: agents }
  if (name === 'fail-on') return { kind: 'words', words: failConditions }
  if (name === 'seat') return { kind: 'asked', what: 'seats' }
  if (name === 'template') return { kind: 'asked', what: 'templates' }
  if (name === 'resume') return { kind: 'asked', what: 'ids' }
  if (folders.has(name)) return { kind: 'folders' }
  return files.has(name) ? { kind: 'files' } : { kind: 'none' }
}

const operands: Readonly<Record<string, AskedKind>> = {
  ID: 'ids',
  A: 'ids',
  B: 'ids',
  WORKER: 'workers',
  TEMPLATE: 'templates',
}

/** What the words of a command that are no flags may be. */
export function operandOf(node: CommandNode): Values {
  const [first] = node.operands
  if (first?.name === 'SHELL') return { kind: 'words', words: shells }
  const what = first && Object.hasOwn(operands, first.name) ? operands[first.name] : undefined
  return what === undefined ? { kind: 'none' } : { kind: 'asked', what }
}
