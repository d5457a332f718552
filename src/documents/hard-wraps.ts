// Hard wraps: prose whose lines a writer broke by hand, as one line a paragraph for a field that breaks lines itself, and back again. Pure.

/** Every plain paragraph on one line. Lists, tables, quotes, code and lines that are broken on purpose stay as they are. */
export function unwrapped(text: string): string {
  return blocksOf(text).map(joined).join('')
}

/** What was written in such a field: a paragraph that nobody changed has the lines again that it had before. */
export function wrappedAsBefore(text: string, before: string): string {
  const lines = new Map(blocksOf(before).map((block) => [bare(joined(block)), bare(block)]))
  return blocksOf(text)
    .map((block) => (lines.get(bare(block)) ?? bare(block)) + block.slice(bare(block).length))
    .join('')
}

/** Paragraphs, what is blank between them, and code, which is one block whatever stands in it. Together they are the text. */
function blocksOf(text: string): readonly string[] {
  const blocks: string[] = []
  let [kind, fenced] = ['', false]
  for (const line of text.split(/(?<=\n)/)) {
    const fence = /^ {0,3}(?:```|~~~)/.test(line)
    const now = fenced || fence ? 'code' : line.trim() === '' ? 'blank' : 'prose'
    if (fence) fenced = !fenced
    if (now === kind) blocks.push(`${blocks.pop()}${line}`)
    else blocks.push(line)
    kind = now
  }
  return blocks
}

function joined(block: string): string {
  const isPlain = block.split('\n').every((line) => !marked.test(line) && !broken.test(line))
  return isPlain ? block.replace(/(?<=\S)\n(?=\S)/g, ' ') : block
}

/** Without the end of its last line. */
function bare(block: string): string {
  return block.endsWith('\n') ? block.slice(0, -1) : block
}

/** What begins a list, a table, a quote, a heading or code. */
const marked = /^(?:\s|[-*+]\s|[>|#]|\d+[.)]\s|```|~~~)/
const broken = /(?: {2}|\\)$/
