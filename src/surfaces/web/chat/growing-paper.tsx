// One document of a chat, read again whenever the meeting wrote it anew, with the passages marked that are new since the person looked.

import { useMemo, useRef } from 'react'
import type { MeetingRef } from '../../../hall/api.js'
import type { PaperDrawn } from '../../../view/drawings.js'
import type { Story } from '../../../view/story.js'
import { call } from '../api/api.js'
import { blocksOf } from '../fold/paper.js'
import { plural } from '../fold/words.js'
import { Skeleton, Trouble } from '../parts/trouble.js'
import { to } from '../route.js'
import { useResource } from '../state/resource.js'
import { useChanges } from '../state/seen.js'
import { Blocks } from '../text/markdown.js'

interface PaperProps {
  readonly of: MeetingRef
  readonly story: Story
  readonly paper: PaperDrawn
}

export function GrowingPaper({ of, story, paper }: PaperProps) {
  const { path, title, state, worth, changed } = paper
  const written = Math.max(changed, story.documents.get(path)?.line ?? 0)
  const { value, error, loading } = useNewest(of, path, written)
  const blocks = useMemo(() => (value ? blocksOf(path, value.text) : null), [path, value])
  const { fresh, gone, read } = useChanges(of, path, changed, loading ? null : blocks)
  return (
    <article className="paper growing-paper" aria-label={title}>
      <p className="small source-path">
        <a href={to.document(of.project, path)}>{path}</a>
        <span>{[state, worth].filter(Boolean).join(', ')}</span>
      </p>
      <News fresh={fresh.size} gone={gone} onRead={read} />
      {blocks ? <Blocks blocks={blocks} project={of.project} top={3} fresh={fresh} /> : null}
      {loading && !value ? <Skeleton lines={9} /> : null}
      {value ? null : <Trouble error={error} />}
    </article>
  )
}

/** The version before stays on the screen until the next one is there. */
function useNewest(of: MeetingRef, path: string, written: number) {
  const now = useResource(`document ${of.project}/${path} ${written}`, () =>
    call('document.show', of, { path }),
  )
  const last = useRef(now.value)
  if (now.value) last.current = now.value
  return { ...now, value: now.value ?? last.current }
}

function News({ fresh, gone, onRead }: { fresh: number; gone: number; onRead: () => void }) {
  if (fresh + gone === 0) return null
  const words = [
    ...(fresh > 0 ? [`${plural(fresh, 'passage')} new or changed`] : []),
    ...(gone > 0 ? [`${plural(gone, 'passage')} taken out`] : []),
  ]
  return (
    <p className="news small">
      <span role="status">Since you last looked: {words.join(', ')}.</span>
      {fresh > 0 ? (
        <button type="button" className="quiet" onClick={toNext}>
          Next change
        </button>
      ) : null}
      <button type="button" className="quiet" onClick={onRead}>
        Mark as read
      </button>
    </p>
  )
}

/** The first marked passage below the one that was gone to before, or the first of all. */
function toNext(): void {
  const all = [...document.querySelectorAll<HTMLElement>('.growing-paper .fresh')]
  const at = all.findIndex((one) => one.dataset['now'] === 'true')
  for (const one of all) delete one.dataset['now']
  const next = all[(at + 1) % all.length]
  if (!next) return
  next.dataset['now'] = 'true'
  next.scrollIntoView({ block: 'center' })
}
