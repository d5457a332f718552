// The open question in the middle of the page, with the documents that it is about; and beside it the way there.

import { type ReactNode, useEffect } from 'react'
import type { MeetingView } from '../../../hall/api.js'
import { plainTitle } from '../../../view/options.js'
import type { Document, OpenQuestion, Story } from '../../../view/story.js'
import type { Telling } from '../../../view/telling.js'
import { Positions } from '../drawings/positions.js'
import { AskedElsewhere } from '../parts/elsewhere.js'
import { QuestionForm } from '../parts/question.js'
import { to } from '../route.js'
import { useDrafts } from '../state/draft.js'
import { store, useStore } from '../state/store.js'
import { DraftPaper, editPlace } from './draft.js'

interface AskedProps {
  readonly view: MeetingView
  readonly story: Story
  readonly open: OpenQuestion
  readonly telling: Telling
}

/** Everything is in view and the answers stand below it: nothing can be approved unread. */
export function Asked({ view, story, open, telling }: AskedProps) {
  const { question, key } = open
  const { papers = [], sayAll = false, editable = false, fixed = [] } = telling.drafts?.(question.id) ?? {}
  const drafts = draftsOf(story, papers)
  useEffect(() => {
    if (location.hash.includes('show=question')) toQuestion()
  }, [])
  const edited =
    editable && question.freeText && !view.elsewhere ? { answer: question.freeText, asked: key, fixed } : null
  const begun = useDrafts(drafts.map((draft) => editPlace(view, draft)))
  const editing = edited ? drafts.filter((_, at) => begun[at] !== '').map(({ title }) => title) : []
  return (
    <div className="mine asked" id="asked" ref={watched}>
      <QuestionForm
        key={`${question.id}${open.n}`}
        of={view}
        question={question}
        asked={key}
        heading={2}
        whole
        inShort={sayAll && drafts.length > 0}
        withheld={withheldBy(view, editing)}
      >
        {telling.readsFirst ? null : <Positions of={view} story={story} />}
        {drafts.map((draft) => (
          <DraftPaper key={draft.path} view={view} story={story} document={draft} edited={edited} />
        ))}
      </QuestionForm>
    </div>
  )
}

function withheldBy({ elsewhere }: MeetingView, editing: readonly string[]): ReactNode {
  if (elsewhere) return <AskedElsewhere />
  return editing.length > 0 ? <Withheld titles={editing} /> : null
}

/** An answer would be about the paper as it was, and what was changed in it would be lost. */
function Withheld({ titles }: { titles: readonly string[] }) {
  return (
    <p className="withheld" role="status">
      You have changed the {titles.join(' and the ')} above. Send the changes, or leave it as it was: then
      this can be answered.
    </p>
  )
}

function draftsOf({ documents }: Story, titles: readonly string[]): readonly Document[] {
  return [...documents.values()].filter(({ title }) => titles.includes(title))
}

/** What waits, said where the person's tasks are; on a phone at the bottom of the window. */
export function ToAsked({ view, open, here }: { view: MeetingView; open: OpenQuestion; here: boolean }) {
  const inView = useStore(isInView)
  const show = () => requestAnimationFrame(() => toQuestion())
  return (
    <div className={`mine sheet to-asked${here ? ' here' : ''}`} hidden={inView}>
      <p>
        <strong>{plainTitle(open.question)}</strong>
      </p>
      <a
        data-to-question
        className="button primary"
        href={to.meeting(view.project, view.id, { show: 'question' })}
        onClick={show}
      >
        {view.elsewhere ? 'Read it' : 'Read and answer'}
      </a>
    </div>
  )
}

/** Whether the question itself can be seen: then nothing has to lead there. */
const isInView = store(false)

/** Kept by the box itself: whoever looked for it by its name would go on watching one that has been drawn anew since. */
function watched(box: HTMLElement | null): (() => void) | undefined {
  if (!box) return undefined
  isInView.set(true)
  const seen = new IntersectionObserver(([entry]) => isInView.set(entry?.isIntersecting ?? false))
  seen.observe(box)
  return () => {
    seen.disconnect()
    isInView.set(false)
  }
}

function toQuestion(): void {
  const box = document.getElementById('asked')
  box?.scrollIntoView({ block: 'start' })
  box?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
}
