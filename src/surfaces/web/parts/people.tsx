// Participants: who is at the table, by which voice, and what each has cost.

import { type Share, sharesOf } from '../fold/costs.js'
import type { Room } from '../fold/desk.js'
import type { Live } from '../fold/live.js'
import { figure } from '../fold/words.js'
import { Face } from './face.js'
import { CostPlot } from './plot.js'

export function People({ room, live }: { room: Room; live: Live }) {
  const shares = sharesOf(room.faces, room.costs)
  return (
    <section className="panel" aria-labelledby="people">
      <h2 id="people">At the table</h2>
      <table className="people">
        <thead className="unseen">
          <tr>
            <th scope="col">Participant</th>
            <th scope="col">Tokens in and out</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">
              <Face seat={null} name={room.person} small />
              <span>
                {room.person}
                <small>the person</small>
              </span>
            </th>
            <td>
              <span className="unseen">nothing</span>
            </td>
          </tr>
          {shares.map((share) => (
            <Row key={share.seat} share={share} speaking={live.some(({ seat }) => seat === share.seat)} />
          ))}
        </tbody>
      </table>
      {room.costs.length > 0 ? <CostPlot costs={room.costs} ceiling={room.ceiling} /> : null}
    </section>
  )
}

function Row({ share, speaking }: { share: Share; speaking: boolean }) {
  const about = share.estimated ? '~' : ''
  return (
    <tr>
      <th scope="row">
        <Face seat={share.seat} name={share.name} small />
        <span>
          {share.name}
          <small>{speaking ? 'speaking now' : share.models.join(', ') || share.role}</small>
        </span>
      </th>
      <td title={`${share.calls} calls`}>
        {share.calls === 0 ? (
          <span className="unseen">nothing yet</span>
        ) : (
          <>
            <span>
              {about}
              {figure(share.input)} in
            </span>
            <span>
              {about}
              {figure(share.output)} out
            </span>
          </>
        )}
      </td>
    </tr>
  )
}
