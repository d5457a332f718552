// Rules about a session: session-state, parse-resume-flags, checkpoint-cadence.
import { dirname } from 'node:path'
import {
  newSession,
  readSessionField,
  renderSession,
  updateSessionField,
} from '../../../documents/session-file.js'
import { cadenceFromSettings } from '../../../rules/checkpoint-cadence.js'
import { resumeAction } from '../../../rules/resume-flags.js'
import {
  isSessionField,
  judgeField,
  SESSION_FIELDS,
  type SessionField,
} from '../../../rules/session-fields.js'
import { rule, ruleByMode } from './command.js'
import { at, isFolder, readIfThere, save, textOf } from './files.js'
import { refuse, say, wrong } from './refusal.js'
import { needed } from './values.js'

const field = { ...needed('name', SESSION_FIELDS.join(' ')), as: fieldNamed }

export const sessionState = ruleByMode({
  name: 'session-state',
  about:
    "The file holds one fact a line. 'create' replaces an old file; 'update' changes one line and keeps the rest.",
  flags: { file: needed('file') },
  choose: 'word',
  modes: {
    create: {
      flags: { 'session-id': needed('id') },
      run({ file, sessionId: id }, io) {
        const verdict = judgeField('session_id', id)
        if (verdict.kind === 'refused') wrong(verdict.reason)
        if (!isFolder(dirname(at(io, file)))) refuse(3, say.noFolder(dirname(file)))
        return save(io, '', file, renderSession(newSession(id)), 3)
      },
    },
    read: {
      flags: { field },
      run: ({ file, field }, io) => `${readSessionField(textOf(io, file, 2), field)}\n`,
    },
    update: {
      flags: { field, value: { takes: 'text', need: 'given' } },
      run({ file, field, value }, io) {
        const update = updateSessionField(textOf(io, file, 2), field, value)
        return update.kind === 'refused' ? wrong(update.reason) : save(io, '', file, update.text, 3)
      },
    },
  },
  exits: {
    0: 'done',
    2: 'unknown field, value refused or no such file',
    3: 'no folder to create the file in, or no right to write it',
    wrong: 2,
  },
  example: 'parley rule session-state update --file s.yaml --field phase --value DISCUSS',
})

function fieldNamed(name: string): SessionField {
  return isSessionField(name) ? name : wrong(say.unknown('field', name))
}

export const parseResumeFlags = rule({
  name: 'parse-resume-flags',
  about: `Prints resume_id=<id> and action=<action>, and for an interjection interject_text=<text> as the last thing.
Actions: fresh, resume_default, continue, interject, wrap_up. At most one of the last three, and only with --resume.`,
  flags: { resume: { takes: 'id' }, continue: {}, interject: { takes: 'text' }, 'wrap-up': {} },
  exits: { 0: 'one action', wrong: 2 },
  example: 'parley rule parse-resume-flags --resume 2026-01-02-api --interject "what about cost?"',
  run(given) {
    const action = resumeAction(given)
    if (action.kind === 'refused') wrong(action.reason)
    const id = action.kind === 'fresh' ? '' : action.id
    const text = action.kind === 'interject' ? `interject_text=${action.text}\n` : ''
    return `resume_id=${id}\naction=${action.kind}\n${text}`
  },
})

export const checkpointCadence = rule({
  name: 'checkpoint-cadence',
  about: `Prints meeting.checkpoint_every_n_turns of the JSON file, held to 1 to 10; 4 when it is not there.
A setting that could not be taken as it is brings a warning on standard error.`,
  flags: { settings: { takes: 'file' } },
  exits: { 0: 'printed', wrong: 2 },
  example: 'parley rule checkpoint-cadence --settings .claude/settings.json',
  run({ settings }, io) {
    const cadence = cadenceFromSettings(settings ? readIfThere(at(io, settings)) : undefined)
    if (cadence.warning) io.err(`${cadence.warning}\n`)
    return `${cadence.every}\n`
  },
})
