// A request before it is sent: what is filled into a form, and what is sent. Independent of any protocol.

import type { FormField, MeetingForm, OpenMeeting } from '../../../hall/api.js'
import type { Choice, Given } from '../../../kernel/request.js'

/** By the name of the field: words, switches, and lists of names. */
export type Filled = Readonly<Record<string, string | boolean | readonly string[]>>

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

/** Who speaks and what it may cost, as it was filled in. */
export interface VoicesFilled {
  readonly agents: string
  /** For single seats, by their ids. */
  readonly seats: Readonly<Record<string, string>>
  /** Tokens. */
  readonly ceiling: string
  /** Dollars. */
  readonly costCeiling: string
}

export const noVoices: VoicesFilled = { agents: '', seats: {}, ceiling: '', costCeiling: '' }

/** The seats that have a voice of their own; nothing where none has. */
export function seatsNamed({ seats }: Pick<VoicesFilled, 'seats'>): { seats?: Record<string, string> } {
  const named = Object.entries(seats).filter(([, voice]) => voice.trim() !== '')
  return named.length === 0 ? {} : { seats: Object.fromEntries(named) }
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

export function requestOf(
  { protocol, fields }: MeetingForm,
  project: string,
  filled: Filled,
  voices: VoicesFilled,
): OpenMeeting {
  const { agents, ceiling, costCeiling } = voices
  return {
    protocol,
    project,
    ...valuesOf(fields, filled),
    ...(agents.trim() === '' ? {} : { agents }),
    ...seatsNamed(voices),
    ...(ceiling === '' ? {} : { ceiling: Number(ceiling) }),
    ...(costCeiling === '' ? {} : { costCeiling: Number(costCeiling) }),
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

/** Whether every required field has a value. The server checks everything else. */
export function complete(fields: readonly FormField[], filled: Filled): boolean {
  return fields.every((field) => {
    const asked = field.kind === 'text' && (isNeeded(field, filled) || field.ask !== undefined)
    const wanted = asked || (field.kind === 'choice' && field.required === true)
    return !wanted || sentOf(field, filled) !== undefined
  })
}

/** A text that can be left out where another is given, such as the task of a council that begins with an analysis. */
export function isNeeded(field: Extract<FormField, { kind: 'text' }>, filled: Filled): boolean {
  return field.required === true && (field.unless === undefined || textIn(filled, field.unless).trim() === '')
}

export function textIn(filled: Filled, name: string): string {
  const value = filled[name]
  return typeof value === 'string' ? value : ''
}

export function listIn(filled: Filled, name: string): readonly string[] {
  const value = filled[name]
  return Array.isArray(value) ? value : []
}

/** A required choice starts with its first option. */
export function chosenIn(field: Extract<FormField, { kind: 'choice' }>, filled: Filled): string {
  const [first] = field.choices
  return textIn(filled, field.name) || (field.default ?? (field.required ? (first?.value ?? '') : ''))
}

/** Undefined for a field that keeps its default. */
function sentOf(field: FormField, filled: Filled): string | number | true | readonly string[] | undefined {
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
    case 'number':
      return textIn(filled, name) === '' ? undefined : Number(textIn(filled, name))
    case 'switch':
      return filled[name] === true ? true : undefined
  }
}
