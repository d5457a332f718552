// Who stands where: seats down, rounds across. Every mark leads to its turn and says in words what it means.

import type { MeetingRef } from '../../../hall/api.js'
import { cellWords, type PositionCell, type PositionRow, positionGrid } from '../../../view/positions.js'
import type { Story } from '../../../view/story.js'
import { Face } from '../parts/face.js'
import { Inline } from '../text/inline.js'
import { Drawn, ToItem } from './drawn.js'

/** More rounds than this have no room beside a name and what is said now. */
const fewRounds = 5
/** A longer name may break. */
const shortName = 20

export function Positions({ of, story }: { of: MeetingRef; story: Story }) {
  const grid = positionGrid(story)
  if (grid === null) return null
  return (
    <Drawn id="positions" title="Who stands where">
      <table className={grid.rounds.length > fewRounds ? 'positions many' : 'positions'}>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">Seat</span>
            </th>
            {grid.rounds.map((round) => (
              <th key={round} scope="col">
                <abbr title={`Round ${round}`}>R{round}</abbr>
              </th>
            ))}
            <th scope="col">
              <span className="unseen">Now</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {grid.seats.map((row) => (
            <Row key={row.seat} row={row} of={of} />
          ))}
        </tbody>
      </table>
    </Drawn>
  )
}

function Row({ row, of }: { row: PositionRow; of: MeetingRef }) {
  const last = row.cells.at(-1)
  return (
    <tr>
      <th scope="row" className={row.name.length > shortName ? 'long' : undefined} dir="auto">
        <Face seat={row.seat} name={row.name} small /> {row.name}
      </th>
      {row.cells.map((cell) => (
        <td key={cell.round} className={cell.stands}>
          <Mark row={row} cell={cell} of={of} />
        </td>
      ))}
      <td className="now">{last ? <Now cell={last} /> : null}</td>
    </tr>
  )
}

function Mark({ row, cell, of }: { row: PositionRow; cell: PositionCell; of: MeetingRef }) {
  const words = cellWords(row, cell)
  const mark = (
    <>
      <span aria-hidden="true">{cell.glyph}</span>
      <span className="unseen">{words}</span>
    </>
  )
  return (
    <span title={words}>
      <ToItem of={of} at={cell.turn}>
        {mark}
      </ToItem>
    </span>
  )
}

/** How it stands now, and why where that is said. */
function Now({ cell: { words, because, position } }: { cell: PositionCell }) {
  const why = because || position
  return (
    <>
      <strong>{words}</strong>
      {why === '' ? null : (
        <>
          : <Inline text={why} />
        </>
      )}
    </>
  )
}
