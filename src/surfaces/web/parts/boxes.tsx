// Follow-ups of a meeting with their boxes: ticked here, they are ticked in the record's own file.

import { useState } from 'react'
import type { Afterwards, MeetingRef, Ticked } from '../../../hall/api.js'
import { call } from '../api/api.js'
import { useAct } from '../state/act.js'
import { announce } from '../state/announce.js'
import { connection } from '../state/connection.js'
import { refreshEverywhere } from '../state/resource.js'
import { useStore } from '../state/store.js'
import { Inline } from '../text/inline.js'
import { Trouble } from './trouble.js'

type Box = NonNullable<Afterwards['followUps']>[number]

export function Boxes({ of, boxes }: { of: MeetingRef; boxes: readonly Box[] }) {
  const act = useAct()
  const offline = useStore(connection).state === 'off'
  // What was just ticked is seen at once; the record is read again a moment later.
  const [ticked, setTicked] = useState<Ticked | null>(null)
  const tick = async (box: Ticked) => {
    setTicked(box)
    const done = await act.run(async () => {
      await call('meeting.tick', of, box)
      announce(box.done ? 'Ticked off.' : 'Open again.')
      await Promise.all(['afterwards', 'document'].map(refreshEverywhere))
    })
    if (!done) await refreshEverywhere('afterwards')
    setTicked(null)
  }
  const shown = (box: Box, at: number): Ticked => (ticked?.at === at ? ticked : { ...box, at })
  return (
    <>
      <ul className="boxes">
        {boxes.map(shown).map((box) => (
          <li key={box.at}>
            <label className={box.done ? 'check done' : 'check'}>
              <input
                type="checkbox"
                checked={box.done}
                disabled={act.busy || offline}
                onChange={({ target }) => void tick({ ...box, done: target.checked })}
              />
              <span dir="auto">
                <Inline text={box.item} />
                {box.owner === '' ? null : <small> {box.owner}</small>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <Trouble error={act.error} />
    </>
  )
}
