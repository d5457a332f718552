// Rule `yield-gate`: stamps the session file at a yield. A stamp that fails must never stop the meeting.
import { spawnSync } from 'node:child_process'
import { sessionPath } from '../../../documents/places.js'
import { BOUNDARIES } from '../../../rules/lifecycle.js'
import { rule } from './command.js'
import { type RuleIo, stamp } from './io.js'
import { wrong } from './refusal.js'
import { sessionState } from './sessions.js'
import { needed } from './values.js'

export const yieldGate = rule({
  name: 'yield-gate',
  about:
    'Records the boundary in last_checkpoint_phase and the time in last_yield_emitted_at. Prints nothing.',
  flags: {
    phase: { takes: 'boundary', among: BOUNDARIES },
    'session-id': needed('id'),
    'side-effect-only': { about: 'accepted, changes nothing' },
  },
  environment: {
    GAIA_MEETING_SESSION_FILE: 'the session file; without it .gaia/memory/meeting-sessions/<id>.yaml',
    GAIA_MEETING_SESSION_STATE_BIN: 'a program that makes the two updates in place of session-state',
  },
  exits: { 0: 'also when the update failed', wrong: 2 },
  example: 'parley rule yield-gate --phase pre-close --session-id 2026-01-02-api',
  run({ phase, sessionId }, io) {
    const file = io.env['GAIA_MEETING_SESSION_FILE'] || ownFile(sessionId)
    update(file, 'last_checkpoint_phase', phase, io)
    update(file, 'last_yield_emitted_at', stamp(io), io)
    return ''
  },
})

/** The id becomes part of a path here, so it must not contain one. */
function ownFile(id: string): string {
  return /[/\\]|\.\./.test(id)
    ? wrong(`--session-id must be one name, not a path (got: '${id}')`)
    : sessionPath(id)
}

function update(file: string, field: string, value: string, io: RuleIo): void {
  const argv = ['update', '--file', file, '--field', field, '--value', value]
  const program = io.env['GAIA_MEETING_SESSION_STATE_BIN']
  if (program) spawnSync(program, argv, { cwd: io.cwd, env: io.env, stdio: 'ignore' })
  else sessionState.run(argv, { ...io, out() {}, err() {} })
}
