// Markdown as elements of the page. The tree is safe already: it holds no HTML, and links that may be followed.

import { Fragment, memo, type ReactNode } from 'react'
import type { MeetingRef } from '../../../hall/api.js'
import { readMarkdown } from '../../../text/markdown/read.js'
import type { Block, Cell, Inline, List, ListItem, Table } from '../../../text/markdown/tree.js'
import { inlineWords } from '../../../text/markdown/words.js'
import type { Cited } from '../../../view/items.js'
import { passage } from '../fold/changes.js'
import { CiteMark } from '../parts/cite.js'
import { Scroll } from '../parts/scroll.js'
import { to } from '../route.js'
import { type Marked, markCited } from './cited.js'

export interface MarkdownProps {
  readonly text: string
  /** Where relative links lead. */
  readonly project?: string
  readonly cited?: readonly Cited[]
  /** The meeting in which this was said: the sources of its citations are read there. */
  readonly meeting?: string
  /** The rank of a first-level heading, so that headings follow those of the page. */
  readonly top?: number
  /** A heading that the page shows already: the text's own first heading is left out where it says the same. */
  readonly title?: string
  /** The words of a single paragraph, without the paragraph. */
  readonly bare?: boolean
}

export const Markdown = memo(function Markdown(props: MarkdownProps) {
  const { text, project, meeting, cited = none, top = 3, title, bare = false } = props
  const [way, blocks] = [{ project, meeting, cited, top }, withoutTitle(readMarkdown(text), title)]
  const [first] = blocks
  return bare && first?.kind === 'paragraph' ? words(first.inlines, way) : elements(blocks, way)
})

/** Plain words on one line, with a mark for each citation. */
export function CitedWords({
  text,
  cited,
  of,
}: {
  text: string
  cited: readonly Cited[]
  of: MeetingRef
}): ReactNode {
  const way = { project: of.project, meeting: of.id, cited, top: 3 }
  return words([{ kind: 'text', text }], way)
}

/** Blocks that were read already, with the passages marked that are new: by their hash, see `fold/changes.ts`. */
export const Blocks = memo(function Blocks(props: {
  readonly blocks: readonly Block[]
  readonly project: string
  readonly top: number
  readonly title?: string
  readonly fresh: ReadonlySet<string>
}) {
  const { blocks, project, top, title, fresh } = props
  const way = { project, meeting: undefined, cited: none, top, fresh }
  return elements(withoutTitle(blocks, title), way)
})

const none: readonly Cited[] = []

interface Way {
  readonly project: string | undefined
  readonly meeting: string | undefined
  readonly cited: readonly Cited[]
  readonly top: number
  /** Only for what stands in no other block. */
  readonly fresh?: ReadonlySet<string>
}

/** A class for the margin, and a word for those who do not see it. */
function mark(part: unknown, { fresh }: Way): { readonly is: string | undefined; readonly word: ReactNode } {
  const isFresh = fresh !== undefined && fresh.size > 0 && fresh.has(passage(part))
  return isFresh
    ? { is: 'fresh', word: <span className="unseen">New: </span> }
    : { is: undefined, word: null }
}

function within({ fresh: _, ...way }: Way): Way {
  return way
}

function withoutTitle(blocks: readonly Block[], title: string | undefined): readonly Block[] {
  const [first, ...rest] = blocks
  return first?.kind === 'heading' && inlineWords(first.inlines).trim() === title ? rest : blocks
}

function elements(blocks: readonly Block[], way: Way): ReactNode {
  return blocks.map((block, at) => <Fragment key={at}>{element(block, way)}</Fragment>)
}

function element(block: Block, way: Way): ReactNode {
  const { is, word } = mark(block, way)
  switch (block.kind) {
    case 'paragraph':
      return (
        <p className={is} dir="auto">
          {word}
          {words(block.inlines, way)}
        </p>
      )
    case 'heading':
      return heading(Math.min(6, block.rank - 1 + way.top), is, [word, words(block.inlines, way)])
    case 'code':
      return code(block, is, word)
    case 'plain':
      return (
        <p className="as-written" dir="auto">
          {block.text}
        </p>
      )
    case 'quote':
      return (
        <blockquote className={is} dir="auto">
          {word}
          {elements(block.blocks, within(way))}
        </blockquote>
      )
    case 'list':
      return list(block, way)
    case 'table':
      return table(block, way)
    case 'rule':
      return <hr />
  }
}

