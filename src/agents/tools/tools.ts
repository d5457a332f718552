// Tools: what a seat may use under a grant. Every backend that takes tools takes these, by these names.

import { resolve } from 'node:path'
import type { Grant, Tool } from '../../kernel/agents.js'
import { secretFiles } from '../../rules/secret-files.js'
import { usualRules } from '../../workspace/command-rules.js'
import { scrubbed } from '../../workspace/secrets.js'
import { maskedTool } from './define.js'
import { listFiles } from './list-files.js'
import { readFile } from './read-file.js'
import { type CommandLimits, runCommand } from './run-command.js'
import { searchText } from './search-text.js'
import { editFile, writeFile } from './write-file.js'

export interface MoreTools {
  /** Tools that reach the web, for a grant that has it. Absent: none. */
  readonly web?: readonly Tool[]
}

export interface AllowedFiles {
  /** Globs of files that hold secrets and may be read all the same: from the person's own settings and flags. */
  readonly secretFiles?: readonly string[]
}

/** The tools of one grant, confined to its folder. New for every call: they share nothing. */
export function toolsFor(
  grant: Grant,
  workspaceRoot: string,
  { secretFiles: allowed = [], web = [], ...more }: Partial<CommandLimits> & AllowedFiles & MoreTools = {},
): readonly Tool[] {
  // A `tools` grant is fulfilled by the protocol's own toolboxes.
  if (grant.kind === 'none' || grant.kind === 'tools') return []
  const root = resolve(workspaceRoot, grant.root ?? '.')
  const secrets = secretFiles(allowed)
  const reading = [
    readFile(root, (grant.kind === 'work' && grant.reads) || [], secrets),
    listFiles(root, secrets),
    searchText(root, secrets),
  ]
  if (grant.kind === 'read') return [...reading.map(masked), ...(grant.web ? web : [])]
  const limits = { timeoutMs: 120_000, env: process.env, commands: usualRules, secretFiles: allowed, ...more }
  const working = [
    ...reading,
    ...inTurn([writeFile(root), editFile(root, secrets), runCommand(root, limits)]),
  ]
  return [...working.map(masked), ...(grant.web ? web : [])]
}

const masked = (tool: Tool): Tool => maskedTool(tool, scrubbed)

/** A model may ask for several changes at once; two edits of one file at the same time would lose one. */
function inTurn(tools: readonly Tool[]): Tool[] {
  let last: Promise<unknown> = Promise.resolve()
  return tools.map((tool) => ({
    ...tool,
    run(input, signal) {
      const mine = last.then(() => tool.run(input, signal))
      last = mine
      return mine
    },
  }))
}
