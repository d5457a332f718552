// A paper of the meeting, shown in the middle: its record, its design, its notes.

import type { MeetingView } from '../../../hall/api.js'
import type { Story } from '../../../view/story.js'
import { call } from '../api/api.js'
import type { Shown } from '../fold/views.js'
import { Paper } from '../parts/paper.js'
import { Skeleton, Trouble } from '../parts/trouble.js'
import { to } from '../route.js'
import { useResource } from '../state/resource.js'
import { Markdown } from '../text/markdown.js'

interface RecordProps {
  readonly view: MeetingView
  readonly story: Story
  readonly paper: Extract<Shown, { readonly kind: 'paper' }>
}

export function Record({ view, story, paper: { path, title } }: RecordProps) {
  if (path === '')
    return (
      <article className="paper">
        <Markdown text={view.talk?.notes.text ?? ''} project={view.project} top={2} />
      </article>
    )
  return (
    <section aria-label={title}>
      <p className="small source-path">
        <a href={to.document(view.project, path)}>{path}</a>
      </p>
      <WholePaper of={view} story={story} path={path} title={view.title} />
    </section>
  )
}

interface PaperProps {
  readonly of: MeetingView
  readonly story: Story
  readonly path: string
  /** What the page says already. */
  readonly title: string
}

/** Read again whenever the meeting has written it anew. */
export function WholePaper({ of, story, path, title }: PaperProps) {
  const written = story.documents.get(path)?.line ?? 0
  const { value, error, loading } = useResource(`document ${of.project}/${path} ${written}`, () =>
    call('document.show', of, { path }),
  )
  return (
    <>
      {value ? <Paper text={value.text} project={of.project} title={title} /> : null}
      {loading && !value ? <Skeleton lines={9} /> : null}
      {value ? null : <Trouble error={error} />}
    </>
  )
}
