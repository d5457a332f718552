// A draft that is edited in place: a field for each of its parts where it has parts, else its text. Begins with the draft, never empty.

import { type FormEvent, useEffect, useId, useState } from 'react'
import type { FreeText } from '../../../kernel/question.js'
import { type DraftFields, faultPlace, fieldsText, readFields, withoutEmpty } from '../fold/draft-fields.js'
import { useDraft } from '../state/draft.js'

interface DraftFormProps {
  /** Where what was changed is kept. */
  readonly place: string
  readonly asked: FreeText & { readonly draft: string }
  readonly still: boolean
  readonly onSend: (text: string) => Promise<boolean>
}

export const draftPlace = (place: string) => `draft ${place}`

export function DraftForm({ place, asked, still, onSend }: DraftFormProps) {
  const [kept, keep, received] = useDraft(draftPlace(place))
  const [open, setOpen] = useState(asked.fault !== undefined)
  const [left, setLeft] = useState(false)
  const text = kept === '' ? asked.draft : kept
  const [fields, setFields] = useFields(text)
  const write = (next: DraftFields) => {
    setFields(next)
    keep(fieldsText(next))
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (await onSend(fields ? fieldsText(withoutEmpty(fields)) : text)) received(kept)
  }
  if (!open && kept === '')
    return (
      <button
        type="button"
        className="more"
        disabled={still}
        // biome-ignore lint/a11y/noAutofocus: the person has just come back from there
        autoFocus={left}
        onClick={() => setOpen(true)}
      >
        Edit it here
      </button>
    )
  const fault = faultIn(asked)
  const isMarked = fields?.entries.some((entry, at) => at === fault?.entry && fault.name in entry)
  return (
    <form className="editing" onSubmit={send}>
      {fault && !isMarked ? <Fault words={fault.words} /> : null}
      {fields === null ? (
        <Text label="The draft" text={text} mono onChange={keep} />
      ) : (
        <Fields fields={fields} fault={fault} onChange={write} />
      )}
      <p className="deeds">
        <button
          type="submit"
          className={kept === '' ? '' : 'primary'}
          disabled={still || text === asked.draft}
        >
          Take it as edited
        </button>
        <button
          type="button"
          onClick={() => {
            keep('')
            setOpen(false)
            setLeft(true)
          }}
        >
          Leave it as it was
        </button>
      </p>
    </form>
  )
}

/** Why the last edit could not be taken, and where it is marked: nowhere where that is not known. */
function faultIn(asked: DraftFormProps['asked']): FieldsProps['fault'] {
  if (asked.fault === undefined) return null
  return faultPlace(asked) ?? { entry: -1, name: '', words: asked.fault }
}

function Fault({ words, id }: { words: string; id?: string }) {
  return (
    <p className="trouble" role="alert" id={id}>
      Your edit could not be taken: {words}
    </p>
  )
}

/**
 * Null while it is being read, and where it is no structure that has fields. What the person writes is set at once: reading takes a
 * moment, and a field that has its text only then loses what is typed meanwhile.
 */
function useFields(text: string): [DraftFields | null, (fields: DraftFields) => void] {
  const [read, setRead] = useState<DraftFields | null>(null)
  useEffect(() => {
    let late = false
    void readFields(text).then((fields) => {
      if (!late) setRead(fields)
    })
    return () => {
      late = true
    }
  }, [text])
  return [read, setRead]
}

interface FieldsProps {
  readonly fields: DraftFields
  readonly fault: { readonly entry: number; readonly name: string; readonly words: string } | null
  readonly onChange: (fields: DraftFields) => void
}

function Fields({ fields, fault, onChange }: FieldsProps) {
  const { entries, list } = fields
  const put = (at: number, name: string, value: string | readonly string[]) =>
    onChange({ list, entries: entries.with(at, { ...entries[at], [name]: value }) })
  return entries.map((entry, at) => (
    <fieldset key={at}>
      {list ? (
        <legend>
          {at + 1} of {entries.length}{' '}
          <button
            type="button"
            className="quiet"
            onClick={() => onChange({ list, entries: entries.toSpliced(at, 1) })}
          >
            Leave out
          </button>
        </legend>
      ) : null}
      {Object.entries(entry).map(([name, value]) => {
        const words = fault?.entry === at && fault.name === name ? fault.words : undefined
        return typeof value === 'string' ? (
          <Text
            key={name}
            label={called(name)}
            text={value}
            fault={words}
            onChange={(text) => put(at, name, text)}
          />
        ) : (
          <div key={name}>
            <Lines label={called(name)} lines={value} onChange={(lines) => put(at, name, lines)} />
            {words === undefined ? null : <Fault words={words} />}
          </div>
        )
      })}
    </fieldset>
  ))
}

interface LinesProps {
  readonly label: string
  readonly lines: readonly string[]
  readonly onChange: (lines: readonly string[]) => void
}

/** A field for each, and a way to one more; one that is emptied is left out. */
function Lines({ label, lines, onChange }: LinesProps) {
  const [added, setAdded] = useState(-1)
  return (
    <fieldset>
      <legend>{label}</legend>
      {lines.map((line, at) => (
        <Text
          key={at}
          label={`${label}, ${at + 1}`}
          unseen
          text={line}
          begun={at === added}
          onChange={(text) => onChange(lines.with(at, text))}
        />
      ))}
      <button
        type="button"
        className="quiet"
        onClick={() => {
          setAdded(lines.length)
          onChange([...lines, ''])
        }}
      >
        Add one
      </button>
    </fieldset>
  )
}

interface TextProps {
  readonly label: string
  readonly text: string
  readonly unseen?: boolean
  readonly mono?: boolean
  /** The person has just asked for it: they write there. */
  readonly begun?: boolean
  readonly fault?: string | undefined
  readonly onChange: (text: string) => void
}

function Text(props: TextProps) {
  const { label, text, unseen = false, mono = false, begun = false, fault, onChange } = props
  const [id, why] = [useId(), useId()]
  return (
    <div className="text">
      <label htmlFor={id} className={unseen ? 'unseen' : ''}>
        {label}
      </label>
      <textarea
        id={id}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for it
        autoFocus={begun}
        dir="auto"
        className={mono ? 'mono' : ''}
        rows={Math.min(20, text.split('\n').length + Math.floor(text.length / 90))}
        value={text}
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={fault === undefined ? undefined : why}
        onChange={(event) => onChange(event.target.value)}
      />
      {fault === undefined ? null : <Fault words={fault} id={why} />}
    </div>
  )
}

/** Names of a file that say little to whoever did not design it. */
const plainer: Readonly<Record<string, string>> = { context_for_target: 'context for whoever takes it' }

function called(name: string): string {
  const words = plainer[name] ?? name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
