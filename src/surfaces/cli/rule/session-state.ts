// CLI `parley rule session-state`: makes, reads and updates one session file.
import { dirname } from 'node:path'
import {
  newSession,
  readSessionField,
  renderSession,
  updateSessionField,
} from '../../../documents/session-file.js'
import {
  isSessionField,
  judgeField,
  SESSION_FIELDS,
  type SessionField,
} from '../../../rules/session-fields.js'
import type { RuleCommand, RuleIo } from './command.js'
import { at, isFolder, readIfThere } from './files.js'
import { type Flags, readFlags, refuse } from './flags.js'
import { tryWrite } from './try-write.js'

const HELPER = 'session-state'

export const command: RuleCommand = {
  summary: 'Creates, reads and updates the flat file of one meeting session.',
  help: `Usage: parley rule session-state create --file FILE --session-id ID
       parley rule session-state read   --file FILE --field NAME
       parley rule session-state update --file FILE --field NAME --value TEXT

The file holds one fact a line. 'create' replaces an old file; 'update' changes one line and keeps the rest.

Fields: ${SESSION_FIELDS.join(' ')}

Exit codes: 0 done; 2 wrong arguments, unknown field, value refused or no such file; 3 no folder to create the file in, or
no right to write it.

Example: parley rule session-state update --file s.yaml --field phase --value DISCUSS
`,
  run([subcommand, ...rest], io) {
    const act = subcommand === undefined ? undefined : SUBCOMMANDS[subcommand]
    if (!act) return refuse(io, HELPER, 2, `expected create, read or update, got '${subcommand ?? ''}'`)
    const flags = readFlags(rest, { values: ['file', 'session-id', 'field', 'value'] })
    if (flags.kind === 'bad') return refuse(io, HELPER, 2, flags.message)
    const file = flags.value('file')
    if (!file) return refuse(io, HELPER, 2, '--file is required')
    return act(file, flags, io)
  },
}

type SessionFlags = Flags<'file' | 'session-id' | 'field' | 'value'>
type Act = (file: string, flags: SessionFlags, io: RuleIo) => number

const SUBCOMMANDS: Readonly<Record<string, Act | undefined>> = Object.assign(Object.create(null), {
  create,
  read,
  update,
})

function create(file: string, flags: SessionFlags, io: RuleIo): number {
  const id = flags.value('session-id')
  if (!id) return refuse(io, HELPER, 2, '--session-id is required')
  const verdict = judgeField('session_id', id)
  if (verdict.kind === 'refused') return refuse(io, HELPER, 2, verdict.reason)
  const path = at(io, file)
  if (!isFolder(dirname(path))) return refuse(io, HELPER, 3, `no such folder: ${dirname(file)}`)
  return written(file, renderSession(newSession(id)), io)
}

function read(file: string, flags: SessionFlags, io: RuleIo): number {
  const field = knownField(flags, io)
  if (field === undefined) return 2
  const text = readIfThere(at(io, file))
  if (text === undefined) return refuse(io, HELPER, 2, `no such file: ${file}`)
  io.out(`${readSessionField(text, field)}\n`)
  return 0
}

function update(file: string, flags: SessionFlags, io: RuleIo): number {
  const field = knownField(flags, io)
  if (field === undefined) return 2
  const value = flags.value('value')
  if (value === undefined) return refuse(io, HELPER, 2, '--value is required')
  const text = readIfThere(at(io, file))
  if (text === undefined) return refuse(io, HELPER, 2, `no such file: ${file}`)
  const result = updateSessionField(text, field, value)
  if (result.kind === 'refused') return refuse(io, HELPER, 2, result.reason)
  return written(file, result.text, io)
}

function written(file: string, text: string, io: RuleIo): number {
  const failure = tryWrite(at(io, file), text)
  return failure ? refuse(io, HELPER, 3, `cannot write ${file}: ${failure}`) : 0
}

function knownField(flags: SessionFlags, io: RuleIo): SessionField | undefined {
  const name = flags.value('field')
  if (name !== undefined && isSessionField(name)) return name
  refuse(io, HELPER, 2, name ? `unknown field '${name}'` : '--field is required')
  return undefined
}
