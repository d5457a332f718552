// The fields of a draft that is written as YAML: its texts and lists, one entry or several, and the same as YAML again. Pure.

/** `list`: several entries, each with its fields. */
export interface DraftFields {
  readonly list: boolean
  readonly entries: readonly Entry[]
}

export type Entry = Readonly<Record<string, string | readonly string[]>>

/** Null for what is no YAML, or holds more than texts and lists of texts: then it is edited as it is written. */
export async function readFields(text: string): Promise<DraftFields | null> {
  const { parse } = await import('yaml')
  try {
    const value: unknown = parse(text)
    const list = Array.isArray(value)
    const entries = (list ? value : [value]).map(entryOf)
    return entries.length > 0 && entries.every((entry) => entry !== null) ? { list, entries } : null
  } catch {
    return null
  }
}

/** Every text in quotes, so that nothing in it can be structure. */
export function fieldsText({ list, entries }: DraftFields): string {
  const texts = entries.map((entry) => Object.entries(entry).flatMap(([name, value]) => linesOf(name, value)))
  if (!list) return texts.flat().join('\n')
  if (texts.length === 0) return '[]'
  return texts.flatMap((lines) => lines.map((line, at) => `${at === 0 ? '- ' : '  '}${line}`)).join('\n')
}

/** As it is sent: an entry of a list that was left empty is none. While the person writes it stays, or it would vanish under their hands. */
export function withoutEmpty({ list, entries }: DraftFields): DraftFields {
  const full = (value: string | readonly string[]) =>
    typeof value === 'string' ? value : value.filter((text) => text.trim() !== '')
  const kept = entries.map((entry) =>
    Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, full(value)])),
  )
  return { list, entries: kept }
}

/** The field that a fault is about: the draft says it in a comment above its line. */
export function faultPlace({
  draft = '',
  fault,
}: {
  readonly draft?: string
  readonly fault?: string
}): { readonly entry: number; readonly name: string; readonly words: string } | null {
  const lines = draft.split('\n')
  const marked = lines.findIndex((line) => line.startsWith('# parley: '))
  if (fault === undefined || marked < 0) return null
  const name = /^[\s-]*([A-Za-z_]+):/.exec(lines[marked + 1] ?? '')?.[1]
  if (name === undefined) return null
  const begun = lines.slice(0, marked + 2).filter((line) => line.startsWith('- ')).length
  return { entry: Math.max(0, begun - 1), name, words: fault }
}

function entryOf(value: unknown): Entry | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null
  const fields = Object.entries(value).map(([name, held]) => [name, fieldOf(held)] as const)
  return fields.every(([, held]) => held !== null) ? (Object.fromEntries(fields) as Entry) : null
}

function fieldOf(value: unknown): string | readonly string[] | null {
  if (value === null) return []
  if (Array.isArray(value)) return value.every((one) => typeof one !== 'object') ? value.map(String) : null
  return typeof value === 'object' ? null : String(value)
}

function linesOf(name: string, value: string | readonly string[]): readonly string[] {
  if (typeof value === 'string') return [`${name}: ${JSON.stringify(value)}`]
  return [`${name}:${value.length === 0 ? ' []' : ''}`, ...value.map((text) => `  - ${JSON.stringify(text)}`)]
}
