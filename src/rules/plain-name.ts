// Plain names: what somebody or something may be called in a file that can come with a clone. A name stands in headings, lists, tables,
// prompts and on screens, in front of what is said; so it is made of the letters that names have, and can be structure in none of them.
//
//   CALL1  A name holds nothing that Markdown, HTML, a terminal, a list of names or a label reads as its own.
//   CALL2  Nobody is called as the person is addressed, or as parley itself is.

const most = 80
const mostOfLabel = 200

const start = String.raw`[\p{L}\p{N}\p{Extended_Pictographic}]`
const inside = String.raw`[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\ufe0f _.'’&()+/#–—-]`
const name = new RegExp(`^${start}${inside}*$`, 'u')
const list = /^\d+[.)](?:\s|$)/

/** For a headline of a file's own: a sentence, which may hold more than a name. */
const label = /^["'“‘«(¿¡]*[\p{L}\p{N}\p{Extended_Pictographic}]/u
const marks = /[<>`|*_[\]\\#~\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

const reserved = ['you', 'me', 'i', 'user', 'person', 'the person', 'human', 'parley']

/** What is wrong with it, in words that follow it; null for a name. */
export function nameFault(text: string): string | null {
  if (text.length > most) return `is longer than ${most} characters`
  if (!name.test(text) || list.test(text))
    return "is no name: letters, digits, spaces and . ' - & ( ) + / # make one, and it begins with a letter or a digit"
  return reserved.includes(text.trim().toLowerCase()) ? 'is kept for the person and for parley' : null
}

export function labelFault(text: string): string | null {
  if (text.length > mostOfLabel) return `is longer than ${mostOfLabel} characters`
  const [mark] = marks.exec(text) ?? []
  if (mark !== undefined) return `holds ${/[ -~]/.test(mark) ? mark : 'a character that nobody sees'}`
  return label.test(text) && !list.test(text) ? null : 'does not begin with a letter or a digit'
}
