// CLI `parley rule meeting-notes-writer`: renders the notes of a meeting from a payload file.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { renderNotes } from '../../../documents/meeting-notes.js'
import { notesFromPayload } from '../../../documents/notes-payload.js'
import { formerNotesPath, notesPath } from '../../../documents/places.js'
import { judgeNames } from '../../../rules/meeting-names.js'
import type { RuleCommand } from './command.js'
import { at, readIfThere } from './files.js'
import { readFlags, refuse } from './flags.js'
import { missingFlag } from './missing-flag.js'
import { tryWrite } from './try-write.js'

const HELPER = 'meeting-notes-writer'
const REQUIRED = ['root', 'payload', 'date', 'slug'] as const

export const command: RuleCommand = {
  summary: 'Renders the saved notes of a meeting.',
  help: `Usage: parley rule meeting-notes-writer --root DIR --payload FILE --date YYYY-MM-DD --slug SLUG

The payload is a YAML mapping; every key may be missing:
  charter mode summary total_tokens closing_artifact_bias invitees_override research_phase web_search
  transcript preludes scratchpad_final
  decisions risks open_questions action_items memory_writethrough scratchpad_extractions
  default_invitees_resolved missing_invitees        lists
  attendees                                         list of name, role, tokens

Exit codes: 0 written; 2 wrong arguments; 3 no payload, or the notes cannot be written.

Example: parley rule meeting-notes-writer --root . --payload notes.yaml --date 2026-01-02 --slug api
`,
  run(argv, io) {
    const flags = readFlags(argv, { values: REQUIRED })
    if (flags.kind === 'bad') return refuse(io, HELPER, 2, flags.message)
    const missing = missingFlag(flags, REQUIRED)
    if (missing) return refuse(io, HELPER, 2, missing)
    const date = flags.value('date')!
    const slug = flags.value('slug')!
    const names = judgeNames(date, slug)
    if (names.kind === 'unfit') return refuse(io, HELPER, 2, names.reason)
    const payload = readIfThere(at(io, flags.value('payload')!))
    if (payload === undefined) return refuse(io, HELPER, 3, `no such file: ${flags.value('payload')}`)
    const root = at(io, flags.value('root')!)
    const failure = tryWrite(
      join(root, notesPath(date, slug)),
      renderNotes(notesFromPayload(payload, date, slug)),
    )
    if (failure) return refuse(io, HELPER, 3, `cannot write ${notesPath(date, slug)}: ${failure}`)
    // Notes of the same meeting at the former place are these notes, moved: only the new file may remain.
    rmSync(join(root, formerNotesPath(date, slug)), { force: true })
    return 0
  },
}
