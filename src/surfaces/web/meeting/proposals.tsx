// The proposals of a meeting in one table: who made each, who stood where, how it ended, and the way to the words.

import { useMemo } from 'react'
import type { MeetingRef } from '../../../hall/api.js'
import { type CitedProposal, citedProposals, objectors } from '../../../view/proposals.js'
import type { Story } from '../../../view/story.js'
import { to } from '../route.js'
import { CitedWords } from '../text/markdown.js'

export function Proposals({ of, story }: { of: MeetingRef; story: Story }) {
  const proposals = useMemo(() => citedProposals(story), [story])
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

function Row({ of, proposal }: { of: MeetingRef; proposal: CitedProposal }) {
  const { id, by, turn, text, against, support, state, why, at, cited } = proposal
  const made = [
    by,
    ...(turn > 0 ? [`turn ${turn}`] : []),
    ...(against.length > 0 ? [`against ${against.join(', ')}`] : []),
  ]
  return (
    <tr className={state}>
      <th scope="row">
        {at === null ? <b>{id}</b> : <a href={to.meeting(of.project, of.id, { at })}>{id}</a>}{' '}
        <span className="said">
          <CitedWords text={text} cited={cited} of={of} />
        </span>
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
