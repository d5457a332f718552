// The box of voices in a form: what was found here, any other by its name, one for a single seat.

import { useState } from 'react'
import type { AgentChoice } from '../../../hall/api.js'
import type { Choice } from '../../../kernel/request.js'
import { Field } from './field.js'
import { Folded } from './fields.js'
import { textIn, voicesIn } from './filled.js'
import type { Form } from './state.js'

interface BoxProps {
  readonly agents: readonly AgentChoice[]
  /** The voice of the settings; null where none is settled. */
  readonly usual: string | null
  /** What is said where nobody speaks: line by line. */
  readonly nobody: readonly string[]
  /** Those who will sit there, as far as the form knows. */
  readonly seats: readonly Choice[]
  readonly form: Pick<Form, 'filled' | 'set'>
}

export function VoicesBox({ agents, usual, nobody, seats, form }: BoxProps) {
  const value = textIn(form.filled, 'agents')
  return (
    <div className="voices-box">
      <VoiceField
        name="agents"
        label="Voices"
        otherwise={usual === null ? 'Choose who speaks' : `As in the settings: ${usual}`}
        agents={agents}
        value={value}
        onChange={(voice) => form.set({ agents: voice })}
      />
      {value === '' ? nobody.map((line) => <p key={line}>{line}</p>) : null}
      {seats.length > 1 ? <PerSeat seats={seats} agents={agents} form={form} /> : null}
    </div>
  )
}

const byName = 'by name'

interface VoiceProps {
  readonly name: string
  readonly label: string
  /** What is meant where none is chosen. */
  readonly otherwise: string
  /** Whose voice it is, where it is that of one seat. */
  readonly seat?: string
  readonly agents: readonly AgentChoice[]
  readonly value: string
  readonly onChange: (voice: string) => void
}

/**
 * One of those that were found, or any other by its name. No datalist: what a browser lays over the page below such a field takes the
 * next click, and shows only what the list above it has.
 */
function VoiceField({ name, label, otherwise, seat, agents, value, onChange }: VoiceProps) {
  const found = agents.filter(({ blank }) => !blank)
  const known = value === '' || found.some(({ name }) => name === value)
  const [writes, setWrites] = useState(!known)
  return (
    <>
      <Field name={name} label={<span dir="auto">{label}</span>}>
        {(tied) => (
          <select
            {...tied}
            value={writes ? byName : value}
            onChange={({ target }) => {
              setWrites(target.value === byName)
              onChange(target.value === byName ? '' : target.value)
            }}
          >
            <option value="">{otherwise}</option>
            {found.length === 0 ? null : (
              <optgroup label="Found here">
                {found.map(({ name, hint }) => (
                  <option key={name} value={name}>
                    {hint ? `${name} – ${hint}` : name}
                  </option>
                ))}
              </optgroup>
            )}
            <option value={byName}>Another, by its name…</option>
          </select>
        )}
      </Field>
      {writes ? <ByName name={name} seat={seat} agents={agents} value={value} onChange={onChange} /> : null}
    </>
  )
}

function ByName({
  name,
  seat,
  agents,
  value,
  onChange,
}: Pick<VoiceProps, 'name' | 'agents' | 'value' | 'onChange'> & { seat: string | undefined }) {
  const forms = agents.filter((one) => one.blank && !/^(command|acp|script):/.test(one.name))
  const others = forms.map(({ name }) => name).join(', ')
  return (
    <Field
      name={`${name}-name`}
      label={seat === undefined ? 'Name of the voice' : `Name of the voice of ${seat}`}
      help={
        seat === undefined
          ? `${others}. A program, or a server on another machine, is named only in a terminal or in your own config.yaml.`
          : ''
      }
    >
      {(tied) => (
        <input
          type="text"
          className="mono"
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          {...tied}
        />
      )}
    </Field>
  )
}

function PerSeat({ seats, agents, form }: Pick<BoxProps, 'seats' | 'agents' | 'form'>) {
  const voices = voicesIn(form.filled)
  return (
    <Folded title="A voice for a single seat">
      <div className="seat-voices">
        {seats.map(({ value: seat, label }) => (
          <VoiceField
            key={seat}
            name={`seats.${seat}`}
            label={label}
            otherwise="As the others"
            seat={label}
            agents={agents}
            value={voices[seat] ?? ''}
            onChange={(voice) => form.set({ seats: { ...voices, [seat]: voice } })}
          />
        ))}
      </div>
    </Folded>
  )
}
