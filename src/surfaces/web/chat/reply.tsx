// The composer of a chat: free words to the open question, and the way to end early.

import type { MeetingView } from '../../../hall/api.js'
import type { OpenQuestion, Story } from '../../../view/story.js'
import type { Chat } from '../../../view/telling.js'
import { Composer } from '../parts/composer.js'
import type { Answering } from '../state/answering.js'
import { saying } from '../state/saying.js'

interface ReplyProps {
  readonly view: MeetingView
  readonly story: Story
  readonly open: OpenQuestion | undefined
  readonly answering: Answering
  readonly chat: Chat | undefined
  /** Somebody is at work. */
  readonly busy: boolean
}

export function Reply({ view, story, open, answering, chat, busy }: ReplyProps) {
  const words = open?.question.freeText
  const send = async (text: string) =>
    words !== undefined && (await saying(view, story, text, () => answering.answer(words.key, text)))
  const { ends } = chat ?? {}
  const asksToEnd = ends !== undefined && open !== undefined && chat?.said(open.question.id) === true
  return (
    <Composer
      of={view}
      label={open && words ? 'Your reply' : 'Your next words'}
      speaking={busy ? 'They are at work: you can write on meanwhile.' : ''}
      busy={answering.still && answering.given === null && open !== undefined}
      error={answering.error}
      send={send}
    >
      {asksToEnd ? (
        <button
          type="button"
          className="quiet"
          disabled={answering.still}
          title="Asks first, then writes the documents from what is known"
          onClick={() => void send(ends.says)}
        >
          {ends.label}…
        </button>
      ) : null}
    </Composer>
  )
}
