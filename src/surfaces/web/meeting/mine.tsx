// What is the person's to do besides answering: going on, closing a talk, its next message.

import type { MeetingView } from '../../../hall/api.js'
import type { Story } from '../../../view/story.js'
import { call } from '../api/api.js'
import type { Live } from '../fold/live.js'
import { plural } from '../fold/words.js'
import { Bar, Composer } from '../parts/composer.js'
import { useAct } from '../state/act.js'
import { saying } from '../state/saying.js'
import { GoOn } from './deeds.js'
import { CloseTalk, FailedMerge, FailedNotes } from './talk.js'

/** What can be done where no question is open; an open one has the middle of the page. */
interface MineProps {
  readonly view: MeetingView
  readonly story: Story
  readonly status: string
}

export function Mine({ view, story, status }: MineProps) {
  const talking = view.talk?.state === 'open'
  return (
    <>
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
  const send = (text: string) =>
    saying(view, story, text, () => act.run(() => call('talk.message', view, { text })))
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
