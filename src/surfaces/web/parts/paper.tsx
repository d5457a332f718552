// Shows a document: its front matter collapsed, without its title (the page shows that), the rest as formatted text.

import { splitFrontmatter } from '../../../text/split-frontmatter.js'
import { Markdown } from '../text/markdown.js'
import { Scroll } from './scroll.js'

export function Paper({ text, project, title }: { text: string; project: string; title: string }) {
  const { yaml: front, body } = splitFrontmatter(text) ?? { yaml: '', body: text }
  return (
    <article className="paper">
      {front ? (
        <details className="front">
          <summary>Front matter</summary>
          <Scroll label="Front matter">{front.trimEnd()}</Scroll>
        </details>
      ) : null}
      <Markdown text={body} project={project} title={title} top={2} />
    </article>
  )
}
