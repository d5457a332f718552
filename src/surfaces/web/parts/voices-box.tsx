// The box of voices in a form: what was found here, any other by its name, one for a single seat.

import { useState } from 'react'
import type { AgentChoice } from '../../../hall/api.js'
import type { Choice } from '../../../kernel/request.js'
import type { VoicesFilled } from '../fold/request.js'

interface BoxProps {
  readonly agents: readonly AgentChoice[]
  /** The voice of the settings; null where none is settled. */
  readonly usual: string | null
  /** What is said where nobody speaks: line by line. */
  readonly nobody: readonly string[]
  /** Those who will sit there, as far as the form knows. */
  readonly seats: readonly Choice[]
  readonly value: VoicesFilled
  readonly onChange: (value: VoicesFilled) => void
}

export function VoicesBox({ agents, usual, nobody, seats, value, onChange }: BoxProps) {
  return (
    <div className="voices-box">
      <VoiceField
        label="Voices"
        otherwise={usual === null ? 'Choose who speaks' : `As in the settings: ${usual}`}
        agents={agents}
        value={value.agents}
        onChange={(voice) => onChange({ ...value, agents: voice })}
      />
      {value.agents === '' ? nobody.map((line) => <p key={line}>{line}</p>) : null}
      {seats.length > 1 ? <PerSeat seats={seats} agents={agents} value={value} onChange={onChange} /> : null}
    </div>
  )
}

const byName = 'by name'

interface VoiceProps {
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
function VoiceField({ label, otherwise, seat, agents, value, onChange }: VoiceProps) {
  const found = agents.filter(({ blank }) => !blank)
  const known = value === '' || found.some(({ name }) => name === value)
  const [writes, setWrites] = useState(!known)
  return (
    <>
      <label>
        <span dir="auto">{label}</span>
        <select
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
      </label>
      {writes ? <ByName seat={seat} agents={agents} value={value} onChange={onChange} /> : null}
    </>
  )
}

function ByName({
  seat,
  agents,
  value,
  onChange,
}: Pick<VoiceProps, 'agents' | 'value' | 'onChange'> & { seat: string | undefined }) {
  const forms = agents.filter(({ blank, name }) => blank && !/^(command|acp|script):/.test(name))
  return (
    <label>
      Name of the voice{seat === undefined ? ' ' : ` of ${seat} `}
      {seat === undefined ? (
        <small>
          {forms.map(({ name }) => name).join(', ')}. A program, or a server on another machine, is named only
          in a terminal or in your own config.yaml.
        </small>
      ) : null}
      <input
        type="text"
        className="mono"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}

function PerSeat({ seats, agents, value, onChange }: Omit<BoxProps, 'usual' | 'nobody'>) {
  const set = (seat: string, voice: string) =>
    onChange({ ...value, seats: { ...value.seats, [seat]: voice } })
  return (
    <details className="more">
      <summary>A voice for a single seat</summary>
      <div className="form seat-voices">
        {seats.map(({ value: seat, label }) => (
          <VoiceField
            key={seat}
            label={label}
            otherwise="As the others"
            seat={label}
            agents={agents}
            value={value.seats[seat] ?? ''}
            onChange={(voice) => set(seat, voice)}
          />
        ))}
      </div>
    </details>
  )
}
