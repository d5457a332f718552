// The free text of a question: one box, or one for each of its parts, whose texts are then sent behind their numbers.

import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import type { FreeText } from '../../../kernel/question.js'
import { optionName } from '../../../view/options.js'
import { useDraft } from '../state/draft.js'
import { Inline } from '../text/inline.js'
import { DraftForm } from './draft-form.js'

interface FreeTextProps {
  /** Where its draft is kept. */
  readonly place: string
  readonly asked: FreeText
  readonly still: boolean
  /** Behind a button until it is wanted. */
  readonly folded: boolean
  readonly onSend: (text: string) => Promise<boolean>
}

export function FreeTextForm(props: FreeTextProps) {
  const { parts = [], draft } = props.asked
  if (draft !== undefined && !props.folded) return <DraftForm {...props} asked={{ ...props.asked, draft }} />
  return parts.length > 1 && !props.folded ? <Parts {...props} parts={parts} /> : <OneText {...props} />
}

function OneText({ place, asked, still, folded, onSend }: FreeTextProps) {
  const label = optionName(asked)
  const [text, setText, received] = useDraft(`answer ${place}`)
  const [open, setOpen] = useState(!folded)
  const id = useId()
  const send = async (event?: FormEvent) => {
    event?.preventDefault()
    if (text.trim() !== '' && (await onSend(text))) received(text)
  }
  if (!open && text === '')
    return (
      <button type="button" className="more" disabled={still} onClick={() => setOpen(true)}>
        {label}…
      </button>
    )
  return (
    <form className="free" onSubmit={send}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        dir="auto"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => sendsBy(event) && void send()}
      />
      <button type="submit" className={primary(text)} disabled={still || text.trim() === ''}>
        {label}
      </button>
    </form>
  )
}

/** A part that is left empty is not answered. */
function Parts({
  place,
  asked,
  still,
  onSend,
  parts,
}: FreeTextProps & { readonly parts: readonly string[] }) {
  const [kept, keep, received] = useDraft(`answer ${place} parts`)
  const texts = textsIn(kept, parts.length)
  const whole = numbered(texts)
  const send = async (event?: FormEvent) => {
    event?.preventDefault()
    if (whole !== '' && (await onSend(whole))) received(kept)
  }
  return (
    <form className="free" onSubmit={send}>
      {parts.map((part, at) => (
        <label key={part}>
          <span>
            {at + 1}. <Inline text={part} />
          </span>
          <textarea
            rows={2}
            dir="auto"
            value={texts[at]}
            onChange={({ target }) => keep(JSON.stringify(texts.with(at, target.value)))}
            onKeyDown={(event) => sendsBy(event) && void send()}
          />
        </label>
      ))}
      <button type="submit" className={primary(whole)} disabled={still || whole === ''}>
        {optionName(asked)}
      </button>
    </form>
  )
}

/** What the person has begun to write is what they are about to do. */
function primary(text: string): string {
  return text.trim() === '' ? '' : 'primary'
}

function textsIn(kept: string, count: number): readonly string[] {
  const empty = Array.from({ length: count }, () => '')
  try {
    const read: unknown = kept === '' ? [] : JSON.parse(kept)
    return Array.isArray(read) ? empty.map((_, at) => (typeof read[at] === 'string' ? read[at] : '')) : empty
  } catch {
    return empty
  }
}

/** A further line that begins with a number gets a dash, so that it cannot be taken for the next part. */
function numbered(texts: readonly string[]): string {
  return texts
    .flatMap((text, at) =>
      text.trim() === ''
        ? []
        : [`${at + 1}. ${text.trim().replace(/\n(?=\s*(?:\d+[.)]|[Qq]\d+:))/g, '\n- ')}`],
    )
    .join('\n')
}

/** Control or Command with Enter, everywhere. */
export function sendsBy(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && (event.ctrlKey || event.metaKey)
}
