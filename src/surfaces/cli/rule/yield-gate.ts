// CLI `parley rule yield-gate`: stamps the session file at a yield. A stamp that fails must never stop the meeting.
import { spawnSync } from 'node:child_process'
import { sessionPath } from '../../../documents/places.js'
import { BOUNDARIES, isBoundary } from '../../../rules/lifecycle.js'
import type { RuleCommand, RuleIo } from './command.js'
import { readFlags, refuse } from './flags.js'
import { command as sessionState } from './session-state.js'
import { stamp } from './stamp.js'

const HELPER = 'yield-gate'

export const command: RuleCommand = {
  summary: 'Stamps the session at a yield boundary.',
  help: `Usage: parley rule yield-gate --phase BOUNDARY --session-id ID [--side-effect-only]

Boundaries: ${BOUNDARIES.join(' ')}
Records the boundary in last_checkpoint_phase and the time in last_yield_emitted_at. Prints nothing.

Environment:
  GAIA_MEETING_SESSION_FILE       the session file; without it .gaia/memory/meeting-sessions/ID.yaml
  GAIA_MEETING_SESSION_STATE_BIN  a program that makes the two updates in place of session-state

Exit codes: 0 also when the update failed; 2 wrong arguments.

Example: parley rule yield-gate --phase pre-close --session-id 2026-01-02-api
`,
  async run(argv, io) {
    const flags = readFlags(argv, { values: ['phase', 'session-id'], switches: ['side-effect-only'] })
    if (flags.kind === 'bad') return refuse(io, HELPER, 2, flags.message)
    const boundary = flags.value('phase') ?? ''
    if (!isBoundary(boundary)) {
      return refuse(io, HELPER, 2, `--phase must be one of: ${BOUNDARIES.join(' ')} (got: '${boundary}')`)
    }
    const id = flags.value('session-id')
    if (!id) return refuse(io, HELPER, 2, '--session-id is required')
    const file = sessionFile(id, io)
    if (file === undefined)
      return refuse(io, HELPER, 2, `--session-id must be one name, not a path (got: '${id}')`)
    await update(file, 'last_checkpoint_phase', boundary, io)
    await update(file, 'last_yield_emitted_at', stamp(io.now()), io)
    return 0
  },
}

/** An id becomes part of a path only when no file is named, and must not lead elsewhere then. */
function sessionFile(id: string, io: RuleIo): string | undefined {
  const named = io.env['GAIA_MEETING_SESSION_FILE']
  if (named) return named
  return /[/\\]|\.\./.test(id) ? undefined : sessionPath(id)
}

async function update(file: string, field: string, value: string, io: RuleIo): Promise<void> {
  const argv = ['update', '--file', file, '--field', field, '--value', value]
  const program = io.env['GAIA_MEETING_SESSION_STATE_BIN']
  if (program) {
    spawnSync(program, argv, { cwd: io.cwd, env: io.env, stdio: 'ignore' })
    return
  }
  await sessionState.run(argv, { ...io, out() {}, err() {} })
}
