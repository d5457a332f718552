// What is filled into a form, what is sent of it, and what is wrong with it. Independent of any protocol.

import type { FormField, MeetingForm, OpenMeeting } from '../../../hall/api.js'
import { WrongUsage } from '../../../kernel/errors.js'
import { type Choice, type Given, neededIn, readRequest } from '../../../kernel/request.js'

/** By the name of the field: words, switches, lists of names, and the voices of single seats. */
export type Filled = Readonly<Record<string, string | boolean | readonly string[] | Voices>>
type Voices = Readonly<Record<string, string>>

/** What is wrong, by the name of the field. */
export type Faults = Readonly<Record<string, Error>>

/** A draft that cannot be parsed is ignored. */
export function reading(text: string): Filled {
  try {
    return text === '' ? {} : (JSON.parse(text) as Filled)
  } catch {
    return {}
  }
}

/** Values from the address: a link may fill in some fields. */
export function prefilled(fields: readonly FormField[], query: Readonly<Record<string, string>>): Filled {
  const pairs = fields.flatMap(({ name, kind, secret }) => {
    const value = query[name]
    if (value === undefined || secret) return []
    return [[name, kind === 'names' ? [value] : kind === 'switch' ? value === 'true' : value] as const]
  })
  return Object.fromEntries(pairs)
}

/** The field of a form that can name this document. At most one, so that the document is given once. */
export function fieldsAbout({ fields }: Pick<MeetingForm, 'fields'>, path: string): readonly string[] {
  const takes = fields.filter(
    (field) =>
      field.kind === 'names' && field.documents?.some((folder) => path.startsWith(`${folder}/`)) === true,
  )
  return takes.slice(0, 1).map(({ name }) => name)
}

/** What may be kept as a draft, and what may not. */
export function keepable(fields: readonly FormField[], filled: Filled): { kept: Filled; secret: Filled } {
  const secrets = new Set(fields.flatMap(({ name, secret }) => (secret ? [name] : [])))
  const part = (wanted: boolean) =>
    Object.fromEntries(Object.entries(filled).filter(([name]) => secrets.has(name) === wanted))
  return { kept: part(false), secret: part(true) }
}

/** What any meeting may cost at most. */
export const limits: readonly FormField[] = [
  {
    kind: 'number',
    name: 'ceiling',
    label: 'Token limit',
    help: 'no call is made that could pass it',
    least: 1,
    choices: [],
  },
  {
    kind: 'text',
    name: 'costCeiling',
    label: 'Cost limit in dollars',
    help: 'needs the price of every voice to be known',
    choices: [],
  },
]

/** Dollars and their parts, which no field of a protocol asks for. */
export function costFault(filled: Filled): Faults {
  const given = textIn(filled, 'costCeiling').trim()
  if (given === '' || Number(given) > 0) return {}
  const hint = 'It is an amount in dollars, such as 0.50.'
  return { costCeiling: new WrongUsage(`Cost limit in dollars cannot be "${given}".`, hint) }
}

/** Whoever sits there without being chosen one by one: always, or by what is chosen, such as a council. */
export function seatedIn(
  { fields, seated }: Pick<MeetingForm, 'fields' | 'seated'>,
  filled: Filled,
): readonly Choice[] {
  const brought = fields.flatMap((field) => {
    if (field.kind !== 'choice') return []
    const chosen = chosenIn(field, filled)
    return field.choices.find(({ value }) => value === chosen)?.seats ?? []
  })
  return [...seated, ...brought]
}

/** Those who will sit there: they, and whoever is chosen in a field of people. */
export function seatsIn(form: MeetingForm, filled: Filled): readonly Choice[] {
  const { fields } = form
  const chosen = fields.flatMap((field) =>
    field.kind === 'names' && field.people
      ? field.choices.filter(({ value }) => listIn(filled, field.name).includes(value))
      : [],
  )
  return [...seatedIn(form, filled), ...chosen]
}

export function requestOf(form: MeetingForm, project: string, filled: Filled): OpenMeeting {
  const { protocol, fields } = form
  const agents = textIn(filled, 'agents').trim()
  const voices = voicesIn(filled)
  // A draft may name seats of another council.
  const seats = seatsIn(form, filled).flatMap(({ value: seat }) => {
    const voice = voices[seat]?.trim()
    return voice ? [[seat, voice] as const] : []
  })
  const { ceiling, costCeiling } = valuesOf(limits, filled)
  return {
    protocol,
    project,
    ...valuesOf(fields, filled),
    ...(agents === '' ? {} : { agents }),
    ...(seats.length === 0 ? {} : { seats: Object.fromEntries(seats) }),
    ...(ceiling === undefined ? {} : { ceiling: Number(ceiling) }),
    ...(costCeiling === undefined ? {} : { costCeiling: Number(costCeiling) }),
  }
}

/** What is sent of a form; a field that keeps its default is left out. */
export function valuesOf(fields: readonly FormField[], filled: Filled): Given {
  const pairs = fields.flatMap((field) => {
    const value = sentOf(field, filled)
    return value === undefined ? [] : [[field.name, value] as const]
  })
  return Object.fromEntries(pairs)
}

/** What the server would refuse, in its own words. */
export function faultsIn(fields: readonly FormField[], filled: Filled): Faults {
  const given = valuesOf(fields, filled)
  const pairs = fields.flatMap((field) => {
    const fault = faultOf(field, given)
    return fault === null ? [] : [[field.name, fault] as const]
  })
  return Object.fromEntries(pairs)
}

/** What there is to choose from is known to the protocol alone. */
function faultOf(field: FormField, given: Given): Error | null {
  const { name, label } = field
  const asked = field.kind === 'choice' ? { ...field, open: true } : { ...field, required: isAsked(field) }
  const value = given[name]
  try {
    readRequest({ [name]: neededIn(asked, given) }, value === undefined ? {} : { [name]: value }, () => label)
    return null
  } catch (error) {
    return error as Error
  }
}

/** Nothing is opened without it; a text may have another one in its place. */
export function isAsked(field: FormField): boolean {
  if (field.kind === 'text') return field.required === true || field.ask !== undefined
  return field.kind === 'choice' && field.required === true
}

export function textIn(filled: Filled, name: string): string {
  const value = filled[name]
  return typeof value === 'string' ? value : ''
}

export function listIn(filled: Filled, name: string): readonly string[] {
  const value = filled[name]
  return Array.isArray(value) ? value : []
}

/** By the ids of the seats. */
export function voicesIn({ seats }: Filled): Voices {
  return typeof seats === 'object' && !Array.isArray(seats) ? (seats as Voices) : {}
}

/** A required choice starts with its first option. */
export function chosenIn(field: Extract<FormField, { kind: 'choice' }>, filled: Filled): string {
  const [first] = field.choices
  return textIn(filled, field.name) || (field.default ?? (field.required ? (first?.value ?? '') : ''))
}

/** Undefined for a field that keeps its default. */
function sentOf(field: FormField, filled: Filled): unknown {
  const { name } = field
  switch (field.kind) {
    case 'text':
      return textIn(filled, name).trim() === '' ? undefined : textIn(filled, name)
    case 'choice':
      return chosenIn(field, filled) || undefined
    case 'names': {
      const names = listIn(filled, name).filter((one) => one.trim() !== '')
      return names.length === 0 ? undefined : names
    }
    case 'number': {
      const given = textIn(filled, name).trim()
      if (given === '') return undefined
      // What is no number is sent as it is, so that a refusal can say it.
      return Number.isNaN(Number(given)) ? given : Number(given)
    }
    case 'switch':
      return filled[name] === true ? true : undefined
  }
}
