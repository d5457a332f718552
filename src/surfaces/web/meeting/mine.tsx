// What is the person's to do: the open question or the composer, and what stands in its way.

import type { MeetingView } from '../../../hall/api.js'
import type { Story } from '../../../story/story.js'
import { api } from '../api/api.js'
import type { Live } from '../fold/live.js'
import { plural } from '../fold/words.js'
import { Bar, Composer } from '../parts/composer.js'
import { QuestionForm } from '../parts/question.js'
import { Sheet } from '../parts/sheet.js'
import { useAct } from '../state/act.js'
import { saying } from '../state/saying.js'
import { GoOn } from './deeds.js'
import { CloseTalk, FailedMerge, FailedNotes } from './talk.js'

/** The open question, the composer, or the reason why there is neither: first in its column, a sheet on a phone. */
interface MineProps {
  readonly view: MeetingView
  readonly story: Story
  readonly status: string
  /** The question stands in the middle. */
  readonly elsewhere: boolean
}

export function Mine({ view, story, status, elsewhere }: MineProps) {
  const question = story.questions[0]?.question ?? view.asks
  const talking = view.talk?.state === 'open'
  return (
    <>
      {!talking && question && !elsewhere && status === 'waiting' && view.talk?.state !== 'requested' ? (
        <Sheet>
          <QuestionForm
            key={question.id + story.summary.lines}
            of={view}
            question={question}
            asked={story.questions[0]?.key ?? view.questions[0]?.key ?? question.id}
            heading={2}
          />
        </Sheet>
      ) : null}
      {story.questions.length > 1 ? (
        <p className="small">{plural(story.questions.length - 1, 'further question')} after this.</p>
      ) : null}
      <GoOn view={view} status={status} story={story} />
      <FailedMerge view={view} />
      <FailedNotes view={view} />
      {talking ? <CloseTalk view={view} /> : null}
    </>
  )
}

/** The next message of a talk, across the bottom of the page. */
export function TalkBar({ view, story, live }: { view: MeetingView; story: Story; live: Live }) {
  const act = useAct()
  const { status } = story.summary
  const to = view.talk?.worker ?? 'the worker'
  const speaking = live.length > 0 || (view.live && status === 'running')
  const send = (text: string) => saying(view, story, text, () => act.run(() => api.message(view, text)))
  return (
    <Bar>
      <Composer
        of={view}
        label={`Your message to ${to}`}
        speaking={speaking ? `${to} is speaking.` : ''}
        busy={act.busy}
        error={act.error}
        send={send}
      />
    </Bar>
  )
}
