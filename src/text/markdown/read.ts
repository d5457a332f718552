// Reads a Markdown text that a seat or a person said into a small safe tree. One reader for terminal, export and page.
//
// GitHub's Markdown without HTML: tags are plain text. Control characters are dropped, images become links, and links to anything but
// the web, a mailbox or a file of the project become plain text. Any text is parsed, in time that grows with its length (pieces.ts).

import { fromMarkdown, type Options } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { addAll } from '../../rules/lists.js'
import { clean } from '../clean.js'
import { closesFence, type Fence, fenceIn } from './lines.js'
import { targetOf } from './links.js'
import { type Piece, piecesOf } from './pieces.js'
import type { Align, Block, Cell, Inline, List, ListItem, Table } from './tree.js'

export function readMarkdown(text: string): readonly Block[] {
  const cleaned = labelsApart(clean(text))
  if (!marked.test(cleaned)) return paragraphsOf(cleaned)
  const pieces = piecesOf(cleaned)
  const definitions = pieces.length > 1 ? definitionsIn(cleaned) : ''
  return pieces.flatMap((piece) => blocksIn(piece, definitions))
}

/**
 * A line that begins with a label in bold (`**Reasoning:** …`) begins a paragraph, also right below another line: written one below
 * the other, labels would otherwise run on in one paragraph, or in the last item of a list above them.
 */
function labelsApart(text: string): string {
  if (!/\n\*\*/.test(text)) return text
  let fence: Fence | undefined
  const apart = (line: string, before: string | undefined): readonly string[] => {
    const inside = fence !== undefined
    if (fence === undefined) fence = fenceIn(line)
    else if (closesFence(line, fence)) fence = undefined
    return !inside && label.test(line) && before?.trim() ? ['', line] : [line]
  }
  const lines = text.split('\n')
  return lines.flatMap((line, at) => apart(line, lines[at - 1])).join('\n')
}

const label = /^\*\*[^*\n]{1,60}(?::\*\*|\*\*:)/

