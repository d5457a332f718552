// Rules of INVITE and CHARTER: charter-gate, resolve-mode, select-notes-template, lifecycle-marker.
import { charterAssignment, judgeCharter } from '../../../rules/charter-gate.js'
import { isPhase, PHASES, phaseMarker } from '../../../rules/lifecycle.js'
import { isBias, notesTemplate, resolveMode as resolved } from '../../../rules/modes.js'
import { libraryPath } from '../library-path.js'
import { rule } from './command.js'
import type { Given } from './declare.js'
import { isFile, statePath, writeWhole } from './files.js'
import { refuse, say, wrong } from './refusal.js'
import { needed } from './values.js'

export const charterGate = rule({
  name: 'charter-gate',
  about: `Accepts a charter that has at least one non-blank character and writes it to the state file as
CHARTER="<text>". A refusal writes nothing at all.`,
  flags: { charter: { takes: 'text', about: 'the charter, one to three sentences' } },
  environment: {
    MEETING_STATE_FILE: 'the file written on success (default: gaia-meeting-state.env in $TMPDIR or /tmp)',
  },
  exits: { 0: 'accepted', 2: 'blocked', wrong: 3 },
  example: 'parley rule charter-gate --charter "Choose a queue for order events."',
  run({ charter }, io) {
    const verdict = judgeCharter(charter)
    if (verdict.kind === 'blocked') {
      io.out(`charter-gate: BLOCKED — ${verdict.reason} (use --charter "...").\n`)
      refuse(2, ...verdict.lines)
    }
    const file = statePath(io, 'MEETING_STATE_FILE', 'gaia-meeting-state.env')
    writeWhole(file, charterAssignment(verdict.charter))
    return `charter-gate: charter accepted (${verdict.chars} chars)\n`
  },
})

export const resolveMode = rule({
  name: 'resolve-mode',
  about: 'Prints the canonical name of the mode. Without --mode that is decide.',
  flags: { mode: { takes: 'name', about: 'a mode or an alias, at most once; case counts', as: modeOf } },
  exits: { 0: 'resolved', 2: 'more than one --mode', 3: 'unknown mode', 4: 'an empty name', wrong: 4 },
  example: 'parley rule resolve-mode --mode ux',
  run: ({ mode }) => `${mode}\n`,
})

function modeOf(_: string, { values }: Given): string {
  const choice = resolved(values)
  if (choice.kind === 'mode') return choice.mode.name
  return refuse({ several: 2, unknown: 3, empty: 4 }[choice.kind], choice.message)
}

export const selectNotesTemplate = rule({
  name: 'select-notes-template',
  about: 'Prints the absolute path of the template.',
  flags: { bias: needed('bias', 'as resolve-invitees prints it') },
  exits: { 0: 'found', 3: 'unknown bias', 4: 'the template file is missing', wrong: 2 },
  example: 'parley rule select-notes-template --bias decision-record',
  run({ bias }) {
    if (!isBias(bias)) refuse(3, say.unknown('bias', bias))
    const path = libraryPath('meet', 'templates', notesTemplate(bias))
    return isFile(path) ? `${path}\n` : refuse(4, `no template at ${path}; reinstall parley to bring it back`)
  },
})

export const lifecycleMarker = rule({
  name: 'lifecycle-marker',
  flags: {
    phase: {
      ...needed('PHASE', PHASES.join(', ')),
      missing: () => `--phase is required, ${say.oneOf(PHASES)}`,
    },
  },
  exits: { 0: 'printed', 3: 'unknown phase', wrong: 3 },
  example: 'parley rule lifecycle-marker --phase DISCUSS',
  run: ({ phase }) =>
    isPhase(phase)
      ? `${phaseMarker(phase)}\n`
      : wrong(`${say.unknown('phase', phase)}; it must be ${say.oneOf(PHASES)}`),
})
