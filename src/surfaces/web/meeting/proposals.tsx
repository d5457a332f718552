// The proposals of a meeting in one table: who made each, who stood where, how it ended, and the way to the words.

import type { MeetingRef } from '../../../hall/api.js'
import { objectors } from '../../../story/proposals.js'
import type { Proposal, Story } from '../../../story/story.js'
import { to } from '../route.js'

export function Proposals({ of, story: { proposals } }: { of: MeetingRef; story: Story }) {
  if (proposals.length === 0) return null
  return (
    <section className="proposals" aria-labelledby="proposals">
      <h2 id="proposals">Proposals</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Proposal</th>
            <th scope="col">Support</th>
            <th scope="col">Objections</th>
            <th scope="col">End</th>
          </tr>
        </thead>
        <tbody>
          {proposals.map((proposal) => (
            <Row key={proposal.id} of={of} proposal={proposal} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ of, proposal }: { of: MeetingRef; proposal: Proposal }) {
  const { id, by, turn, text, against, support, state, why, at } = proposal
  const made = [
    by,
    ...(turn > 0 ? [`turn ${turn}`] : []),
    ...(against.length > 0 ? [`against ${against.join(', ')}`] : []),
  ]
  return (
    <tr className={state}>
      <th scope="row">
        {at === null ? <b>{id}</b> : <a href={to.meeting(of.project, of.id, { at })}>{id}</a>}{' '}
        <span className="said">{text}</span>
        <small>{made.join(', ')}</small>
      </th>
      <td data-of="Support">{support.join(', ') || '—'}</td>
      <td data-of="Objections">{objectors(proposal) || '—'}</td>
      <td data-of="End">
        <span className="end">{state}</span>
        {why === '' ? null : <small>{why}</small>}
      </td>
    </tr>
  )
}