/** Prose without any mark needs no parser; most of a long transcript is such prose. */
const marked = /[*_`#>[\]<~|\\&@]|^[^\S\n]*(?:[-+=]|\d+[.)]|\t| {4})|https?:|www\.| {2}$/m

function paragraphsOf(text: string): readonly Block[] {
  return text.split(/\n[^\S\n]*\n\s*/).flatMap((words): Block[] => {
    // As the parser does: no blanks stand before or behind a line break.
    const trimmed = words
      .trim()
      .split('\n')
      .map((line) => line.trim())
      .join('\n')
    return trimmed === '' ? [] : [{ kind: 'paragraph', inlines: [{ kind: 'text', text: trimmed }] }]
  })
}

/** All link definitions of the text: each piece is parsed with all of them. */
function definitionsIn(text: string): string {
  const found = text.match(/^ {0,3}\[[^\]\n^][^\]\n]{0,100}\]:[ \t]*\S{1,500}[ \t]*$/gm) ?? []
  return found.length === 0 ? '' : `${found.slice(0, 60).join('\n')}\n\n`
}

function blocksIn(piece: Piece, definitions: string): readonly Block[] {
  if (piece.kind !== 'markdown') return [piece]
  try {
    return fromTree(fromMarkdown(`${definitions}${piece.text}`, options))
  } catch {
    // The parser should accept any text; if it fails, the text is still shown.
    return [{ kind: 'plain', text: piece.text }]
  }
}

const options: Options = {
  extensions: [gfm({ singleTilde: false }), { disable: { null: ['htmlFlow', 'htmlText'] } }],
  mdastExtensions: [gfmFromMarkdown()],
}

type Root = ReturnType<typeof fromMarkdown>
type Node = Root['children'][number]
type Definitions = ReadonlyMap<string, string>

/** Below this depth only the text is kept. */
const mostDepth = 16

interface Way {
  readonly definitions: Definitions
  readonly depth: number
}

function fromTree(root: Root): readonly Block[] {
  const definitions = new Map<string, string>()
  for (const node of root.children)
    if (node.type === 'definition' && !definitions.has(node.identifier))
      definitions.set(node.identifier, node.url)
  return blocks(root.children, { definitions, depth: 0 })
}

function blocks(nodes: readonly Node[], way: Way): readonly Block[] {
  if (way.depth > mostDepth) return nodes.flatMap(flat)
  return nodes.flatMap((node) => block(node, { ...way, depth: way.depth + 1 }))
}

function block(node: Node, way: Way): readonly Block[] {
  switch (node.type) {
    case 'paragraph':
      return [{ kind: 'paragraph', inlines: inlines(node.children, way) }]
    case 'heading':
      return [{ kind: 'heading', rank: node.depth, inlines: inlines(node.children, way) }]
    case 'code':
      return [{ kind: 'code', lang: clean(node.lang ?? ''), text: clean(node.value) }]
    case 'blockquote':
      return [{ kind: 'quote', blocks: blocks(node.children, way) }]
    case 'list':
      return [list(node, way)]
    case 'table':
      return [table(node, way)]
    case 'thematicBreak':
      return [{ kind: 'rule' }]
    case 'footnoteDefinition':
      return footnote(node.label ?? node.identifier, blocks(node.children, way))
    case 'definition':
      return []
    default:
      return flat(node)
  }
}

function list(node: Extract<Node, { type: 'list' }>, way: Way): List {
  const items = node.children.map(
    (item): ListItem => ({
      task: typeof item.checked === 'boolean' ? (item.checked ? 'done' : 'open') : null,
      blocks: blocks(item.children, way),
    }),
  )
  const tight = !node.spread && node.children.every(({ spread }) => !spread)
  return { kind: 'list', start: node.ordered ? (node.start ?? 1) : null, tight, items }
}

/** A row may have any number of cells: those beyond the columns are dropped as everywhere, missing ones are empty. */
function table(node: Extract<Node, { type: 'table' }>, way: Way): Table {
  const [head, ...rows] = node.children.map(({ children }) =>
    children.map((cell): Cell => inlines(cell.children, way)),
  )
  const columns = (head ?? []).map((_, at): Align => node.align?.[at] ?? 'left')
  const fitted = (cells: readonly Cell[]) => columns.map((_, at) => cells[at] ?? [])
  return { kind: 'table', columns, head: fitted(head ?? []), rows: rows.map(fitted) }
}

function footnote(label: string, body: readonly Block[]): readonly Block[] {
  const mark: Inline = { kind: 'text', text: `[${clean(label)}] ` }
  const [first, ...rest] = body
  if (first?.kind !== 'paragraph') return [{ kind: 'paragraph', inlines: [mark] }, ...body]
  return [{ kind: 'paragraph', inlines: [mark, ...first.inlines] }, ...rest]
}

function inlines(nodes: readonly Node[], way: Way): readonly Inline[] {
  if (way.depth > mostDepth) return nodes.flatMap(flatInline)
  return nodes.flatMap((node) => inline(node, { ...way, depth: way.depth + 1 }))
}

function inline(node: Node, way: Way): readonly Inline[] {
  switch (node.type) {
    case 'text':
    case 'html':
      return words(node.value)
    case 'inlineCode':
      return [{ kind: 'code', text: clean(node.value) }]
    case 'strong':
      return [{ kind: 'strong', inlines: inlines(node.children, way) }]
    case 'emphasis':
      return [{ kind: 'emphasis', inlines: inlines(node.children, way) }]
    case 'delete':
      return [{ kind: 'deleted', inlines: inlines(node.children, way) }]
    case 'break':
      return [{ kind: 'break' }]
    case 'link':
      return link(node.url, inlines(node.children, way))
    case 'linkReference':
      return link(way.definitions.get(node.identifier) ?? '', inlines(node.children, way))
    case 'image':
      return link(node.url, image(node.alt || node.url))
    case 'imageReference':
      return link(way.definitions.get(node.identifier) ?? '', image(node.alt || node.identifier))
    case 'footnoteReference':
      return words(`[${node.label ?? node.identifier}]`)
    default:
      return flatInline(node)
  }
}

/** Images are not loaded: an image becomes a link to it. */
function image(alt: string): readonly Inline[] {
  return words(`[image: ${alt}]`)
}

function link(url: string, content: readonly Inline[]): readonly Inline[] {
  const target = targetOf(url)
  return target === null ? content : [{ kind: 'link', target, inlines: content }]
}

function words(text: string): readonly Inline[] {
  const cleaned = clean(text)
  return cleaned === '' ? [] : [{ kind: 'text', text: cleaned }]
}

function flat(node: Node): readonly Block[] {
  const text = textOf(node)
  return text.trim() === '' ? [] : [{ kind: 'plain', text }]
}

function flatInline(node: Node): readonly Inline[] {
  return words(textOf(node))
}

/** The text of a node and everything below it. Not recursive, because it is called where the tree is too deep for that. */
function textOf(node: Node): string {
  const found: string[] = []
  const left: Node[] = [node]
  for (let next = left.pop(); next; next = left.pop()) {
    if ('value' in next) found.push(next.value)
    else if ('children' in next) addAll(left, (next.children as Node[]).toReversed())
  }
  return clean(found.join(' '))
}
