// Inside a line of embedded text: HTML becomes words, and no link reference is defined. Code keeps its bytes, but only
// what is code for every reader: where that is uncertain, a tag in it is escaped too, and the worst that happens is a backslash too many.

/** What is known of the lines since the last blank one, for code and labels may run over several lines. */
export interface Passage {
  /** A run of backticks found no partner on its line, so that what looks like code may be none. */
  unpaired: boolean
  /** A line began with a bracket: the label of a link reference may have begun there. */
  mayDefine: boolean
  /** Nothing of the document's own stands in the same paragraph; otherwise no backtick may be left to pair with one of its. */
  readonly alone: boolean
}

export function passage(alone = true): Passage {
  return { unpaired: false, mayDefine: false, alone }
}

const special = /[\\`<\]]/g
const autolink = /<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>`\u0000-\u001f]*|[\w.+-]+@[\w.-]+)>/y

export function defusedInline(line: string, now: Passage): string {
  const word = new Word()
  let out = ''
  let at = 0
  while (at < line.length) {
    special.lastIndex = at
    const next = special.exec(line)?.index ?? line.length
    const plain = line.slice(at, next)
    word.read(plain)
    const step = next < line.length ? stepAt(line, next, word, now) : { text: '', to: next }
    out += plain + step.text
    word.read(step.text)
    at = step.to
  }
  return out
}

/** The word under way. An address in it takes in marks that would mean something elsewhere: a backtick, a backslash. */
class Word {
  /** It holds an address, as far as it was read. */
  isAddress = false
  /** A link was opened on this line: its address and title may hold any mark. */
  inLink = false
  #last = ''

  read(text: string): void {
    const start = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t')) + 1
    if (start > 0) this.isAddress = false
    const seen = (start > 0 ? '' : this.#last) + text.slice(start)
    this.isAddress ||= /https?:\/\/|www\.|mailto:|xmpp:/i.test(seen)
    this.inLink ||= (this.#last + text).includes('](')
    this.#last = (this.#last + text).slice(-9)
  }
}

interface Step {
  readonly text: string
  readonly to: number
}

function stepAt(line: string, at: number, word: Word, now: Passage): Step {
  switch (line[at]) {
    case '\\':
      return {
        text: line.slice(at, at + (word.isAddress ? 1 : 2)),
        to: Math.min(at + (word.isAddress ? 1 : 2), line.length),
      }
    case ']':
      // A definition is a block, so it comes before any code that seems to hold its colon.
      return now.mayDefine && line[at + 1] === ':' ? { text: ']\\:', to: at + 2 } : { text: ']', to: at + 1 }
    case '<':
      return tagAt(line, at, word)
    default:
      return codeAt(line, at, word, now)
  }
}

function tagAt(line: string, at: number, word: Word): Step {
  autolink.lastIndex = at
  const link = word.isAddress ? undefined : autolink.exec(line)?.[0]
  if (link !== undefined) return { text: link, to: at + link.length }
  if (!/[A-Za-z/!?]/.test(line[at + 1] ?? '')) return { text: '<', to: at + 1 }
  return { text: word.isAddress ? '&lt;' : '\\<', to: at + 1 }
}

function codeAt(line: string, at: number, word: Word, now: Passage): Step {
  const run = /`+/y
  run.lastIndex = at
  const mark = run.exec(line)![0]
  const uncertain = now.unpaired || word.isAddress || word.inLink
  const end = uncertain ? undefined : partnerOf(mark, line, at + mark.length)
  const code = end === undefined ? undefined : line.slice(at, end)
  // A cell of a table ends at its bar, even inside code.
  if (code !== undefined && !code.includes('|') && !(now.mayDefine && code.includes(']:')))
    return { text: code, to: end! }
  now.unpaired = true
  return { text: now.alone ? mark : mark.replaceAll('`', '\\`'), to: at + mark.length }
}

function partnerOf(mark: string, line: string, from: number): number | undefined {
  const runs = /`+/g
  runs.lastIndex = from
  for (let run = runs.exec(line); run !== null; run = runs.exec(line)) {
    if (run[0].length === mark.length) return runs.lastIndex
  }
  return undefined
}
