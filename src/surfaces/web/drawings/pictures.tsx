// Pictures of a meeting: its phases by the time they took, its cost by seat and by day, and who challenged whom. All of it also in words.

import type { MeetingRef } from '../../../hall/api.js'
import { moneyWords } from '../../../rules/money.js'
import { sharesOf } from '../../../story/costs.js'
import { challengesOf, costsByDay, longest, ribbonOf, type Stretch } from '../../../story/pictures.js'
import { atTable, type Story } from '../../../story/story.js'
import { lasted } from '../fold/when.js'
import { figure, plural } from '../fold/words.js'
import { useHue } from '../parts/face.js'
import { Drawn, ToItem } from './drawn.js'

export function Pictures({ of, story }: { of: MeetingRef; story: Story }) {
  return (
    <div className="pictures">
      <Ribbon of={of} stretches={ribbonOf(story)} />
      <Costs story={story} />
      <Challenges of={of} story={story} />
    </div>
  )
}

/** As many names have room below the ribbon; of more, those that took longest are named. */
const mostNamed = 8

/** Width is time; what it waited for the person is said, and not drawn. */
function Ribbon({ of, stretches }: { of: MeetingRef; stretches: readonly Stretch[] }) {
  const all = stretches.reduce((sum, { ms }) => sum + ms, 0)
  if (stretches.length < 2 || all === 0) return null
  const waited = stretches.reduce((sum, one) => sum + one.waited, 0)
  const named = longest(stretches, mostNamed)
  const left = stretches.filter((one) => !named.includes(one))
  return (
    <Drawn
      id="ribbon"
      title="How long it took"
      remark={waited < 1000 ? '' : `Besides, it waited ${lasted(waited)} for you.`}
    >
      <div className="ribbon" aria-hidden="true">
        {stretches.map(({ key, label, ms }, at) => (
          <span
            key={key}
            className={at % 2 === 0 ? undefined : 'even'}
            style={{ flexGrow: Math.max(ms / all, 0.001) }}
            title={`${label}: ${lasted(ms)}`}
          />
        ))}
      </div>
      <ol className="stretches">
        {named.map((one) => (
          <li key={one.key} className={stretches.indexOf(one) % 2 === 0 ? undefined : 'even'}>
            <ToItem of={of} at={one.key}>
              <span className="name">{one.label}</span> <span className="took">{lasted(one.ms)}</span>
            </ToItem>
          </li>
        ))}
        {left.length === 0 ? null : (
          <li className="took">
            {plural(left.length, 'shorter one')}, {lasted(left.reduce((sum, { ms }) => sum + ms, 0))} in all
          </li>
        )}
      </ol>
    </Drawn>
  )
}

function Costs({ story }: { story: Story }) {
  const hue = useHue()
  const shares = sharesOf(atTable(story), story.costs).filter(({ calls }) => calls > 0)
  const days = costsByDay(story)
  const most = Math.max(1, ...shares.map(({ input, output }) => input + output))
  if (shares.length < 2 && days.length < 2) return null
  return (
    <Drawn id="costs" title="What it cost">
      {shares.length < 2 ? null : (
        <ul className="cost-bars" aria-label="By seat">
          {shares.map(({ seat, name, input, output, estimated, ...paid }) => (
            <CostBar
              key={seat}
              name={name}
              style={hue(seat)}
              part={(input + output) / most}
              words={costWords(input + output, estimated, moneyWords(paid))}
            />
          ))}
        </ul>
      )}
      {days.length < 2 ? null : (
        <ul className="cost-bars" aria-label="By day">
          {days.map(({ day, tokens, ...paid }) => (
            <CostBar
              key={day}
              name={day}
              part={tokens / Math.max(1, ...days.map((one) => one.tokens))}
              words={costWords(tokens, false, moneyWords(paid))}
            />
          ))}
        </ul>
      )}
    </Drawn>
  )
}

interface BarProps {
  readonly name: string
  readonly part: number
  readonly words: string
  readonly style?: React.CSSProperties
}

function CostBar({ name, part, words, style }: BarProps) {
  return (
    <li style={style}>
      <span className="name">{name}</span>
      <span className="track" aria-hidden="true">
        <span style={{ width: `${Math.max(1, part * 100)}%` }} />
      </span>
      <span className="took">{words}</span>
    </li>
  )
}

function costWords(tokens: number, estimated: boolean, money: string): string {
  return [`${estimated ? 'about ' : ''}${figure(tokens)} tokens`, money]
    .filter((one) => one !== '')
    .join(', ')
}

/** A row for who challenged, a column for whom; each number leads to where it was said first. */
function Challenges({ of, story }: { of: MeetingRef; story: Story }) {
  const all = challengesOf(story)
  // That somebody challenged the table is said by the dissents themselves.
  if (all.every(({ to }) => to === null)) return null
  const targets = [...new Set(all.map(({ to }) => to))]
  const sources = [...new Set(all.map(({ from }) => from))]
  return (
    <Drawn id="challenges" title="Who challenged whom">
      <div className="scroll-x">
        <table className="challenges">
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">Who</span>
              </th>
              {targets.map((to) => (
                <th key={to ?? ''} scope="col">
                  {to ?? 'the table'}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sources.map((from) => (
              <tr key={from}>
                <th scope="row">{from}</th>
                {targets.map((to) => {
                  const at = all.find((one) => one.from === from && one.to === to)?.at ?? []
                  return (
                    <td key={to ?? ''}>
                      {at[0] === undefined ? (
                        <span className="unseen">none</span>
                      ) : (
                        <ToItem of={of} at={at[0]}>
                          {at.length}
                          <span className="unseen">
                            , {from} challenged {to ?? 'the table'}
                          </span>
                        </ToItem>
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Drawn>
  )
}
