// The hall without meetings: what parley is, recorded meetings to look at, then every way to meet with its command.

import { call } from '../api/api.js'
import { sentence } from '../fold/words.js'
import { Command } from '../parts/command.js'
import { Skeleton, Trouble } from '../parts/trouble.js'
import { to } from '../route.js'
import { useAct } from '../state/act.js'
import { useResource } from '../state/resource.js'
import { go } from '../state/where.js'

/** `played`: recorded meetings stand above, and nothing else. */
export function EmptyHall({ played }: { played: boolean }) {
  const ways = useResource('ways', () => call('way.list'))
  return (
    <section className="empty" aria-labelledby="empty">
      <h2 id="empty">{played ? 'Nothing of your own has been said yet.' : 'Nothing has been said yet.'}</h2>
      <p className="lead">
        parley holds meetings between you and AI agents: code keeps order, models only speak, and every
        meeting leaves a record that can be checked.
      </p>
      <Recorded />
      <h3>Ways to meet</h3>
      <Trouble error={ways.value ? null : ways.error} />
      {ways.loading && !ways.value ? <Skeleton /> : null}
      <ul>
        {ways.value?.map(({ protocol, title, summary, example }) => (
          <li key={protocol}>
            <div>
              <h4>{title}</h4>
              <p>{sentence(summary)}</p>
            </div>
            <Command text={example} />
            <a className="button" href={to.start(protocol)}>
              New {title.toLowerCase()}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One recorded meeting of each kind, word by word as it was held. */
function Recorded() {
  const act = useAct()
  const recorded = useResource('recorded', () => call('recording.list'))
  const show = (word: string) =>
    act.run(async () => {
      const { project, id } = await call('recording.hold', { word })
      go(to.meeting(project, id))
    })
  const [first] = recorded.value ?? []
  return (
    <div className="first-minute">
      <p className="small">
        Look at a recorded meeting first: about a small repository that comes with parley
        {first ? `, the words said by ${first.model}` : ''}. No model speaks, and nothing is paid.
      </p>
      <div className="row">
        {recorded.value?.map(({ word }, at) => (
          <button
            key={word}
            type="button"
            className={at === 0 ? 'primary' : ''}
            disabled={act.busy}
            onClick={() => void show(word)}
          >
            {titles[word] ?? word}
          </button>
        ))}
      </div>
      <Trouble error={act.error ?? recorded.error} />
    </div>
  )
}

const titles: Readonly<Record<string, string>> = {
  council: 'A council',
  meet: 'A chartered meeting',
  deliberate: 'A deliberation',
  analyze: 'An analysis',
  talk: 'A talk',
}
