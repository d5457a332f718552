// Markdown as elements. What a model wrote is data: HTML is shown as words, links are checked, images are never loaded.

import { fromMarkdown } from 'mdast-util-from-markdown'
import { Fragment, memo, type ReactNode } from 'react'
import type { Cited } from '../../../story/items.js'
import { CiteMark } from '../parts/cite.js'
import { Scroll } from '../parts/scroll.js'
import { to } from '../route.js'
import { targetOf, withAddresses } from './links.js'
import { partsOf } from './tables.js'

export interface MarkdownProps {
  readonly text: string
  /** Where relative links lead. */
  readonly project?: string
  readonly cited?: readonly Cited[]
  /** The rank of a first-level heading, so that headings follow those of the page. */
  readonly top?: number
}

export const Markdown = memo(function Markdown({ text, project, cited = none, top = 3 }: MarkdownProps) {
  const way: Way = { project, cited, top, definitions: new Map() }
  return partsOf(text).map((part, at) =>
    part.kind === 'text' ? (
      <Fragment key={at}>{block(part.text, way)}</Fragment>
    ) : (
      <Scroll label="Table" kind="wide" key={at}>
        <table>
          <thead>
            <tr>
              {part.head.map((cell, column) => (
                <th key={column} scope="col">
                  {inline(cell, way)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {part.rows.map((row, line) => (
              <tr key={line}>
                {row.map((cell, column) => (
                  <td key={column}>{inline(cell, way)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    ),
  )
})

const none: readonly Cited[] = []

type Node = ReturnType<typeof fromMarkdown>['children'][number]
type ListItem = Extract<Node, { type: 'listItem' }>

interface Way {
  readonly project: string | undefined
  readonly cited: readonly Cited[]
  readonly top: number
  readonly definitions: Map<string, string>
}

/** Prose without any mark needs no parser; most of a long transcript is that. */
function block(text: string, way: Way): ReactNode {
  if (!/[*_`#>[\]<~|\\&]|^\s*(?:[-+=]|\d+[.)]|\t| {4})|https?:/m.test(text))
    return text
      .split(/\n{2,}/)
      .map((paragraph, at) => paragraph.trim() && <p key={at}>{words(paragraph, way)}</p>)
  const tree = fromMarkdown(text)
  for (const node of tree.children) {
    if (node.type === 'definition') way.definitions.set(node.identifier, node.url)
  }
  return children(tree, way)
}

/** A cell of a table: its paragraph's content without the paragraph. */
function inline(text: string, way: Way): ReactNode {
  const [first] = fromMarkdown(text).children
  return first?.type === 'paragraph' ? children(first, way) : text
}

function children(node: { readonly children: readonly Node[] }, way: Way): ReactNode {
  return node.children.map((child, at) => <Fragment key={at}>{element(child, way)}</Fragment>)
}

function element(node: Node, way: Way): ReactNode {
  switch (node.type) {
    case 'text':
      return words(node.value, way)
    case 'html':
      return node.value
    case 'paragraph':
      return <p>{children(node, way)}</p>
    case 'heading':
      return heading(Math.min(6, node.depth - 1 + way.top), children(node, way))
    case 'emphasis':
      return <em>{children(node, way)}</em>
    case 'strong':
      return <strong>{children(node, way)}</strong>
    case 'inlineCode':
      return marked(node.value, way) ?? <code>{node.value}</code>
    case 'code':
      return <Scroll label={node.lang ? `Code, ${node.lang}` : 'Code'}>{node.value}</Scroll>
    case 'blockquote':
      return <blockquote>{children(node, way)}</blockquote>
    case 'list':
      return node.ordered ? (
        <ol start={node.start ?? 1}>{children(node, way)}</ol>
      ) : (
        <ul>{children(node, way)}</ul>
      )
    case 'listItem':
      return listItem(node, way)
    case 'thematicBreak':
      return <hr />
    case 'break':
      return <br />
    case 'link':
      return link(node.url, children(node, way), way)
    case 'linkReference':
      return link(way.definitions.get(node.identifier) ?? '', children(node, way), way)
    case 'image':
      return link(node.url, `[image: ${node.alt || node.url}]`, way)
    case 'imageReference':
      return link(way.definitions.get(node.identifier) ?? '', `[image: ${node.alt || node.identifier}]`, way)
    default:
      return 'children' in node ? children(node as { children: Node[] }, way) : null
  }
}

/** `[ ]` and `[x]` at the head of an item are a task that is open or done. */
function listItem(node: ListItem, way: Way): ReactNode {
  const first = node.children[0]
  const head = first?.type === 'paragraph' ? first.children[0] : undefined
  const [mark, state] = head?.type === 'text' ? (/^\[([ xX])\]\s/.exec(head.value) ?? []) : []
  if (mark === undefined || head?.type !== 'text')
    return <li>{node.spread ? children(node, way) : tight(node, way)}</li>
  head.value = `${state === ' ' ? '☐' : '☑'} ${head.value.slice(mark.length)}`
  return <li className="task">{tight(node, way)}</li>
}

function tight(node: { readonly children: readonly Node[] }, way: Way): ReactNode {
  return node.children.map((child, at) => (
    <Fragment key={at}>{child.type === 'paragraph' ? children(child, way) : element(child, way)}</Fragment>
  ))
}

function heading(rank: number, content: ReactNode): ReactNode {
  const Heading = `h${rank}` as 'h3' | 'h4' | 'h5' | 'h6'
  return <Heading>{content}</Heading>
}

function link(url: string, content: ReactNode, way: Way): ReactNode {
  const target = targetOf(url)
  if (target.kind === 'web')
    return (
      <a href={target.href} rel="noopener noreferrer" target="_blank">
        {content}
      </a>
    )
  if (target.kind === 'file' && way.project !== undefined)
    return <a href={to.document(way.project, target.path)}>{content}</a>
  return <span>{content}</span>
}

/** Words with their citations marked and bare addresses made links. */
function words(text: string, way: Way): ReactNode {
  return marked(text, way) ?? addresses(text)
}

function addresses(text: string): ReactNode {
  if (!text.includes('http')) return text
  return withAddresses(text).map((part, at) =>
    part.href === null ? (
      <Fragment key={at}>{part.text}</Fragment>
    ) : (
      <a key={at} href={part.href} rel="noopener noreferrer" target="_blank">
        {part.text}
      </a>
    ),
  )
}

/** Undefined when the text cites nothing that was checked. The longest reference wins where one holds another. */
function marked(text: string, way: Way): ReactNode | undefined {
  const found = way.cited
    .filter(({ ref }) => text.includes(ref))
    .toSorted((a, b) => b.ref.length - a.ref.length)[0]
  if (!found) return undefined
  const at = text.indexOf(found.ref)
  const [before, after] = [text.slice(0, at), text.slice(at + found.ref.length)]
  return (
    <>
      {before && words(before, way)}
      <CiteMark cited={found} project={way.project} />
      {after && words(after, way)}
    </>
  )
}
