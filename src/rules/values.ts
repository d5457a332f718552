// Values from outside whose shape is not known yet: parsed JSON or YAML, a model's reply.

export type Fields = Readonly<Record<string, unknown>>

/** Whether it is an object with fields, not a list or null. */
export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Its fields; an empty object for any other value. */
export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {}
}
