// The thread of a chat: voices, the person's own words, notices and questions, and at its end whoever is thinking.

import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { MeetingView } from '../../../hall/api.js'
import type { Item } from '../../../view/items.js'
import { type OpenQuestion, recapWords, type Story } from '../../../view/story.js'
import type { Live } from '../fold/live.js'
import { inThread, placesInTurn, type ThreadItem } from '../fold/thread.js'
import { plural } from '../fold/words.js'
import { Outcome } from '../meeting/outcome.js'
import type { Answering } from '../state/answering.js'
import { useSaid } from '../state/saying.js'
import { tellings } from '../state/tellings.js'
import { AskedInThread } from './asked.js'
import { useThreadFollowing } from './following.js'
import { Bubble, Remark, Voice } from './said.js'
import { Thinking } from './thinking.js'

interface ThreadProps {
  readonly view: MeetingView
  readonly story: Story
  readonly live: Live
  readonly open: OpenQuestion | undefined
  readonly answering: Answering
  readonly busy: boolean
  readonly at: string | undefined
  /** What follows on the end. */
  readonly children: ReactNode
}

export function Thread(props: ThreadProps) {
  const { view, story, live, open, busy, at, children } = props
  const items = useMemo(() => inThread(story.items), [story.items])
  const said = useSaid(view, story)
  const end = useRef<HTMLDivElement>(null)
  const { away, down } = useThreadFollowing(end, items, at)
  const back = useComingBack(story)
  const arriving = useArriving(items)
  return (
    <section className="thread" aria-label="Thread">
      {items.map((item) => (
        <One
          key={item.key}
          item={item}
          recap={item.key === back?.after ? back.words : null}
          after={arriving.get(item.key)}
          {...props}
        />
      ))}
      {said === null ? null : <Bubble words={said} of={view} />}
      {busy ? <Thinking live={live} faces={story.faces} chat={tellings.of(view.protocol).chat} /> : null}
      {open || busy ? null : (
        <Outcome told={story.outcome} project={view.project} documents={story.documents} />
      )}
      {children}
      <div ref={end} className="end" />
      {away > 0 ? (
        <button type="button" className="down" onClick={down}>
          {plural(away, 'new entry', 'new entries')} below ↓
        </button>
      ) : null}
    </section>
  )
}

function One({ recap, ...props }: ThreadProps & Omit<Told, keyof ThreadProps> & { recap: string | null }) {
  const { item, view, open, answering, story, after } = props
  const shown = <Drawn {...{ item, view, open, answering, story, after }} />
  if (recap === null) return shown
  return (
    <>
      {shown}
      <p className="between recap">{recapWords(recap)}</p>
    </>
  )
}

type Told = Pick<ThreadProps, 'view' | 'open' | 'answering' | 'story'> & {
  readonly item: ThreadItem
  readonly after: number | undefined
}

function Drawn({ item, view, open, answering, story, after }: Told) {
  switch (item.kind) {
    case 'turn':
      return <Voice turn={item} of={view} after={after} />
    case 'opening':
      return <Bubble item={item.key} words={item.text} of={view} />
    case 'answered':
      return <Bubble item={item.key} words={item.text ?? item.chosen} of={view} answer={item} />
    case 'asked':
      return (
        <AskedInThread
          item={item}
          view={view}
          story={story}
          answering={open?.n === item.n ? answering : null}
        />
      )
    default:
      return <Remark item={item} of={view} />
  }
}

/** Voices that come while one looks, with their place in their turn: they appear one after another. */
function useArriving(items: readonly ThreadItem[]): ReadonlyMap<string, number> {
  const [from] = useState(() => items.at(-1)?.n ?? 0)
  return useMemo(() => placesInTurn(items.filter(({ n }) => n > from)), [items, from])
}

/** Where the talk stood when this page was opened, for whoever comes back to it. */
function useComingBack(story: Story): { readonly after: string; readonly words: string } | null {
  const [left, setLeft] = useState<{ readonly after: string | null; readonly words: string } | null>(null)
  const { opened, items } = story
  if (left === null && opened !== null) setLeft({ after: lastAnswer(items), words: story.recap ?? '' })
  if (left === null || left.after === null || left.words === '' || story.outcome !== null) return null
  return { after: left.after, words: left.words }
}

function lastAnswer(items: readonly Item[]): string | null {
  return items.findLast(({ kind }) => kind === 'answered')?.key ?? null
}
