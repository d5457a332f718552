// Fields at the command line: the fields of a request as operands and flags, and back.

import { realpathSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { WrongUsage } from '../../kernel/errors.js'
import { type Field, type Fields, flagName, type Given } from '../../kernel/request.js'
import type { OwnOperand } from '../../protocols/manifest.js'
import { splitNames } from '../../rules/names.js'
import type { Args, Flag } from './command.js'
import type { Io } from './io.js'
import { canAsk } from './present.js'

/** What a refusal calls a field here. */
export function calledHere(fields: Fields): (field: string) => string {
  return (name) => operandOf(fields[name]) ?? `--${flagOfField(name, fields[name])}`
}

export function operandsOf(fields: Fields): readonly OwnOperand[] {
  return Object.values(fields).flatMap((field) => {
    const name = operandOf(field) ?? bareOf(field)
    if (name === undefined) return []
    const { kind, required } = field as Extract<Field, { kind: 'text' | 'choice' }>
    const optional = required !== true || ('unless' in field && field.unless !== undefined)
    return [{ name, about: field.help, rest: kind === 'text', optional }]
  })
}

export function flagsFrom(fields: Fields): Readonly<Record<string, Flag>> {
  const flags = Object.entries(fields).filter(([, field]) => operandOf(field) === undefined)
  return Object.fromEntries(flags.map(([name, field]) => [flagOfField(name, field), flagOf(field)]))
}

/** The same. At a terminal the person is asked for a missing text that has a question. */
export async function givenIn(fields: Fields, args: Args, io: Io): Promise<Given> {
  const given: Record<string, unknown> = { ...valuesIn(fields, args) }
  for (const [name, field] of Object.entries(fields)) {
    const asked = given[name] === undefined ? await askFor(field, args, io) : undefined
    if (asked !== undefined) given[name] = asked
  }
  return pipedIn(fields, given)
}

/** The values of a command line, by field. */
export function valuesIn(fields: Fields, args: Args): Given {
  const pairs = Object.entries(fields).map(([name, field]) => [name, valueIn(name, field, args)])
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined))
}

/** Folders that were named from where the person is, as the workspace has them. What lies outside is refused by whoever reads it. */
export function foldersFrom(fields: Fields, given: Given, here: { from: string; root: string }): Given {
  const pairs = Object.entries(given).map(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const isFolder = field?.kind === 'text' && field.folder === true && typeof value === 'string'
    return [name, isFolder ? inWorkspace(value, here) : value] as const
  })
  return Object.fromEntries(pairs)
}

function inWorkspace(named: string, { from, root }: { from: string; root: string }): string {
  const path = relative(realpathOf(root), resolve(realpathOf(from), named))
  return path.split(sep).join('/') || '.'
}

/** The folder that one stands in may be reached by a link; the root that was found from it is not. */
function realpathOf(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

/** `-` alone is what standard input holds; behind other words it is the text that the meeting takes beside them. */
export async function pipedIn(fields: Fields, given: Given): Promise<Given> {
  const texts = Object.entries(fields).filter(([, field]) => field.kind === 'text')
  const alone = texts.find(([name]) => given[name] === '-')?.[0]
  const [words] = texts.find(([, field]) => operandOf(field) !== undefined) ?? []
  const beside = texts.find(([, field]) => field.kind === 'text' && field.piped)?.[0]
  const task = words === undefined ? undefined : given[words]
  if (alone !== undefined) return { ...given, [alone]: await textPiped() }
  if (words === undefined || beside === undefined || typeof task !== 'string' || !task.endsWith(' -'))
    return given
  return { ...given, [words]: task.slice(0, -2), [beside]: await textPiped() }
}

async function textPiped(): Promise<string> {
  const { standardInput } = await import('./prepared.js')
  const text = (await standardInput()).trim()
  if (text !== '') return text
  throw new WrongUsage(
    '`-` stands for standard input, and there was nothing in it.',
    'Pipe a text into the command.',
  )
}

function operandOf(field: Field | undefined): string | undefined {
  return field?.kind === 'text' || field?.kind === 'choice' ? field.operand : undefined
}

function bareOf(field: Field): string | undefined {
  return field.kind === 'text' ? field.bare : undefined
}

function flagOfField(name: string, field: Field | undefined): string {
  return field?.kind === 'names' && field.each !== undefined ? field.each : flagName(name)
}

function flagOf(field: Field): Flag {
  switch (field.kind) {
    case 'switch':
      return { about: field.help }
    case 'number':
      return { takes: 'N', about: field.help + numbers(field) }
    case 'choice':
      return {
        takes: field.takes ?? 'NAME',
        about: field.help,
        ...(field.open ? { many: true } : {}),
        ...(field.open || field.among.length === 0 ? {} : { among: field.among.map(({ value }) => value) }),
      }
    case 'names':
      return { takes: field.takes ?? 'TEXT', about: field.help, ...(field.each ? { many: true } : {}) }
    case 'text':
      return {
        takes: field.takes ?? 'TEXT',
        about: field.help + (field.piped ? piped : field.fromFile ? inFile : ''),
      }
  }
}

function numbers({ least, most, default: usual }: Extract<Field, { kind: 'number' }>): string {
  const said = [most === undefined ? '' : `${least} to ${most}`, usual ?? ''].filter((one) => one !== '')
  return said.length === 0 ? '' : ` (${said.join('; ')})`
}

function valueIn(name: string, field: Field, args: Args): unknown {
  const operand = operandOf(field)
  if (operand !== undefined) return args.operand(operand)
  const flag = flagOfField(name, field)
  if (field.kind === 'switch') return args.has(flag)
  if ((field.kind === 'choice' && field.open) || (field.kind === 'names' && field.each))
    return args.values(flag)
  return typed(field, bareIn(field, flag, args) ?? args.value(flag))
}

/** Words without a flag, where the field may be given so. */
function bareIn(field: Field, flag: string, args: Args): string | undefined {
  const name = bareOf(field)
  const words = name === undefined ? undefined : args.operand(name)
  if (words !== undefined && args.value(flag) !== undefined)
    throw new WrongUsage(`--${flag} was given, and the words "${words}" beside it.`, 'Leave one of them out.')
  return words
}

/** The value that a flag's text is meant as. A text that is no number stays one, and is refused as such. */
function typed(field: Field, text: string | undefined): unknown {
  if (text === undefined) return undefined
  if (field.kind === 'names') return splitNames(text)
  return field.kind === 'number' && /^\d{1,15}$/.test(text) ? Number(text) : text
}

async function askFor(field: Field, args: Args, io: Io): Promise<string | undefined> {
  if (field.kind !== 'text' || field.ask === undefined || !canAsk(args, io)) return undefined
  const clack = await import('@clack/prompts')
  const words = await clack.text({
    message: field.ask,
    validate: (given) => (given?.trim() ? undefined : 'A sentence will do; Escape to leave.'),
  })
  return clack.isCancel(words) ? undefined : words
}

const piped = '; `-` as the last word takes it from standard input'
const inFile = '; `-` is standard input'
