// One line of somebody's words with its emphasis and code, and nothing else: what would be a heading, a list or a table stays as written.

import { readMarkdown } from '../../../text/markdown/read.js'
import { Markdown } from './markdown.js'

export function Inline({ text }: { text: string }) {
  const blocks = readMarkdown(text)
  const [only] = blocks
  const plain = blocks.length !== 1 || only?.kind !== 'paragraph'
  return (
    <span className="inline-words" dir="auto">
      {plain ? text : <Markdown text={text} bare />}
    </span>
  )
}
