// Private keys in PEM form: the two marker lines and what stands between them. Works line by line, so line ends survive.
//
// Key material looks like any base64, so its place decides. Before a closing line every single word of base64 is material;
// without a closing line only a long one is, since then the key was cut short and ordinary text may follow.

export const KEY_HEADER = 'REDACTED-PRIVATE-KEY-HEADER'
export const KEY_FOOTER = 'REDACTED-PRIVATE-KEY-FOOTER'
export const KEY_MATERIAL = 'REDACTED-PRIVATE-KEY-MATERIAL'

/** Called for each mark that was put in, with the index of its line. */
export type KeyNote = (line: number, mark: string) => void

export function scrubPrivateKeys(lines: readonly string[], note: KeyNote): readonly string[] {
  if (!lines.some((line) => line.includes('PRIVATE KEY'))) return lines
  const closes = closedBelow(lines)
  let inKey = false
  return lines.map((line, index) => {
    if (!inKey && !hasMarker(line)) return line
    const scrub = hasMarker(line) ? scrubMarkers : scrubInside
    const scrubbed = scrub(line, { inKey, closes: closes[index]! }, (mark) => note(index, mark))
    inKey = scrubbed.inKey
    return scrubbed.line
  })
}

interface ScrubbedLine {
  line: string
  /** Whether the next line may be key material. */
  inKey: boolean
}

/** The position of a line: right after key material, and before a marker that closes the key. */
interface LinePosition {
  inKey: boolean
  closes: boolean
}

type Note = (mark: string) => void

const MARKER = /-----(BEGIN|END) (?:[A-Za-z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/g
const PEM_FIELD = /^(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID): /

function hasMarker(line: string): boolean {
  return line.search(MARKER) >= 0
}

/** For each line, whether the next marker further down closes a key. */
function closedBelow(lines: readonly string[]): boolean[] {
  const closes = new Array<boolean>(lines.length).fill(false)
  let next = false
  for (let index = lines.length - 1; index >= 0; index--) {
    closes[index] = next
    const first = [...lines[index]!.matchAll(MARKER)][0]
    if (first) next = first[1] === 'END'
  }
  return closes
}

function scrubMarkers(line: string, place: LinePosition, note: Note): ScrubbedLine {
  let result = ''
  let from = 0
  let open = place.inKey
  for (const marker of line.matchAll(MARKER)) {
    const before = line.slice(from, marker.index)
    result += open ? scrubEnclosed(before, note) : before
    open = marker[1] === 'BEGIN'
    const mark = open ? KEY_HEADER : KEY_FOOTER
    note(mark)
    result += mark
    from = marker.index + marker[0].length
  }
  const rest = line.slice(from)
  if (!open) return { line: result + rest, inKey: false }
  const tail = scrubInside(rest, place, note)
  return { line: result + tail.line, inKey: tail.inKey }
}

/** Both markers on one line, as in JSON with `\n` spelled out: any text between them that holds a long run of base64 goes. */
function scrubEnclosed(text: string, note: Note): string {
  return /[A-Za-z0-9+/]{16}/.test(text) && !text.includes(KEY_MATERIAL) ? replaceCore(text, note) : text
}

function scrubInside(line: string, { closes }: LinePosition, note: Note): ScrubbedLine {
  const { core } = trimmed(line)
  if (core === '' || core === KEY_MATERIAL || PEM_FIELD.test(core)) return { line, inKey: true }
  if (!/^[A-Za-z0-9+/=]+$/.test(core))
    return { line: closes ? withoutLongRuns(line, note) : line, inKey: closes }
  if (!closes && core.length < 16) return { line, inKey: closes }
  return { line: replaceCore(line, note), inKey: true }
}

/** A quoted key may have a mark or a line number before each line; key material is still longer than any word. */
function withoutLongRuns(line: string, note: Note): string {
  return line.replace(/[A-Za-z0-9+/=]{40,}/g, () => {
    note(KEY_MATERIAL)
    return KEY_MATERIAL
  })
}

function replaceCore(line: string, note: Note): string {
  const { before, after } = trimmed(line)
  note(KEY_MATERIAL)
  return before + KEY_MATERIAL + after
}

/** Without indent, quote marks and line end. Not by a regular expression, which would be slow on long runs of blanks. */
function trimmed(line: string): { before: string; core: string; after: string } {
  let from = 0
  let to = line.length
  while (from < to && ' \t>'.includes(line[from]!)) from++
  while (to > from && ' \t\r'.includes(line[to - 1]!)) to--
  return { before: line.slice(0, from), core: line.slice(from, to), after: line.slice(to) }
}
