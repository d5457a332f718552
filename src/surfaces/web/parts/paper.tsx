// A document to read: its front matter folded away, the rest set as text.

import { Markdown } from '../text/markdown.js'
import { Scroll } from './scroll.js'

export function Paper({ text, project }: { text: string; project: string }) {
  const [, front, body] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(text) ?? []
  return (
    <article className="paper">
      {front ? (
        <details className="front">
          <summary>Front matter</summary>
          <Scroll label="Front matter">{front}</Scroll>
        </details>
      ) : null}
      <Markdown text={body ?? text} project={project} top={2} />
    </article>
  )
}
