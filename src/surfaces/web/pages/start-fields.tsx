// The fields of a form, drawn by kind: text, choice, names, number, switch. Independent of any protocol.

import { useId } from 'react'
import type { FormField } from '../../../hall/api.js'
import { ParleyError } from '../../../kernel/errors.js'
import type { Choice } from '../../../kernel/request.js'
import { chosenIn, type Filled, isNeeded, listIn, textIn } from '../fold/request.js'
import { Together } from '../parts/at-table.js'
import { Face } from '../parts/face.js'
import { Sitting } from '../parts/sitting.js'
import { Trouble } from '../parts/trouble.js'
import { Inline } from '../text/inline.js'

interface FieldsProps {
  readonly fields: readonly FormField[]
  readonly filled: Filled
  readonly set: (change: Filled) => void
  /** What was refused; shown at the field that it names. */
  readonly error: Error | null
}

export function Fields({ fields, filled, set, error }: FieldsProps) {
  const named = faultyField(error)
  const [usual, advanced] = [
    fields.filter(({ advanced }) => !advanced),
    fields.filter(({ advanced }) => advanced),
  ]
  const drawn = (all: readonly FormField[]) =>
    all.map((field) => (
      <div key={field.name} className="field" data-field={field.name}>
        <OneField field={field} filled={filled} set={set} />
        {field.name === named ? <Trouble error={error} /> : null}
      </div>
    ))
  return (
    <>
      {drawn(usual)}
      {advanced.length === 0 ? null : (
        <details className="more" open={advanced.some(({ name }) => name === named) || undefined}>
          <summary>More</summary>
          <div className="form">{drawn(advanced)}</div>
        </details>
      )}
    </>
  )
}

/** What a field is for, with its code set as such. */
function Help({ text }: { text: string }) {
  return (
    <small>
      <Inline text={text} />
    </small>
  )
}

/** The field that a refusal names. */
export function faultyField(error: Error | null): string | undefined {
  return error instanceof ParleyError ? error.field : undefined
}

interface FieldProps<F extends FormField = FormField> {
  readonly field: F
  readonly filled: Filled
  readonly set: (change: Filled) => void
}

function OneField({ field, filled, set }: FieldProps) {
  switch (field.kind) {
    case 'text':
      return <Words field={field} filled={filled} set={set} />
    case 'choice':
      return field.choices.length === 0 ? (
        <Line field={field} filled={filled} set={set} />
      ) : (
        <OneOf field={field} filled={filled} set={set} />
      )
    case 'names':
      return field.choices.length === 0 ? (
        <Lines field={field} filled={filled} set={set} />
      ) : (
        <SomeOf field={field} filled={filled} set={set} />
      )
    case 'number':
      return <Whole field={field} filled={filled} set={set} />
    case 'switch':
      return <Switch field={field} filled={filled} set={set} />
  }
}

type Of<K extends FormField['kind']> = FieldProps<Extract<FormField, { kind: K }>>

function Words({ field, filled, set }: Of<'text'>) {
  const { name, label, help, lines = 1, secret = false, fromFile = false } = field
  const id = useId()
  const given = {
    id,
    value: textIn(filled, name),
    required: isNeeded(field, filled),
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  }
  return (
    <>
      <label htmlFor={id}>
        {label} <Help text={help} />
        {lines > 1 && !secret ? (
          <textarea rows={lines} dir="auto" {...given} />
        ) : (
          <input type={secret ? 'password' : 'text'} autoComplete="off" dir="auto" {...given} />
        )}
      </label>
      {fromFile ? <FromFile name={label} onText={(text) => set({ [name]: text })} /> : null}
    </>
  )
}

/** A file of the person's machine: only its text is taken. */
function FromFile({ name, onText }: { name: string; onText: (text: string) => void }) {
  const read = async (file: File | undefined) => {
    if (file) onText(await file.text())
  }
  return (
    <label className="from-file">
      <span>Or from a file</span>
      <input
        type="file"
        accept=".md,.txt,.markdown,text/*"
        aria-label={`${name} from a file`}
        onChange={({ target }) => void read(target.files?.[0])}
      />
    </label>
  )
}

/** A text field, because the options are not known here. */
function Line({ field, filled, set }: Of<'choice'>) {
  const { name, label, help, required = false } = field
  return (
    <label>
      {label} <Help text={help} />
      <input
        type="text"
        value={textIn(filled, name)}
        required={required}
        onChange={(event) => set({ [name]: event.target.value })}
      />
    </label>
  )
}

/** Short options are side by side; each agent has a line with a face. */
function OneOf({ field, filled, set }: Of<'choice'>) {
  const { name, label, help, people = false, unset } = field
  const choices = unset ? [{ value: '', ...unset }, ...field.choices] : field.choices
  const chosen = chosenIn(field, filled)
  return (
    <fieldset className={people ? 'cards' : 'cards modes'}>
      <legend>
        {label} <Help text={help} />
      </legend>
      <Together seats={choices.map(faceOf)}>
        {choices.map((choice) => (
          <label key={choice.value} className="card">
            <input
              type="radio"
              name={name}
              checked={choice.value === chosen}
              onChange={() => set({ [name]: choice.value })}
            />
            {people ? <Face seat={choice.value} name={choice.label} /> : null}
            <span>
              <strong>{choice.label}</strong>
              <span className="about">{choice.about}</span>
            </span>
          </label>
        ))}
      </Together>
      <Sitting seats={choices.find(({ value }) => value === chosen)?.seats ?? []} />
    </fieldset>
  )
}

function SomeOf({ field, filled, set }: Of<'names'>) {
  const { name, label, help, choices, people = false } = field
  const chosen = listIn(filled, name)
  const toggle = ({ value }: Choice) =>
    set({ [name]: chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value] })
  return (
    <fieldset className="seats-choice">
      <legend>
        {label} <Help text={help} />
      </legend>
      <Together seats={choices.map(faceOf)}>
        {choices.map((choice) => (
          <label key={choice.value} className="check">
            <input type="checkbox" checked={chosen.includes(choice.value)} onChange={() => toggle(choice)} />
            {people ? <Face seat={choice.value} name={choice.label} small /> : null}
            <span>
              {choice.label} <small>{choice.about}</small>
            </span>
          </label>
        ))}
      </Together>
    </fieldset>
  )
}

function faceOf({ value, label }: Choice) {
  return { id: value, name: label }
}

/** Names, typed one per line. */
function Lines({ field, filled, set }: Of<'names'>) {
  const id = useId()
  const { name, label, help } = field
  return (
    <div className="field-block">
      <label htmlFor={id}>
        {label} <Help text={`${help}; one a line`} />
      </label>
      <textarea
        id={id}
        rows={2}
        className="mono"
        value={listIn(filled, name).join('\n')}
        onChange={({ target: { value } }) => set({ [name]: value === '' ? [] : value.split('\n') })}
      />
    </div>
  )
}

function Whole({ field, filled, set }: Of<'number'>) {
  const { name, label, help, least, default: usual } = field
  return (
    <label>
      {label} <Help text={help} />
      <input
        type="number"
        min={least}
        step={1}
        placeholder={usual === undefined ? undefined : String(usual)}
        value={textIn(filled, name)}
        onChange={(event) => set({ [name]: event.target.value })}
      />
    </label>
  )
}

function Switch({ field, filled, set }: Of<'switch'>) {
  const { name, label, help } = field
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={filled[name] === true}
        onChange={(event) => set({ [name]: event.target.checked })}
      />
      <span>
        {label} <Help text={help} />
      </span>
    </label>
  )
}
