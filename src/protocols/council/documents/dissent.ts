// Dissent: the one definition of a marked dissent. The round table and the gate that keeps dissents both read by it.
//
// It is a paragraph that opens with `**Dissent:**` or `**Dissent (…):**`, or one that pinning rewrites to that. Pinned are loose
// marks: a sentence that opens with `Dissent` and soon reaches a colon; `DISSENT`; `I dissent`. A mark whose text says none, no
// dissent, nothing, nil or n/a is no dissent. Pinning twice changes nothing more, and no word that was said is lost.

import { noDissent, pinned, pinParagraph } from './dissent-marks.js'
import { markFences } from './fences.js'
import { oneLine } from './text.js'

export interface Dissent {
  readonly qualifier: string
  /** On one line, without its marker. */
  readonly text: string
}

/** All marked dissents of one entry. */
export function dissentsIn(body: string): Dissent[] {
  return blocksOf(pinDissents(body)).flatMap((block) => {
    const dissent = block.kind === 'prose' ? opensWithDissent(block.text) : undefined
    return dissent ? [dissent] : []
  })
}

/** The dissents that the whole of a reply marks and what was kept of it does not, in the pinned form: none is lost by a cut. */
export function dissentsBeyond(kept: string, whole: string): string {
  const known = new Set(dissentsIn(kept).map(({ text }) => text))
  const lost = dissentsIn(whole).filter(({ text }) => !known.has(text))
  return lost
    .map(({ qualifier, text }) => `**Dissent${qualifier === '' ? '' : ` (${qualifier})`}:** ${text}`)
    .join('\n\n')
}

/** An entry in its own order: its dissents with their line breaks, and what stands between them. */
export function dissentBlocks(
  body: string,
): readonly ({ readonly kind: 'said'; readonly text: string } | ({ readonly kind: 'dissent' } & Dissent))[] {
  if (!/dissent/i.test(body)) return [{ kind: 'said', text: body }]
  const found: ({ kind: 'said'; text: string } | ({ kind: 'dissent' } & Dissent))[] = []
  let said: string[] = []
  const flush = () => {
    if (said.some((text) => text.trim() !== '')) found.push({ kind: 'said', text: said.join('\n') })
    said = []
  }
  for (const { kind, text } of blocksOf(pinDissents(body))) {
    const dissent = kind === 'prose' ? opensWithDissent(text) : undefined
    if (dissent) {
      flush()
      const words = text.replace(pinned, '').trim()
      found.push({ kind: 'dissent', qualifier: dissent.qualifier, text: words })
    } else said.push(text)
  }
  flush()
  return found
}

/** The same text with every loose mark rewritten to the pinned form, its paragraph cut there. */
export function pinDissents(text: string): string {
  if (!/dissent/i.test(text)) return text
  const blocks = blocksOf(text).flatMap((block): Block[] =>
    block.kind === 'prose' ? pinParagraph(block.text).map((piece) => ({ ...block, text: piece })) : [block],
  )
  return joined(withTextFollowing(blocks))
}

function opensWithDissent(paragraph: string): Dissent | undefined {
  const marker = pinned.exec(paragraph)
  if (!marker) return undefined
  const text = oneLine(paragraph.slice(marker[0].length))
  return text === '' || noDissent.test(text) ? undefined : { qualifier: marker[1] ?? '', text }
}

type Block =
  | { readonly kind: 'prose'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'blank'; readonly text: string }

/** Paragraphs, fences, quotations and the blank lines between, in order: joined by LF they are the text again. */
function blocksOf(text: string): Block[] {
  const blocks: { kind: Block['kind']; lines: string[] }[] = []
  for (const { text: line, fenced } of markFences(text).lines) {
    const kind = fenced ? 'code' : kindOf(line)
    const last = blocks.at(-1)
    if (last?.kind === kind) last.lines.push(line)
    else blocks.push({ kind, lines: [line] })
  }
  return blocks.map(({ kind, lines }) => ({ kind, text: lines.join('\n') }))
}

function kindOf(line: string): Block['kind'] {
  if (line.trim() === '') return 'blank'
  return /^[ \t]*>/.test(line) ? 'quote' : 'prose'
}

/** Pieces of one paragraph get a blank line between them; everything else is joined as it was. */
function joined(blocks: readonly Block[]): string {
  let text = ''
  let before: Block | undefined
  for (const block of blocks) {
    const cut = before?.kind === 'prose' && block.kind === 'prose' ? '\n\n' : before ? '\n' : ''
    // A dissent opens a paragraph, so it stands apart from a fence or a quotation above it.
    const apart = (before?.kind === 'code' || before?.kind === 'quote') && pinned.test(block.text) ? '\n' : ''
    text += cut + apart + block.text
    before = block
  }
  return text
}

/** A mark that stands alone means the paragraph below it. */
function withTextFollowing(blocks: readonly Block[]): Block[] {
  const kept: Block[] = []
  for (const block of blocks) {
    const lone = kept.findLast((earlier) => earlier.kind !== 'blank')
    const mark = lone?.kind === 'prose' ? pinned.exec(lone.text) : null
    if (!lone || mark?.[0] !== lone.text || !takesMark(block)) {
      kept.push(block)
      continue
    }
    while (kept.at(-1) !== lone) kept.pop()
    kept[kept.length - 1] = { kind: 'prose', text: `${lone.text.trimEnd()} ${block.text.trim()}` }
  }
  return kept
}

function takesMark(block: Block): boolean {
  return (
    block.kind === 'prose' && !pinned.test(block.text) && !/^(?:#{1,6}\s|\*\*Position:\*\*)/.test(block.text)
  )
}
