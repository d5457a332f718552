// Prompts that hosts offer to their person: the same texts as the commands of the plugins, written by one source (`scripts/integrations.js`).

import { readFileSync } from 'node:fs'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { shippedLibrary } from '../../workspace/library.js'

interface HostPrompt {
  readonly name: string
  readonly description: string
  /** What the person gives; null for a text that takes nothing. */
  readonly argument: { readonly name: string; readonly description: string } | null
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
  return prompts().map(({ name, description, argument }) => ({
    name,
    description,
    ...(argument ? { arguments: [{ ...argument, required: true }] } : {}),
  }))
}

export function promptNamed(name: string, given: Readonly<Record<string, string>> = {}) {
  const found = prompts().find((one) => one.name === name)
  if (!found)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `There is no prompt ${JSON.stringify(name)} here.`,
    )
  const words = found.argument ? given[found.argument.name]?.trim() : ''
  if (words === undefined || (found.argument && words === ''))
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `The prompt ${name} wants ${found.argument?.name}.`,
    )
  const text = found.text.replace('$ARGUMENTS', () => words)
  return {
    description: found.description,
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
  }
}
