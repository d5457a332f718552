// A question in the thread that no voice has put: a summary to sign off, the scope, the end. All that it decides stands above its
// answers, and they cannot be given before its end was in view.

import { useEffect, useRef, useState } from 'react'
import type { MeetingView } from '../../../hall/api.js'
import type { Question } from '../../../kernel/question.js'
import type { Asked } from '../../../view/items.js'
import { optionName } from '../../../view/options.js'
import type { Story } from '../../../view/story.js'
import { Options } from '../parts/options.js'
import type { Answering } from '../state/answering.js'
import { saying } from '../state/saying.js'
import { Markdown } from '../text/markdown.js'

interface AskedProps {
  readonly item: Asked
  readonly view: MeetingView
  readonly story: Story
  /** Null for a question that was answered. */
  readonly answering: Answering | null
}

export function AskedInThread({ item, view, story, answering }: AskedProps) {
  const { question, key } = item
  if (answering) return <OpenQuestion {...{ item, view, story, answering }} />
  if (question.body.trim() === '')
    return (
      <p className="between" id={key} dir="auto">
        {question.title}
      </p>
    )
  return (
    <details className="between put" id={key}>
      <summary dir="auto">{question.title}</summary>
      <Body question={question} project={view.project} />
    </details>
  )
}

function OpenQuestion({ item, view, story, answering }: AskedProps & { readonly answering: Answering }) {
  const { question, key } = item
  const title = `${key}-title`
  const end = useRef<HTMLDivElement>(null)
  const isRead = useReached(end)
  const choose = async (chosen: string) => {
    const option = question.options.find((one) => one.key === chosen)
    const words = option ? optionName(option) : chosen
    const done = await saying(view, story, words, () => answering.answer(chosen))
    // The buttons are gone: the next thing to do is to write.
    if (done) document.querySelector<HTMLElement>('.composing textarea')?.focus({ preventScroll: true })
  }
  return (
    <section className="question put open" id={key} aria-labelledby={title} data-item tabIndex={-1}>
      <Body question={question} project={view.project} />
      <h2 id={title} tabIndex={-1} dir="auto">
        {question.title}
      </h2>
      <div ref={end} />
      <Options
        question={question}
        compact={false}
        still={answering.still || !isRead}
        given={answering.given}
        onChoose={choose}
      />
      <p className="small">
        {isRead ? 'Or say it in your own words below.' : 'To be read to its end before it is answered.'}
      </p>
    </section>
  )
}

function Body({ question, project }: { question: Question; project: string }) {
  if (question.body.trim() === '') return null
  return (
    <div className="prose summary" dir="auto">
      <Markdown text={question.body} project={project} top={3} />
    </div>
  )
}

/** Whether the place has been in the window. */
function useReached(place: { readonly current: HTMLElement | null }): boolean {
  const [reached, setReached] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const look = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setReached(true)
    })
    look.observe(place.current)
    return () => look.disconnect()
  }, [place])
  return reached
}
