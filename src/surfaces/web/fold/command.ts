// Commands: the shell command for an action of the page, quoted for a POSIX shell so that it can be pasted.

import type { FormField, MeetingForm, OpenMeeting } from '../../../hall/api.js'
import { flagName } from '../../../kernel/request.js'

/** A missing text is shown as dots. A text that comes from a file there is handed over on standard input; only one can be. */
export function commandFor({ command, fields }: MeetingForm, request: OpenMeeting): string {
  const operands = fields.filter((field) => 'operand' in field && field.operand !== undefined)
  const flags = fields.filter((field) => !operands.includes(field))
  const piped = flags.find((field) => isFromFile(field) && request[field.name] !== undefined)
  const words = [
    'parley',
    ...command,
    ...operands.flatMap((field) => operandWords(field, request)),
    ...flags.flatMap((field) =>
      field === piped ? [`--${flagName(field.name)}`, '-'] : flagWords(field, request[field.name]),
    ),
    ...(request.agents ? ['--agents', request.agents] : []),
    ...Object.entries(request.seats ?? {}).flatMap(([seat, voice]) => ['--seat', `${seat}=${voice}`]),
    ...(request.ceiling ? ['--token-ceiling', String(request.ceiling)] : []),
    ...(request.costCeiling ? ['--cost-ceiling', String(request.costCeiling)] : []),
  ]
  const line = words.map(quoted).join(' ')
  return piped === undefined ? line : `${line} ${hereText(String(request[piped.name]))}`
}

function isFromFile(field: FormField): boolean {
  return field.kind === 'text' && field.fromFile === true
}

/** Nothing in it means anything to the shell, and none of its lines ends it. */
function hereText(text: string): string {
  const lines = text.replace(/\n$/, '').split('\n')
  let end = 'END'
  while (lines.includes(end)) end += '_'
  return `<<'${end}'\n${lines.join('\n')}\n${end}`
}

/** What can be left out is: always, or where something else stands for it. */
function operandWords(field: FormField, request: OpenMeeting): readonly string[] {
  const value = request[field.name]
  if (value !== undefined) return [String(value)]
  const unless = field.kind === 'text' ? field.unless : undefined
  const isNeeded = unless === undefined ? 'required' in field && field.required === true : true
  return isNeeded && (unless === undefined || request[unless] === undefined) ? ['…'] : []
}

/** A secret must not get into the history of a shell. */
function flagWords(field: FormField, value: unknown): readonly string[] {
  const flag = `--${field.kind === 'names' && field.each !== undefined ? field.each : flagName(field.name)}`
  if (value === undefined) return field.kind === 'text' && field.ask !== undefined ? [flag, '…'] : []
  if (field.secret || isFromFile(field)) return [flag, '…']
  if (value === true) return [flag]
  if (field.kind === 'choice' && typeof value === 'string') {
    const own = field.flags?.[value]
    if (own !== undefined) return own === null ? [] : [own]
    if (value === field.default) return []
  }
  if (!Array.isArray(value)) return [flag, String(value)]
  return field.kind === 'names' && field.each !== undefined
    ? value.flatMap((one) => [flag, String(one)])
    : [flag, value.join(',')]
}

export function quoted(word: string): string {
  return /^[\w@%+=:,./…-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
