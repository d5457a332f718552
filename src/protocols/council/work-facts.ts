// Facts of a work session that the engine saw for itself: files changed, commands run, commits. The chair judges by them.

import type { ToolUse } from '../../kernel/agents.js'
import { shortened } from '../../text/excerpts.js'
import { oneLine } from './documents/text.js'

export interface WorkFacts {
  /** Every path that differs from where the session began; null counts for a binary file. */
  readonly files: readonly {
    readonly path: string
    readonly added: number | null
    readonly removed: number | null
  }[]
  /** Commits on the session's branch that a seat made, though it was told not to. */
  readonly commits: number
  readonly commands: readonly CommandFact[]
  /** Where the work is, and the commit that it began with. */
  readonly branch?: { readonly name: string; readonly base: string }
  /** Repositories inside the worktree. */
  readonly nested?: readonly string[]
}

export interface CommandFact {
  readonly turn: number
  readonly seat: string
  readonly command: string
  /** `exit 0`, `exit 1`, or why it was stopped. */
  readonly end: string
}

/** What one turn ran. Its output stays in the turn's receipt. A call without a command was refused, and ran nothing. */
export function commandsIn(tools: readonly ToolUse[], turn: number, seat: string): CommandFact[] {
  return tools
    .filter(({ name, input }) => name === 'run_command' && argvOf(input).length > 0)
    .map(({ input, output }) => ({
      turn,
      seat,
      command: shortened(oneLine(argvOf(input).join(' ')), 120),
      end: shortened(oneLine(output.split('\n')[0] ?? ''), 80),
    }))
}

function argvOf(input: unknown): readonly string[] {
  const argv = typeof input === 'object' && input !== null && 'argv' in input ? input.argv : []
  return Array.isArray(argv) ? argv.map(String) : []
}

const listedFiles = 30
const listedCommands = 15

/** For the chair; nothing where there are no facts. */
export function factLines(facts: WorkFacts | null): string[] {
  if (facts === null) return []
  return [
    ['Facts that the engine saw for itself:', ...sentencesOf(facts).map((line) => `- ${line}`)].join('\n'),
  ]
}

/** For the record's trail: the same facts, as sentences. */
export function sentencesOf({ files, commits, commands, branch }: WorkFacts): string[] {
  const shown = files
    .slice(0, listedFiles)
    .map(({ path, added, removed }) =>
      added === null ? `\`${path}\` (binary)` : `\`${path}\` +${added} −${removed ?? 0}`,
    )
  const ran = commands
    .slice(-listedCommands)
    .map(({ turn, command, end }) => `turn ${turn} \`${command}\` → ${end}`)
  return [
    files.length === 0 ? 'Files changed: none.' : `Files changed: ${withRest(shown, files.length)}.`,
    commands.length === 0 ? 'Commands run: none.' : `Commands run: ${withRest(ran, commands.length)}.`,
    ...(branch ? [`Branch: \`${branch.name}\`, begun at commit \`${branch.base.slice(0, 10)}\`.`] : []),
    ...(commits > 0 ? [`Commits made by a seat, which were not asked for: ${commits}.`] : []),
  ]
}

function withRest(shown: readonly string[], all: number): string {
  return all > shown.length ? `${shown.join(', ')} and ${all - shown.length} more` : shown.join(', ')
}
