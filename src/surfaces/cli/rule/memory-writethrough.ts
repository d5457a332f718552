// CLI `parley rule memory-writethrough`: one decision file per accepted agent draft. All drafts are read before any is written.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseMemoryDraft, renderMemory } from '../../../documents/agent-memory.js'
import { memoryPath } from '../../../documents/places.js'
import { judgeNames } from '../../../rules/meeting-names.js'
import type { RuleCommand, RuleIo } from './command.js'
import { at, isFile, isFolder, readIfThere } from './files.js'
import { readFlags, refuse } from './flags.js'
import { missingFlag } from './missing-flag.js'
import { tryWrite } from './try-write.js'

const HELPER = 'memory-writethrough'
const REQUIRED = ['root', 'drafts', 'source-meeting', 'date', 'slug'] as const

export const command: RuleCommand = {
  summary: 'Writes one decision file per accepted agent draft.',
  help: `Usage: parley rule memory-writethrough --root DIR --drafts DIR --source-meeting REF --date YYYY-MM-DD --slug SLUG

Each AGENT.md among the drafts is frontmatter with the lists decided, constraints, open_items, sources, tags.
It becomes .gaia/memory/AGENT-sidecar/decisions/DATE-SLUG.md under the root, replacing an old one.

Exit codes: 0 written, also when there are no drafts; 2 wrong arguments; 3 no such folder of drafts, or a file
cannot be written.

Example: parley rule memory-writethrough --root . --drafts drafts --source-meeting meeting-2026-01-02-api \\
           --date 2026-01-02 --slug api
`,
  run(argv, io) {
    const flags = readFlags(argv, { values: REQUIRED })
    if (flags.kind === 'bad') return refuse(io, HELPER, 2, flags.message)
    const missing = missingFlag(flags, REQUIRED)
    if (missing) return refuse(io, HELPER, 2, missing)
    const [root, drafts, sourceMeeting, date, slug] = REQUIRED.map((name) => flags.value(name)!) as Five
    const names = judgeNames(date, slug)
    if (names.kind === 'unfit') return refuse(io, HELPER, 2, names.reason)
    if (!isFolder(at(io, drafts))) return refuse(io, HELPER, 3, `no such folder: ${drafts}`)
    const agents = agentsIn(at(io, drafts))
    const odd = agents.find((agent) => agent.includes('..'))
    if (odd) return refuse(io, HELPER, 2, `the draft ${odd}.md names no agent: '..' leads elsewhere`)
    const files = agents.map((agent) => {
      const draft = parseMemoryDraft(readIfThere(join(at(io, drafts), `${agent}.md`)) ?? '')
      return {
        path: memoryPath(agent, date, slug),
        text: renderMemory({ ...draft, agent, date, sourceMeeting }),
      }
    })
    return writeAll(root, files, io)
  },
}

type Five = [string, string, string, string, string]

function agentsIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => /^[^.].*\.md$/.test(name) && isFile(join(folder, name)))
  return names.map((name) => name.slice(0, -'.md'.length)).sort()
}

function writeAll(root: string, files: readonly { path: string; text: string }[], io: RuleIo): number {
  for (const { path, text } of files) {
    const failure = tryWrite(join(at(io, root), path), text)
    if (failure) return refuse(io, HELPER, 3, `cannot write ${path}: ${failure}`)
  }
  return 0
}
