// A draft that is edited in place: a field for each of its parts where it has parts, else its text. Begins with the draft, never empty.

import { type FormEvent, useEffect, useId, useState } from 'react'
import type { FreeText } from '../../../kernel/question.js'
import { type DraftFields, faultPlace, fieldsText, readFields } from '../fold/draft-fields.js'
import { useDraft } from '../state/draft.js'

interface DraftFormProps {
  /** Where what was changed is kept. */
  readonly place: string
  readonly asked: FreeText & { readonly draft: string }
  readonly still: boolean
  readonly onSend: (text: string) => Promise<boolean>
}

export function DraftForm({ place, asked, still, onSend }: DraftFormProps) {
  const [kept, keep] = useDraft(`draft ${place}`)
  const [open, setOpen] = useState(asked.fault !== undefined)
  const text = kept === '' ? asked.draft : kept
  const fields = useFields(text)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (await onSend(text)) keep('')
  }
  if (!open && kept === '')
    return (
      <button type="button" className="more" disabled={still} onClick={() => setOpen(true)}>
        Edit it here
      </button>
    )
  return (
    <form className="editing" onSubmit={send}>
      {asked.fault === undefined ? null : (
        <p className="trouble" role="alert">
          Your edit could not be taken: {asked.fault}
        </p>
      )}
      {fields === null ? (
        <Text label="The draft" text={text} mono onChange={keep} />
      ) : (
        <Fields fields={fields} fault={faultPlace(asked)} onChange={(next) => keep(fieldsText(next))} />
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
          }}
        >
          Leave it as it was
        </button>
      </p>
    </form>
  )
}

/** Null while it is being read, and where it is no structure that has fields. */
function useFields(text: string): DraftFields | null {
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
  return read
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
      {Object.entries(entry).map(([name, value]) => (
        <div key={name}>
          {fault?.entry === at && fault.name === name ? <p className="trouble small">{fault.words}</p> : null}
          {typeof value === 'string' ? (
            <Text label={called(name)} text={value} onChange={(text) => put(at, name, text)} />
          ) : (
            <Lines label={called(name)} lines={value} onChange={(lines) => put(at, name, lines)} />
          )}
        </div>
      ))}
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
  return (
    <fieldset>
      <legend>{label}</legend>
      {lines.map((line, at) => (
        <Text
          key={at}
          label={`${label}, ${at + 1}`}
          unseen
          text={line}
          onChange={(text) => onChange(lines.with(at, text))}
        />
      ))}
      <button type="button" className="quiet" onClick={() => onChange([...lines, ''])}>
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
  readonly onChange: (text: string) => void
}

function Text({ label, text, unseen = false, mono = false, onChange }: TextProps) {
  const id = useId()
  return (
    <div className="text">
      <label htmlFor={id} className={unseen ? 'unseen' : ''}>
        {label}
      </label>
      <textarea
        id={id}
        dir="auto"
        className={mono ? 'mono' : ''}
        rows={Math.min(20, text.split('\n').length + Math.floor(text.length / 90))}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

/** Names of a file that say little to whoever did not design it. */
const plainer: Readonly<Record<string, string>> = { context_for_target: 'context for whoever takes it' }

function called(name: string): string {
  const words = plainer[name] ?? name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
