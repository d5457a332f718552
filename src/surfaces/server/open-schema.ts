// The JSON schema of the body that opens a meeting over HTTP: one for each protocol, made from the fields in its manifest.

import type { Field, Fields } from '../../kernel/request.js'
import { protocols } from '../../protocols/index.js'

export async function openSchema(): Promise<unknown> {
  const offers = protocols.flatMap(({ meetings, hosted = false }) =>
    Object.entries(meetings).map(([protocol, offer]) => ({ protocol, offer, hosted })),
  )
  const schemas = offers.map(async ({ protocol, offer, hosted }) =>
    waysToFill((await offer.load()).fields).map((fields) => schemaOf(protocol, fields, hosted)),
  )
  return { anyOf: (await Promise.all(schemas)).flat() }
}

/** A field that may be left out where another is given makes two ways: it is required, or the other is. */
function waysToFill(fields: Fields): readonly Fields[] {
  const [found] = Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'text' && field.unless !== undefined ? [{ name, unless: field.unless, field }] : [],
  )
  if (!found) return [fields]
  const other = fields[found.unless]
  if (other?.kind !== 'text') return [fields]
  const { unless: _, ...alone } = found.field
  const itself = { ...fields, [found.name]: alone }
  const instead = {
    ...fields,
    [found.name]: { ...alone, required: false },
    [found.unless]: { ...other, required: true },
  }
  return [itself, instead].flatMap(waysToFill)
}

function schemaOf(protocol: string, fields: Fields, hosted: boolean): unknown {
  const own = Object.entries(fields).map(([name, field]) => [name, propertyOf(field)] as const)
  const required = Object.entries(fields).flatMap(([name, field]) =>
    'required' in field && field.required ? [name] : [],
  )
  return {
    type: 'object',
    properties: {
      protocol: { const: protocol },
      project: { type: 'string', description: 'a registered project' },
      ...Object.fromEntries(own),
      agents: { type: 'string', description: 'who speaks for every seat' },
      seats: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'who speaks for one seat, by its id',
      },
      ceiling: { type: 'integer', minimum: 1, description: 'the most tokens that it may cost' },
      costCeiling: { type: 'number', exclusiveMinimum: 0, description: 'the most dollars that it may cost' },
      ...(hosted
        ? { network: { type: 'boolean', description: 'programs may use the network in the first turn' } }
        : {}),
    },
    required: ['protocol', 'project', ...required],
    additionalProperties: false,
  }
}

function propertyOf(field: Field): unknown {
  const about = { title: field.label, description: field.help }
  switch (field.kind) {
    case 'text':
      return {
        type: 'string',
        ...about,
        ...(field.required ? { pattern: '\\S' } : {}),
        ...(field.secret ? { writeOnly: true } : {}),
      }
    case 'names':
      return { ...list, ...about }
    case 'choice':
      return { ...(field.open ? namesOf(field) : choicesOf(field)), ...about }
    case 'number':
      return {
        type: 'integer',
        minimum: field.least,
        maximum: field.most ?? Number.MAX_SAFE_INTEGER,
        ...(field.default === undefined ? {} : { default: field.default }),
        ...about,
      }
    case 'switch':
      return { type: 'boolean', default: false, ...about }
  }
}

const list = { type: 'array', items: { type: 'string' } }

/** One name, or several that the protocol itself judges. */
function namesOf({ required }: Extract<Field, { kind: 'choice' }>): object {
  return { anyOf: [{ type: 'string' }, required ? { ...list, minItems: 1 } : list] }
}

function choicesOf({ among, default: usual }: Extract<Field, { kind: 'choice' }>): object {
  return {
    type: 'string',
    enum: among.map(({ value }) => value),
    ...(usual === undefined ? {} : { default: usual }),
  }
}
