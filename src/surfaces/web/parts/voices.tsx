// The choice of voices: as the settings say, or one for every seat.

import type { AgentChoice } from '../../../hall/api.js'

interface VoicesProps {
  readonly agents: readonly AgentChoice[]
  readonly value: string
  readonly onChange: (value: string) => void
  /** What it is called to choose none. */
  readonly usual: string
}

export function Voices({ agents, value, onChange, usual }: VoicesProps) {
  if (agents.length === 0) return null
  return (
    <label>
      Voices
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{usual}</option>
        {agents.map(({ name, hint }) => (
          <option key={name} value={name}>
            {hint ? `${name} – ${hint}` : name}
          </option>
        ))}
      </select>
    </label>
  )
}
