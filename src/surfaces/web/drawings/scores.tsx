// Candidates with their scores as a table: those who were taken, and behind a fold those who were not.

import type { Scores } from '../../../story/drawings.js'
import { Face } from '../parts/face.js'
import { Inline } from '../text/inline.js'
import { Drawn } from './drawn.js'

type Row = Scores['rows'][number]

export function ScoresView({ drawing }: { drawing: Scores }) {
  const taken = drawing.rows.filter((row) => row.taken)
  const others = drawing.rows.filter((row) => !row.taken)
  const scored = others.filter(({ total }) => total > 0)
  const unscored = others.filter(({ total }) => total <= 0)
  return (
    <Drawn {...drawing}>
      <Table rows={taken} parts={drawing.parts} label="At the table" />
      {others.length === 0 ? null : (
        <details className="more">
          <summary>Not seated: {others.length}</summary>
          {scored.length === 0 ? null : <Table rows={scored} parts={drawing.parts} label="Not seated" />}
          {unscored.length === 0 ? null : (
            <p className="small">Without a score: {unscored.map(({ name }) => name).join(', ')}</p>
          )}
        </details>
      )}
    </Drawn>
  )
}

function Table({ rows, parts, label }: { rows: readonly Row[]; parts: readonly string[]; label: string }) {
  return (
    <table className="drawn-table scores" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Member</th>
          <th scope="col" className="number">
            Score
          </th>
          {parts.map((part) => (
            <th key={part} scope="col" className="number part">
              {part}
            </th>
          ))}
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.seat}>
            <th scope="row">
              <Face seat={row.seat} name={row.name} small /> {row.name}
            </th>
            <td className="number total" data-of="Score">
              {row.total}
            </td>
            {row.parts.map((value, at) => (
              <td key={at} className="number part" data-of={parts[at]}>
                {signed(value)}
              </td>
            ))}
            <td className="why">
              <Inline text={row.why} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function signed(value: number): string {
  return value < 0 ? `−${-value}` : String(value)
}
