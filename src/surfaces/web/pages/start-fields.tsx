// The fields of each kind of meeting.

import { useId } from 'react'
import type { Forms } from '../../../hall/api.js'
import { Command } from '../parts/command.js'
import { Face } from '../parts/face.js'
import type { Filled } from './start.js'

interface Fields {
  readonly forms: Forms
  readonly filled: Filled
  readonly set: (change: Filled) => void
}

export function TalkFields({ forms, filled, set }: Fields) {
  const chosen = filled.worker ?? forms.workers[0]?.name
  return (
    <>
      <fieldset className="cards">
        <legend>With whom</legend>
        {forms.workers.map((worker) => (
          <label key={worker.name} className="card">
            <input
              type="radio"
              name="worker"
              checked={worker.name === chosen}
              onChange={() => set({ worker: worker.name })}
            />
            <Face seat={worker.name} name={worker.displayName} />
            <span>
              <strong>{worker.displayName}</strong> <small>{worker.displayTitle}</small>
              <span className="about">{worker.description}</span>
            </span>
          </label>
        ))}
        {forms.workers.length === 0 ? <p className="small">This project has no workers.</p> : null}
      </fieldset>
      <Text
        label="What you want to say"
        value={filled.message ?? ''}
        onChange={(message) => set({ message })}
        rows={5}
      />
      <References filled={filled} set={set} />
    </>
  )
}

function References({ filled, set }: Pick<Fields, 'filled' | 'set'>) {
  const id = useId()
  return (
    <div className="field-block">
      <label htmlFor={id}>
        About which documents <small>one path a line, if any</small>
      </label>
      <textarea
        id={id}
        rows={2}
        className="mono"
        value={(filled.references ?? []).join('\n')}
        onChange={(event) =>
          set({ references: event.target.value === '' ? [] : event.target.value.split('\n') })
        }
      />
    </div>
  )
}

export function MeetFields({ forms, filled, set }: Fields) {
  const mode = forms.modes.find(({ name }) => name === filled.mode) ?? forms.modes[0]
  const invited = filled.invitees ?? mode?.invitees ?? []
  const toggle = (id: string) =>
    set({ invitees: invited.includes(id) ? invited.filter((known) => known !== id) : [...invited, id] })
  return (
    <>
      <Text
        label="Charter: what is to be settled"
        value={filled.charter ?? ''}
        onChange={(charter) => set({ charter })}
        rows={5}
      />
      <fieldset className="cards modes">
        <legend>Mode</legend>
        {forms.modes.map(({ name, purpose, invitees }) => (
          <label key={name} className="card">
            <input
              type="radio"
              name="mode"
              checked={name === mode?.name}
              onChange={() => set({ mode: name, invitees })}
            />
            <span>
              <strong>{name}</strong>
              <span className="about">{purpose}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <fieldset className="seats-choice">
        <legend>Seats {invited.length === 0 ? <small>choose at least one</small> : null}</legend>
        {forms.invitees.map(({ id, name, title }) => (
          <label key={id} className="check">
            <input type="checkbox" checked={invited.includes(id)} onChange={() => toggle(id)} />
            <Face seat={id} name={name} small />
            <span>
              {name} <small>{title}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <fieldset className="seats-choice">
        <legend>Limits</legend>
        <Check
          label="No web"
          hint="nothing leaves this machine but to the models"
          checked={filled.noWeb ?? false}
          onChange={(noWeb) => set({ noWeb })}
        />
        <Check
          label="Skip research"
          hint="seats speak without preparing"
          checked={filled.skipResearch ?? false}
          onChange={(skipResearch) => set({ skipResearch })}
        />
      </fieldset>
    </>
  )
}

export function CouncilFields({ forms, filled, set }: Fields) {
  const { council } = forms
  if (!council)
    return (
      <p className="nothing">
        No council is convened in this project. Convene one first: <Command text="parley council convene" />
      </p>
    )
  return (
    <>
      <p className="at-table">
        <strong>{council.name}</strong>
        {council.seats.map((seat) => (
          <span key={seat} className="seated">
            <Face seat={seat} name={seat} small /> {seat}
            {seat === council.chair ? <small> chair</small> : null}
          </span>
        ))}
      </p>
      <Text label="Task" value={filled.task ?? ''} onChange={(task) => set({ task })} rows={5} />
    </>
  )
}

function Text(props: { label: string; value: string; rows: number; onChange: (value: string) => void }) {
  const { label, value, rows, onChange } = props
  return (
    <label>
      {label}
      <textarea rows={rows} value={value} onChange={(event) => onChange(event.target.value)} required />
    </label>
  )
}

function Check(props: { label: string; hint: string; checked: boolean; onChange: (value: boolean) => void }) {
  const { label, hint, checked, onChange } = props
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {label} <small>{hint}</small>
      </span>
    </label>
  )
}
