// A document to read: its front matter folded away, its title left to the page, the rest set as text.

import { Markdown } from '../text/markdown.js'
import { Scroll } from './scroll.js'

export function Paper({ text, project, title }: { text: string; project: string; title: string }) {
  const [, front, body] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(text) ?? []
  return (
    <article className="paper">
      {front ? (
        <details className="front">
          <summary>Front matter</summary>
          <Scroll label="Front matter">{front}</Scroll>
        </details>
      ) : null}
      <Markdown text={withoutTitle(body ?? text, title)} project={project} top={2} />
    </article>
  )
}

/** The page has said the title already. */
function withoutTitle(text: string, title: string): string {
  const [first = '', ...rest] = text.trimStart().split('\n')
  return first.replace(/^#\s+/, '').trim() === title ? rest.join('\n') : text
}
