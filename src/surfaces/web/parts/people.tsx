// Participants: the seats, the backend and model of each, and what each has cost.

import { moneyWords } from '../../../rules/money.js'
import { type Share, sharesOf } from '../../../view/costs.js'
import { atTable, type Story } from '../../../view/story.js'
import type { Live } from '../fold/live.js'
import { figure } from '../fold/words.js'
import { Face } from './face.js'
import { CostPlot } from './plot.js'

export function People({ story, live }: { story: Story; live: Live }) {
  const shares = sharesOf(atTable(story), story.costs)
  const person = calledIn(story)
  return (
    <section className="panel" aria-labelledby="people">
      <h2 id="people">At the table</h2>
      <table className="people">
        <thead className="unseen">
          <tr>
            <th scope="col">Participant</th>
            <th scope="col">Tokens in and out, and money</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">
              <Face seat={null} name={person} small />
              <span>
                {person}
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
      {story.costs.length > 0 ? <CostPlot story={story} /> : null}
    </section>
  )
}

/** As the transcript calls whoever answered last; before that, as the meeting does. */
function calledIn({ items, person }: Story): string {
  const answered = items.findLast((item) => item.kind === 'answered' && item.name !== null)
  return answered?.kind === 'answered' ? (answered.name ?? person) : person
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
            {moneyWords(share) === '' ? null : <span>{moneyWords(share)}</span>}
          </>
        )}
      </td>
    </tr>
  )
}
