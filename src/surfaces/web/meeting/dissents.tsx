// The dissents of a meeting in one list: who objected to what, how it ended, and the way to the words.

import type { MeetingRef } from '../../../hall/api.js'
import type { Story } from '../../../view/story.js'
import { toldDissents } from '../../../view/told-dissents.js'
import { to } from '../route.js'
import { Inline } from '../text/inline.js'

export function Dissents({ of, story }: { of: MeetingRef; story: Story }) {
  const dissents = toldDissents(story)
  if (dissents.length === 0) return null
  return (
    <section className="panel" aria-labelledby="dissents">
      <h2 id="dissents">Dissents</h2>
      <ul className="dissents">
        {dissents.map(({ name, text, ending, turn }, at) => (
          <li key={at}>
            <a href={to.meeting(of.project, of.id, { at: turn })}>{name}:</a> <Inline text={text} />
            <small>
              <Inline text={ending} />
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
