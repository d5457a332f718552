// Rules about a session: its file, how it is resumed, and its yields.
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { cadenceFromSettings } from '../../../rules/checkpoint-cadence.js'
import { BOUNDARIES } from '../../../rules/lifecycle.js'
import { resumeAction } from '../../../rules/resume-flags.js'
import { isSessionField, judgeField, type SessionField } from '../../../rules/session-fields.js'
import { sessionPath } from '../../../text/places.js'
import {
  newSession,
  readSessionField,
  renderSession,
  updateSessionField,
} from '../../../text/session-file.js'
import type { Call, Handlers } from './call.js'
import { at, isFolder, readIfThere, refuse, save, stamp, textOf, wrong } from './io.js'

const SESSION_STATE: Handlers = {
  create(call) {
    const [file, id] = [call.needed('file'), call.needed('session-id')]
    const verdict = judgeField('session_id', id)
    if (verdict.kind === 'refused') wrong(verdict.reason)
    if (!isFolder(dirname(at(call.io, file)))) refuse(3, `no such folder: ${dirname(file)}`)
    return save(call.io, '', file, renderSession(newSession(id)), 3)
  },

  read(call) {
    const [file, field] = [call.needed('file'), fieldOf(call)]
    return `${readSessionField(textOf(call.io, file, 2), field)}\n`
  },

  update(call) {
    const [file, field, value] = [call.needed('file'), fieldOf(call), call.present('value')]
    const update = updateSessionField(textOf(call.io, file, 2), field, value)
    return update.kind === 'refused' ? wrong(update.reason) : save(call.io, '', file, update.text, 3)
  },
}

export const handlers: Handlers = {
  'session-state': (call) => SESSION_STATE[call.word]?.(call) ?? '',

  'parse-resume-flags'(call) {
    const action = resumeAction({
      resume: call.text('resume'),
      continue: call.has('continue'),
      interject: call.text('interject'),
      wrapUp: call.has('wrap-up'),
    })
    if (action.kind === 'refused') wrong(action.reason)
    const id = action.kind === 'fresh' ? '' : action.id
    const text = action.kind === 'interject' ? `interject_text=${action.text}\n` : ''
    return `resume_id=${id}\naction=${action.kind}\n${text}`
  },

  'checkpoint-cadence'(call) {
    const settings = call.text('settings')
    const cadence = cadenceFromSettings(settings ? readIfThere(at(call.io, settings)) : undefined)
    if (cadence.warning) call.io.err(`${cadence.warning}\n`)
    return `${cadence.every}\n`
  },

  async 'yield-gate'(call) {
    const [phase, id] = [call.among('phase', BOUNDARIES), call.needed('session-id')]
    const named = call.io.env['GAIA_MEETING_SESSION_FILE']
    // Here the id becomes part of a path, so it must not contain one.
    if (!named && /[/\\]|\.\./.test(id)) wrong(`--session-id must be one name, not a path (got: '${id}')`)
    await update(call, named || sessionPath(id), 'last_checkpoint_phase', phase)
    await update(call, named || sessionPath(id), 'last_yield_emitted_at', stamp(call.io))
    return ''
  },
}

function fieldOf(call: Call): SessionField {
  const name = call.needed('field')
  return isSessionField(name) ? name : wrong(`unknown field '${name}'`)
}

/** A stamp that fails must never stop the meeting: what the update prints and how it ends counts for nothing. */
async function update({ io, run }: Call, file: string, field: SessionField, value: string): Promise<void> {
  const argv = ['update', '--file', file, '--field', field, '--value', value]
  const program = io.env['GAIA_MEETING_SESSION_STATE_BIN']
  if (program) spawnSync(program, argv, { cwd: io.cwd, env: io.env, stdio: 'ignore' })
  else await run('session-state', argv, { ...io, out() {}, err() {} })
}
