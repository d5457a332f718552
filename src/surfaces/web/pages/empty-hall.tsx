// The hall without meetings: shows every kind of meeting, each with a button and its command.

import { api } from '../api/api.js'
import { sentence } from '../fold/words.js'
import { Command } from '../parts/command.js'
import { Skeleton, Trouble } from '../parts/trouble.js'
import { to } from '../route.js'
import { useResource } from '../state/resource.js'

export function EmptyHall() {
  const ways = useResource('ways', api.ways)
  return (
    <section className="empty" aria-labelledby="empty">
      <h2 id="empty">Nothing has been said yet.</h2>
      <p>Ways to meet. Each leaves a record that can be checked.</p>
      <Trouble error={ways.value ? null : ways.error} />
      {ways.loading && !ways.value ? <Skeleton /> : null}
      <ul>
        {ways.value?.map(({ protocol, title, summary, example }) => (
          <li key={protocol}>
            <h3>{title}</h3>
            <p>{sentence(summary)}</p>
            <a className="button" href={to.start(protocol)}>
              New {title.toLowerCase()}
            </a>
            <Command text={example} />
          </li>
        ))}
      </ul>
    </section>
  )
}
