// Reading: fields out of values that anybody may have written. What is not there or of another type is left out, never an error.

export type Fields = Readonly<Record<string, unknown>>

/** The fields of a record; none for anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

export function textIn(value: unknown, name: string): string | undefined {
  const found = fieldsOf(value)[name]
  return typeof found === 'string' ? found : undefined
}

export function numberIn(value: unknown, name: string): number | undefined {
  const found = fieldsOf(value)[name]
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}

export function listIn(value: unknown, name: string): readonly unknown[] {
  const found = fieldsOf(value)[name]
  return Array.isArray(found) ? found : []
}

export function textsIn(value: unknown, name: string): readonly string[] {
  return listIn(value, name).filter((one): one is string => typeof one === 'string')
}

/** The one of these words that the value is. */
export function oneOf<T extends string>(value: unknown, words: readonly T[]): T | undefined {
  return words.find((word) => word === value)
}
