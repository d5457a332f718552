// Follow-ups with their boxes: ticked here, they are ticked in the record's own file.

import { useState } from 'react'
import type { Ticked } from '../../../hall/api.js'
import { api } from '../api/api.js'
import { useAct } from '../state/act.js'
import { announce } from '../state/announce.js'
import { connection } from '../state/connection.js'
import { refreshEverywhere } from '../state/resource.js'
import { useStore } from '../state/store.js'
import { Inline } from '../text/inline.js'
import { MeetingLink } from './meeting-link.js'
import { Trouble } from './trouble.js'

interface BoxesProps {
  readonly project: string
  /** The protocol that keeps them. */
  readonly keeper: string
  readonly boxes: readonly Ticked[]
  /** Whether each says which meeting left it. */
  readonly linked?: boolean
}

export function Boxes({ project, keeper, boxes, linked = false }: BoxesProps) {
  const act = useAct()
  const offline = useStore(connection).state === 'off'
  // What was just ticked is seen at once; the record is read again a moment later.
  const [ticked, setTicked] = useState<Ticked | null>(null)
  const tick = async (box: Ticked) => {
    setTicked(box)
    const done = await act.run(async () => {
      await api.tick(project, keeper, box)
      announce(box.done ? 'Ticked off.' : 'Open again.')
      await Promise.all(['afterwards', 'standing', 'document'].map(refreshEverywhere))
    })
    if (!done) await refreshEverywhere('afterwards')
    setTicked(null)
  }
  const shown = (box: Ticked) => (ticked?.id === box.id && ticked.at === box.at ? ticked : box)
  return (
    <>
      <ul className="boxes">
        {boxes.map(shown).map((box) => (
          <li key={`${box.id} ${box.at}`}>
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
            {linked ? (
              <small className="from">
                from <MeetingLink project={project} id={box.id} />
              </small>
            ) : null}
          </li>
        ))}
      </ul>
      <Trouble error={act.error} />
    </>
  )
}
