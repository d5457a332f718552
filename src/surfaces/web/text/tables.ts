// Tables: rows with pipes, which the Markdown reader does not know. A text is cut into tables and everything else.

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'table'
      readonly head: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }

export function partsOf(text: string): readonly Part[] {
  if (!text.includes('|')) return [{ kind: 'text', text }]
  const lines = text.split('\n')
  const parts: Part[] = []
  let prose: string[] = []
  let fenced = false
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    if (/^ {0,3}(?:`{3,}|~{3,})/.test(line)) fenced = !fenced
    const end = fenced ? at : tableEnd(lines, at)
    if (end > at) {
      if (prose.length > 0) parts.push({ kind: 'text', text: prose.join('\n') })
      prose = []
      const [head = [], , ...rows] = lines.slice(at, end).map(cells)
      parts.push({ kind: 'table', head, rows })
      at = end
    } else {
      prose.push(line)
      at++
    }
  }
  if (prose.length > 0) parts.push({ kind: 'text', text: prose.join('\n') })
  return parts
}

/** Where the table that begins here ends; where it begins when there is none. */
function tableEnd(lines: readonly string[], at: number): number {
  const rule = lines[at + 1] ?? ''
  if (!lines[at]?.includes('|') || !/^[\s|:-]+$/.test(rule) || !rule.includes('|') || !rule.includes('-'))
    return at
  if (cells(rule).length !== cells(lines[at] ?? '').length) return at
  let end = at + 2
  while (end < lines.length && lines[end]?.includes('|')) end++
  return end
}

function cells(row: string): string[] {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}
