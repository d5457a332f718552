// CLI `parley rule action-items-writer`: appends accepted drafts to the registry. What stands there already is not touched.
import { type ActionDraft, parseDrafts, planRegistry } from '../../../documents/action-items.js'
import { isDate } from '../../../rules/meeting-names.js'
import type { RuleCommand, RuleIo } from './command.js'
import { at, isFile, readIfThere } from './files.js'
import { complain, readFlags, refuse } from './flags.js'
import { missingFlag } from './missing-flag.js'
import { stamp } from './stamp.js'
import { readExact, tryWrite } from './try-write.js'

const HELPER = 'action-items-writer'
const REQUIRED = ['registry', 'drafts', 'source-meeting', 'date'] as const

export const command: RuleCommand = {
  summary: 'Appends accepted drafts to the action-item registry.',
  help: `Usage: parley rule action-items-writer --registry FILE --drafts FILE --source-meeting REF --date YYYY-MM-DD

Drafts are a YAML list: '- type: TYPE', then indented priority, assignee, context_for_target, acceptance.
Each gets the next id AI-DATE-N of its date. A registry that is not there is made.

Exit codes: 0 appended, or nothing to append; 2 wrong arguments or an unknown type, and nothing is written;
3 no drafts file, or the registry cannot be written.

Example: parley rule action-items-writer --registry .gaia/state/action-items.yaml --drafts drafts.yaml \\
           --source-meeting meeting-2026-01-02-api --date 2026-01-02
`,
  run(argv, io) {
    const flags = readFlags(argv, { values: REQUIRED })
    if (flags.kind === 'bad') return refuse(io, HELPER, 2, flags.message)
    const missing = missingFlag(flags, REQUIRED)
    if (missing) return refuse(io, HELPER, 2, missing)
    const date = flags.value('date')!
    if (!isDate(date)) return refuse(io, HELPER, 2, `--date must be YYYY-MM-DD (got: '${date}')`)
    const drafts = flags.value('drafts')!
    const text = readIfThere(at(io, drafts))
    if (text === undefined) return refuse(io, HELPER, 3, `no such file: ${drafts}`)
    const { drafts: items, unknownKeys } = parseDrafts(text)
    for (const key of unknownKeys) complain(io, HELPER, `ignored the key '${key}': no action item has it`)
    return append(
      { items, date, registry: flags.value('registry')!, source: flags.value('source-meeting')! },
      io,
    )
  },
}

interface Filing {
  items: readonly ActionDraft[]
  registry: string
  date: string
  source: string
}

function append({ items, registry, date, source }: Filing, io: RuleIo): number {
  const path = at(io, registry)
  const before = isFile(path) ? readExact(path) : undefined
  if (before === null) return refuse(io, HELPER, 3, `${registry} cannot be read as UTF-8 text; left as it is`)
  const created = stamp(io.now())
  const plan = planRegistry({ registry: before, drafts: items, date, created, sourceMeeting: source })
  if (plan.kind === 'refused') {
    for (const message of plan.messages) complain(io, HELPER, message)
    return 2
  }
  if (items.length === 0) return refuse(io, HELPER, 0, 'no drafted items; the registry is left as it is')
  const failure = tryWrite(path, plan.text)
  return failure ? refuse(io, HELPER, 3, `cannot write ${registry}: ${failure}`) : 0
}
