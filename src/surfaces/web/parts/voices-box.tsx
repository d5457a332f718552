// The box of voices in a form: what was found here, any other by its name, one for a single seat, and a look whether they are there.

import { useId, useState } from 'react'
import type { AgentChoice, VoiceCheck } from '../../../hall/api.js'
import type { Choice } from '../../../kernel/request.js'
import { api } from '../api/api.js'
import { seatsNamed, type VoicesFilled } from '../fold/request.js'
import { useAct } from '../state/act.js'
import { Trouble } from './trouble.js'

interface BoxProps {
  readonly project: string
  readonly agents: readonly AgentChoice[]
  /** Those who will sit there, as far as the form knows. */
  readonly seats: readonly Choice[]
  readonly value: VoicesFilled
  readonly onChange: (value: VoicesFilled) => void
}

const byName = 'by name'

export function VoicesBox({ project, agents, seats, value, onChange }: BoxProps) {
  const found = agents.filter(({ blank }) => !blank)
  const known = value.agents === '' || found.some(({ name }) => name === value.agents)
  const [writes, setWrites] = useState(!known)
  const list = useId()
  return (
    <div className="voices-box">
      <label>
        Voices
        <select
          value={writes ? byName : value.agents}
          onChange={({ target }) => {
            setWrites(target.value === byName)
            onChange({ ...value, agents: target.value === byName ? '' : target.value })
          }}
        >
          <option value="">As in this project’s settings</option>
          <optgroup label="Found here">
            {found.map(({ name, hint }) => (
              <option key={name} value={name}>
                {hint ? `${name} – ${hint}` : name}
              </option>
            ))}
          </optgroup>
          <option value={byName}>Another, by its name…</option>
        </select>
      </label>
      <datalist id={list}>
        {found.map(({ name, hint }) => (
          <option key={name} value={name}>
            {hint}
          </option>
        ))}
      </datalist>
      {writes ? <ByName agents={agents} list={list} value={value} onChange={onChange} /> : null}
      {seats.length > 1 ? <PerSeat seats={seats} list={list} value={value} onChange={onChange} /> : null}
      <Check project={project} value={value} />
    </div>
  )
}

type Filling = Pick<BoxProps, 'value' | 'onChange'> & { readonly list: string }

function ByName({ agents, list, value, onChange }: Filling & Pick<BoxProps, 'agents'>) {
  const forms = agents.filter(({ blank, name }) => blank && !/^(command|acp|script):/.test(name))
  return (
    <label>
      Name of the voice{' '}
      <small>
        {forms.map(({ name }) => name).join(', ')}. A program, or a server on another machine, is named only
        in a terminal or in your own config.yaml.
      </small>
      <input
        type="text"
        className="mono"
        list={list}
        autoComplete="off"
        spellCheck={false}
        value={value.agents}
        onChange={({ target }) => onChange({ ...value, agents: target.value })}
      />
    </label>
  )
}

function PerSeat({ seats, list, value, onChange }: Filling & Pick<BoxProps, 'seats'>) {
  const set = (seat: string, voice: string) =>
    onChange({ ...value, seats: { ...value.seats, [seat]: voice } })
  return (
    <details className="more">
      <summary>A voice for a single seat</summary>
      <div className="form seat-voices">
        {seats.map(({ value: seat, label }) => (
          <label key={seat}>
            <span dir="auto">{label}</span>
            <input
              type="text"
              className="mono"
              list={list}
              autoComplete="off"
              spellCheck={false}
              placeholder={value.agents || 'as the others'}
              value={value.seats[seat] ?? ''}
              onChange={({ target }) => set(seat, target.value)}
            />
          </label>
        ))}
      </div>
    </details>
  )
}

/** Asks nobody to say anything: only whether each could. What was found is of the voices that were asked for, and of no others. */
function Check({ project, value }: Pick<BoxProps, 'project' | 'value'>) {
  const act = useAct()
  const [seen, setSeen] = useState<{ of: string; checks: readonly VoiceCheck[] } | null>(null)
  const asked = { ...(value.agents.trim() === '' ? {} : { agents: value.agents }), ...seatsNamed(value) }
  const of = JSON.stringify(asked)
  const look = () =>
    act.run(async () => setSeen({ of, checks: await api.checkVoices({ project, ...asked }) }))
  return (
    <div className="voice-check">
      <button type="button" className="quiet" disabled={act.busy} onClick={() => void look()}>
        {act.busy ? 'Looking…' : 'Are they there?'}
      </button>
      <div role="status">
        {seen?.of === of && !act.busy ? (
          <ul>
            {seen.checks.map(({ voice, ready, detail }) => (
              <li key={voice}>
                <strong>{ready ? 'There' : 'Not there'}:</strong> <code>{voice}</code> {detail}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <Trouble error={act.error} />
    </div>
  )
}
