// Who sits in a meeting whatever else is filled in: a line of faces with their names.

import type { Choice } from '../../../kernel/request.js'
import { Together } from './at-table.js'
import { Face } from './face.js'

/** Nothing where nobody is known. */
export function Sitting({ seats }: { seats: readonly Choice[] }) {
  if (seats.length === 0) return null
  return (
    <Together seats={seats.map(({ value, label }) => ({ id: value, name: label }))}>
      <p className="at-table">
        {seats.map(({ value, label, about }) => (
          <span key={value} className="seated">
            <Face seat={value} name={label} small /> {label}
            {about === '' ? null : <small> {about}</small>}
          </span>
        ))}
      </p>
    </Together>
  )
}
