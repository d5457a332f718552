// Markdown as HTML for an export: our own tags only, every word escaped, nothing loaded. A file of the project is named and not linked,
// since the exported page is read elsewhere.

import { readMarkdown } from '../../../text/markdown/read.js'
import type { Block, Cell, Inline, List, ListItem, Table } from '../../../text/markdown/tree.js'

export interface HtmlLook {
  /** The rank of a first-level heading, so that headings follow those of the page. */
  readonly top: number
  /** Line ends of the text are kept, for texts that are laid out by lines. */
  readonly keepLines?: boolean
}

export function markdownHtml(text: string, look: HtmlLook): string {
  return blocksHtml(readMarkdown(text), look)
}

function blocksHtml(blocks: readonly Block[], look: HtmlLook): string {
  return blocks.map((block) => blockHtml(block, look)).join('\n')
}

function blockHtml(block: Block, look: HtmlLook): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${inlinesHtml(block.inlines, look)}</p>`
    case 'heading': {
      const rank = Math.min(6, look.top - 1 + block.rank)
      return `<h${rank}>${inlinesHtml(block.inlines, look)}</h${rank}>`
    }
    case 'code':
      return `<pre><code>${escaped(block.text)}</code></pre>`
    case 'plain':
      return `<p class="as-written">${escaped(block.text)}</p>`
    case 'quote':
      return `<blockquote>${blocksHtml(block.blocks, look)}</blockquote>`
    case 'list':
      return listHtml(block, look)
    case 'table':
      return tableHtml(block, look)
    case 'rule':
      return '<hr>'
  }
}

function listHtml({ start, tight, items }: List, look: HtmlLook): string {
  const tag = start === null ? 'ul' : 'ol'
  const first = start === null || start === 1 ? '' : ` start="${start}"`
  return `<${tag}${first}>${items.map((item) => itemHtml(item, tight, look)).join('')}</${tag}>`
}

function itemHtml({ task, blocks }: ListItem, tight: boolean, look: HtmlLook): string {
  const content = tight
    ? blocks.map((block) =>
        block.kind === 'paragraph' ? inlinesHtml(block.inlines, look) : blockHtml(block, look),
      )
    : [blocksHtml(blocks, look)]
  if (task === null) return `<li>${content.join('\n')}</li>`
  return `<li class="task">${task === 'done' ? '☑' : '☐'} ${content.join('\n')}</li>`
}

function tableHtml({ columns, head, rows }: Table, look: HtmlLook): string {
  const row = (cells: readonly Cell[], tag: 'th' | 'td') =>
    `<tr>${cells.map((cell, at) => `<${tag} class="align-${columns[at]}">${inlinesHtml(cell, look)}</${tag}>`).join('')}</tr>`
  const body = rows.map((cells) => row(cells, 'td')).join('\n')
  return `<table><thead>${row(head, 'th')}</thead><tbody>${body}</tbody></table>`
}

function inlinesHtml(inlines: readonly Inline[], look: HtmlLook): string {
  return inlines.map((inline) => inlineHtml(inline, look)).join('')
}

function inlineHtml(inline: Inline, look: HtmlLook): string {
  switch (inline.kind) {
    case 'text':
      return look.keepLines ? escaped(inline.text).replaceAll('\n', '<br>\n') : escaped(inline.text)
    case 'code':
      return `<code>${escaped(inline.text)}</code>`
    case 'strong':
      return `<strong>${inlinesHtml(inline.inlines, look)}</strong>`
    case 'emphasis':
      return `<em>${inlinesHtml(inline.inlines, look)}</em>`
    case 'deleted':
      return `<del>${inlinesHtml(inline.inlines, look)}</del>`
    case 'link':
      return linkHtml(inline, look)
    case 'break':
      return '<br>'
  }
}

function linkHtml({ target, inlines }: Extract<Inline, { kind: 'link' }>, look: HtmlLook): string {
  const words = inlinesHtml(inlines, look)
  if (target.kind === 'file') return words
  return `<a href="${escaped(target.href)}" rel="noopener noreferrer">${words}</a>`
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
