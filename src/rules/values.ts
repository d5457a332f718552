// Values from outside, before anything is known of them: JSON, YAML, what a model gave.

export type Fields = Readonly<Record<string, unknown>>

/** Whether it is a map of fields: neither a list nor nothing. */
export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Its fields; none where it is no map. */
export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {}
}
