// For tests: texts that try to pass for the structure of the document they stand in, and a real Markdown parser to judge by.

import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

export const hostilePieces = fc.constantFrom(
  '# a',
  '## a',
  '### a',
  '##',
  ' ## b',
  '    ## c',
  'text',
  '',
  '---',
  '===',
  '-',
  '```',
  '~~~',
  '````',
  '```js',
  '  ```',
  '- item',
  '  - deep',
  '> quote',
  '> ## q',
  '1. one',
  '<!-- open',
  '-->',
  '<script>',
  '<pre>',
  '<div>',
  '\t## t',
  '## a ##',
  '|a|',
  '|---|',
  '| ` | <b> ` |',
  'a `b` <details>',
  '`',
  '``',
  '`<x>` and <x>',
  '- ```',
  '    ```',
  '    <b>',
  '[engine]: /forged',
  '[engine',
  ']: /forged',
  '> [engine]: /forged',
  '[engine`]: /forged`',
  '[^1]: note',
  '[a](b`c) <i> `d',
  'https://a.b/`<u>`',
  'x https://a.b/\\<u>',
  'www.a.b<u>`',
  '\\` <u> `',
  '\\<u>',
  '\\\\<u>',
  '<https://a.b>',
  '<![CDATA[',
  '<?php',
  '- # deep',
  '\u00a0',
  '- ',
  '***',
  '- - -',
  'a\\|b',
  'a\\\\|b',
  '\\',
  'a\\',
  '| a | b | c |',
  '[ ] box',
  '**',
  '~~a',
  '![',
)
export const hostileTexts = fc
  .oneof(
    hostilePieces,
    fc.array(hostilePieces, { maxLength: 9 }).map((lines) => lines.join('\n')),
  )
  .filter((text) => !boxAfterEmptyItem.test(text))

/** The build of the Markdown parser for developers, which tests load, ends with an assertion here; the one that is shipped reads it. */
const boxAfterEmptyItem = /^\s*(?:[-*+]|\d+[.)])[ \t]*\n\s*\[[ x]\]/m

/** What a document is made of, as the parser sees it. */
export type Nodes = ReturnType<typeof fromMarkdown>['children'][number]

/** As GitHub reads it, without positions. */
export function tree(text: string): Nodes[] {
  const parsed = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const bare = JSON.stringify(parsed.children, (key, value) => (key === 'position' ? undefined : value))
  return JSON.parse(bare) as Nodes[]
}

export function typesIn(nodes: readonly Nodes[]): string[] {
  return nodes.flatMap((node) => [node.type, ...('children' in node ? typesIn(node.children) : [])])
}

/** What a reader finds: the headings of the first two levels, in order, and whether anything is HTML or defines a reference. */
export function outline(text: string): string[] {
  const nodes = tree(text)
  const own = nodes.flatMap((node) =>
    node.type === 'heading' && node.depth <= 2 ? [JSON.stringify(node)] : [],
  )
  return [...own, ...loudIn(nodes)]
}

/** Whatever is HTML or defines a reference. */
export function loudIn(nodes: readonly Nodes[]): string[] {
  return typesIn(nodes).filter((type) => ['html', 'definition', 'footnoteDefinition'].includes(type))
}

/** The blocks of a document in order: headings with their level, lists with their items, tables with the cells of each row; and whatever is loud. */
export function bones(text: string): string[] {
  const nodes = tree(text)
  return [...nodes.map(boneOf), ...loudIn(nodes)]
}

function boneOf(node: Nodes): string {
  if (node.type === 'heading') return `heading ${node.depth}`
  if (node.type === 'list') return `list of ${node.children.length}`
  if (node.type === 'table') return `table of ${node.children.map((row) => row.children.length).join(', ')}`
  return node.type
}
