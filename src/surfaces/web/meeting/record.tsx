// The record of a finished meeting, shown instead of its transcript.

import type { MeetingView } from '../../../hall/api.js'
import { api } from '../api/api.js'
import { Paper } from '../parts/paper.js'
import { Skeleton, Trouble } from '../parts/trouble.js'
import { to } from '../route.js'
import { useResource } from '../state/resource.js'
import { Markdown } from '../text/markdown.js'

/** The path of the record, the empty string for a talk's own notes, null where there is none. */
export function recordOf({ documents, talk }: MeetingView): string | null {
  const wanted = ['record', 'notes'] as const
  const found = wanted.flatMap((kind) => documents.filter((document) => document.kind === kind))[0]
  if (found) return found.path
  return talk?.notes.state === 'done' && talk.notes.text !== '' ? '' : null
}

export function Record({ view }: { view: MeetingView }) {
  const path = recordOf(view) ?? ''
  const key = path === '' ? '' : `document ${view.project}/${path}`
  const { value, error, loading } = useResource(key, () => api.document(view.project, path))
  if (path === '')
    return (
      <article className="paper">
        <Markdown text={view.talk?.notes.text ?? ''} project={view.project} top={2} />
      </article>
    )
  return (
    <section aria-label="Record">
      <p className="small source-path">
        <a href={to.document(view.project, path)}>{path}</a>
      </p>
      {value ? <Paper text={value.text} project={view.project} title={view.title} /> : null}
      {loading && !value ? <Skeleton lines={9} /> : null}
      {value ? null : <Trouble error={error} />}
    </section>
  )
}
