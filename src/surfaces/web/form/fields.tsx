// The fields of a form, drawn by kind: text, choice, names, number, switch. Independent of any protocol.

import type { ReactNode } from 'react'
import type { FormField } from '../../../hall/api.js'
import type { Choice } from '../../../kernel/request.js'
import { Together } from '../parts/at-table.js'
import { Face } from '../parts/face.js'
import { Sitting } from '../parts/sitting.js'
import { Faulty, Field, Help } from './field.js'
import { chosenIn, type Filled, isAsked, listIn, textIn } from './filled.js'
import type { Form } from './state.js'

interface FieldsProps {
  readonly fields: readonly FormField[]
  readonly form: Pick<Form, 'filled' | 'set' | 'faults'>
}

/** What nothing is opened without comes first. */
export function Fields({ fields, form }: FieldsProps) {
  const { filled, set, faults } = form
  const drawn = (all: readonly FormField[]) =>
    all.map((field) => (
      <OneField key={field.name} field={field} filled={filled} set={set} fault={faults[field.name]} />
    ))
  const sorted = fields.toSorted((a, b) => Number(isAsked(b)) - Number(isAsked(a)))
  const advanced = sorted.filter(({ advanced }) => advanced)
  return (
    <>
      {drawn(sorted.filter(({ advanced }) => !advanced))}
      {advanced.length === 0 ? null : <Folded title="More">{drawn(advanced)}</Folded>}
    </>
  )
}

/** What most people leave as it is. */
export function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="more">
      <summary>{title}</summary>
      <div className="form">{children}</div>
    </details>
  )
}

interface FieldProps<F extends FormField = FormField> {
  readonly field: F
  readonly filled: Filled
  readonly set: (change: Filled) => void
  readonly fault: Error | undefined
}

function OneField({ field, ...rest }: FieldProps) {
  switch (field.kind) {
    case 'text':
      return <Words field={field} {...rest} />
    case 'choice':
      return field.choices.length === 0 ? <Line field={field} {...rest} /> : <OneOf field={field} {...rest} />
    case 'names':
      return field.choices.length === 0 ? (
        <Lines field={field} {...rest} />
      ) : (
        <SomeOf field={field} {...rest} />
      )
    case 'number':
      return <Whole field={field} {...rest} />
    case 'switch':
      return <Switch field={field} {...rest} />
  }
}

type Of<K extends FormField['kind']> = FieldProps<Extract<FormField, { kind: K }>>

function Words({ field, filled, set, fault }: Of<'text'>) {
  const { name, label, help, lines = 1, secret = false, fromFile = false } = field
  const given = {
    value: textIn(filled, name),
    'aria-required': isAsked(field) || undefined,
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  }
  return (
    <Field name={name} label={label} help={help} fault={fault}>
      {(tied) => (
        <>
          {lines > 1 && !secret ? (
            <textarea rows={lines} dir="auto" {...given} {...tied} />
          ) : (
            <input type={secret ? 'password' : 'text'} autoComplete="off" dir="auto" {...given} {...tied} />
          )}
          {fromFile ? <FromFile name={label} onText={(text) => set({ [name]: text })} /> : null}
        </>
      )}
    </Field>
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
function Line({ field, filled, set, fault }: Of<'choice'>) {
  const { name, label, help } = field
  return (
    <Field name={name} label={label} help={help} fault={fault}>
      {(tied) => (
        <input
          type="text"
          value={textIn(filled, name)}
          onChange={(event) => set({ [name]: event.target.value })}
          {...tied}
        />
      )}
    </Field>
  )
}

/** Short options are side by side; each agent has a line with a face. */
function OneOf({ field, filled, set, fault }: Of<'choice'>) {
  const { name, label, help, people = false, unset } = field
  const choices = unset ? [{ value: '', ...unset }, ...field.choices] : field.choices
  const chosen = chosenIn(field, filled)
  return (
    <Faulty name={name} fault={fault}>
      {(tied) => (
        <fieldset className={people ? 'cards' : 'cards modes'} aria-describedby={tied['aria-describedby']}>
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
      )}
    </Faulty>
  )
}

function SomeOf({ field, filled, set, fault }: Of<'names'>) {
  const { name, label, help, choices, people = false } = field
  const chosen = listIn(filled, name)
  const toggle = ({ value }: Choice) =>
    set({ [name]: chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value] })
  return (
    <Faulty name={name} fault={fault}>
      {(tied) => (
        <fieldset className="seats-choice" aria-describedby={tied['aria-describedby']}>
          <legend>
            {label} <Help text={help} />
          </legend>
          <Together seats={choices.map(faceOf)}>
            {choices.map((choice) => (
              <label key={choice.value} className="check">
                <input
                  type="checkbox"
                  checked={chosen.includes(choice.value)}
                  onChange={() => toggle(choice)}
                />
                {people ? <Face seat={choice.value} name={choice.label} small /> : null}
                <span>
                  {choice.label} <small>{choice.about}</small>
                </span>
              </label>
            ))}
          </Together>
        </fieldset>
      )}
    </Faulty>
  )
}

function faceOf({ value, label }: Choice) {
  return { id: value, name: label }
}

/** Names, typed one per line. */
function Lines({ field, filled, set, fault }: Of<'names'>) {
  const { name, label, help } = field
  return (
    <Field name={name} label={label} help={`${help}; one a line`} fault={fault}>
      {(tied) => (
        <textarea
          rows={2}
          className="mono"
          value={listIn(filled, name).join('\n')}
          onChange={({ target: { value } }) => set({ [name]: value === '' ? [] : value.split('\n') })}
          {...tied}
        />
      )}
    </Field>
  )
}

/** A text field: of what is no number a number field tells nothing. */
function Whole({ field, filled, set, fault }: Of<'number'>) {
  const { name, label, help, default: usual } = field
  const said = usual === undefined ? help : `${help}; ${usual.toLocaleString('en')} unless you say otherwise`
  return (
    <Field name={name} label={label} help={said} fault={fault}>
      {(tied) => (
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={textIn(filled, name)}
          onChange={(event) => set({ [name]: event.target.value })}
          {...tied}
        />
      )}
    </Field>
  )
}

function Switch({ field, filled, set, fault }: Of<'switch'>) {
  const { name, label, help } = field
  return (
    <Faulty name={name} fault={fault}>
      {(tied) => (
        <label className="check">
          <input
            type="checkbox"
            checked={filled[name] === true}
            onChange={(event) => set({ [name]: event.target.checked })}
            {...tied}
          />
          <span>
            {label} <Help text={help} />
          </span>
        </label>
      )}
    </Faulty>
  )
}
