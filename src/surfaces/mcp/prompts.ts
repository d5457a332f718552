// Prompts that hosts offer to their person: the same texts as the commands of the plugins, written by one source (`scripts/integrations.js`).

import { readFileSync } from 'node:fs'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { shippedLibrary } from '../../workspace/library.js'

interface HostPrompt {
  readonly name: string
  readonly description: string
  /** What the person gives, in this order. */
  readonly arguments: readonly { readonly name: string; readonly description: string }[]
  readonly text: string
}

/** Read when the first host asks. */
let known: readonly HostPrompt[] | undefined

function prompts(): readonly HostPrompt[] {
  known ??= JSON.parse(
    readFileSync(shippedLibrary().absolute('hosts/prompts.json'), 'utf8'),
  ) as readonly HostPrompt[]
  return known
}

export function promptList() {
  return prompts().map(({ name, description, arguments: wanted }) => ({
    name,
    description,
    ...(wanted.length > 0 ? { arguments: wanted.map((one) => ({ ...one, required: true })) } : {}),
  }))
}

export function promptNamed(name: string, given: Readonly<Record<string, string>> = {}) {
  const found = prompts().find((one) => one.name === name)
  if (!found)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no prompt ${JSON.stringify(name)} here.`,
    )
  const words = found.arguments.map((one) => ({ ...one, words: given[one.name]?.trim() ?? '' }))
  const missing = words.find((one) => one.words === '')
  if (missing)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The prompt ${name} wants ${missing.name}.`)
  const text = found.text.replace('$ARGUMENTS', () => words.map((one) => one.words).join(' '))
  return {
    description: found.description,
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
  }
}