function code(
  { lang, text }: { readonly lang: string; readonly text: string },
  is: string | undefined,
  word: ReactNode,
) {
  const content = <Scroll label={lang ? `Code, ${lang}` : 'Code'}>{text}</Scroll>
  if (is === undefined) return content
  return (
    <div className={is}>
      {word}
      {content}
    </div>
  )
}

function heading(rank: number, is: string | undefined, [word, content]: readonly ReactNode[]): ReactNode {
  const Heading = `h${rank}` as 'h3' | 'h4' | 'h5' | 'h6'
  return (
    <Heading className={is} dir="auto">
      {word}
      {content}
    </Heading>
  )
}

function list({ start, tight, items }: List, way: Way): ReactNode {
  const content = items.map((item, at) => <Fragment key={at}>{listItem(item, tight, way)}</Fragment>)
  return start === null ? (
    <ul dir="auto">{content}</ul>
  ) : (
    <ol start={start} dir="auto">
      {content}
    </ol>
  )
}

function listItem(item: ListItem, tight: boolean, way: Way): ReactNode {
  const { task, blocks } = item
  const { is, word } = mark(item, way)
  const inner = within(way)
  const content = tight ? blocks.map((block, at) => tightBlock(block, at, inner)) : elements(blocks, inner)
  return (
    <li
      dir="auto"
      className={[is, task === null ? undefined : 'task'].filter(Boolean).join(' ') || undefined}
    >
      {word}
      {task === null ? null : task === 'done' ? '☑ ' : '☐ '}
      {content}
    </li>
  )
}

/** In a tight list a paragraph is only its words. */
function tightBlock(block: Block, at: number, way: Way): ReactNode {
  return (
    <Fragment key={at}>
      {block.kind === 'paragraph' ? words(block.inlines, way) : element(block, way)}
    </Fragment>
  )
}

function table({ columns, head, rows }: Table, way: Way): ReactNode {
  return (
    <Scroll label="Table" kind="wide">
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th key={at} scope="col" dir="auto" className={`align-${columns[at]}`}>
                {words(cell, way)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            <tr key={line} className={mark(row, way).is}>
              {cells(row, columns, way)}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function cells(row: readonly Cell[], columns: Table['columns'], way: Way): ReactNode {
  const { word } = mark(row, way)
  return row.map((cell, at) => (
    <td key={at} dir="auto" className={`align-${columns[at]}`}>
      {at === 0 ? word : null}
      {words(cell, way)}
    </td>
  ))
}

/** Words with the citations among them marked. */
function words(inlines: readonly Inline[], way: Way): ReactNode {
  return markCited(inlines, way.cited).map((inline, at) => <Fragment key={at}>{word(inline, way)}</Fragment>)
}

function word(inline: Marked, way: Way): ReactNode {
  switch (inline.kind) {
    case 'text':
      return inline.text
    case 'cite':
      return citation(inline, way)
    case 'code':
      return <code>{inline.text}</code>
    case 'strong':
      return <strong>{words(inline.inlines, way)}</strong>
    case 'emphasis':
      return <em>{words(inline.inlines, way)}</em>
    case 'deleted':
      return <del>{words(inline.inlines, way)}</del>
    case 'break':
      return <br />
    case 'link':
      return link(inline, way)
  }
}

/** A bracket or a stop does not stand on a line without the mark that it belongs to. */
function citation(
  { cited, before = '', after = '' }: Extract<Marked, { kind: 'cite' }>,
  way: Way,
): ReactNode {
  const mark = <CiteMark cited={cited} of={meetingOf(way)} />
  if (before + after === '') return mark
  return (
    <span className="together">
      {before}
      {mark}
      {after}
    </span>
  )
}

function meetingOf({ project, meeting }: Way): MeetingRef | undefined {
  return project === undefined || meeting === undefined ? undefined : { project, id: meeting }
}

/** No marks inside a link: a button cannot stand in one. */
function link({ target, inlines }: Extract<Inline, { kind: 'link' }>, way: Way): ReactNode {
  const content = words(inlines, { ...way, cited: none })
  if (target.kind === 'mail') return <a href={target.href}>{content}</a>
  if (target.kind === 'file')
    return way.project === undefined ? content : <a href={to.document(way.project, target.path)}>{content}</a>
  return (
    <a href={target.href} rel="noopener noreferrer" target="_blank">
      {content}
    </a>
  )
}
