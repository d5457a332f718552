// What can be done with a meeting on the desk besides answering: archive it, put it off, put it back, drop it. Keys press the same buttons.

import { type RefObject, useEffect, useRef, useState } from 'react'
import type { MeetingEntry, PutAway } from '../../../hall/api.js'
import { api } from '../api/api.js'
import { nextMorning } from '../fold/when.js'
import { brief } from '../fold/words.js'
import { Dialog } from '../parts/dialog.js'
import { Trouble } from '../parts/trouble.js'
import { useAct } from '../state/act.js'
import { announce } from '../state/announce.js'
import { refresh } from '../state/resource.js'

export function DeskMenu({ of }: { of: MeetingEntry }) {
  const act = useAct()
  const [dropping, setDropping] = useState(false)
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => closing(box), [])
  const shut = () => {
    if (box.current) box.current.open = false
  }
  const drop = () => {
    shut()
    setDropping(true)
  }
  const put = (how: PutAway, said: string) =>
    act.run(async () => {
      shut()
      await api.putAway(of, how)
      announce(said)
      refresh('meetings')
    })
  const until = (days: number) => nextMorning(new Date(), days).toISOString()
  const over = ['concluded', 'aborted', 'damaged'].includes(of.status)
  return (
    <>
      <details className="desk-menu" ref={box}>
        <summary aria-label={`More for ${brief(of.title)}`}>⋯</summary>
        <div>
          {of.away ? (
            <button type="button" className="quiet" onClick={() => void put({ kind: 'back' }, 'Put back.')}>
              Put it back
            </button>
          ) : (
            <>
              <button
                type="button"
                className="quiet"
                data-deed="e"
                onClick={() => void put({ kind: 'archived' }, 'Archived until it goes on.')}
              >
                Archive <Key of="e" />
              </button>
              <button
                type="button"
                className="quiet"
                data-deed="z"
                onClick={() => void put({ kind: 'snoozed', until: until(1) }, 'Put off until tomorrow.')}
              >
                Until tomorrow <Key of="z" />
              </button>
              <button
                type="button"
                className="quiet"
                onClick={() => void put({ kind: 'snoozed', until: until(7) }, 'Put off for a week.')}
              >
                For a week
              </button>
            </>
          )}
          {over || of.protocol === 'talk' || of.foreign ? null : (
            <button type="button" className="quiet" data-deed="x" onClick={drop}>
              Drop… <Key of="x" />
            </button>
          )}
          <Trouble error={act.error} />
        </div>
      </details>
      {dropping ? <Drop of={of} onClose={() => setDropping(false)} /> : null}
    </>
  )
}

/** What does the same while the line has the focus. */
function Key({ of }: { of: string }) {
  return (
    <span aria-hidden="true">
      <kbd>{of}</kbd>
    </span>
  )
}

/** Escape closes a menu that is open, and so does a press anywhere else. */
function closing(box: RefObject<HTMLDetailsElement | null>): () => void {
  const close = (event: Event) => {
    const menu = box.current
    if (!menu?.open) return
    if (!(event instanceof KeyboardEvent)) {
      if (!menu.contains(event.target as Node)) menu.open = false
    } else if (event.key === 'Escape') {
      menu.open = false
      menu.querySelector('summary')?.focus()
    }
  }
  addEventListener('pointerdown', close)
  addEventListener('keydown', close)
  return () => {
    removeEventListener('pointerdown', close)
    removeEventListener('keydown', close)
  }
}

/** Says first what will happen. */
export function Drop({
  of,
  onClose,
}: {
  of: Pick<MeetingEntry, 'project' | 'id' | 'title'>
  onClose: () => void
}) {
  const act = useAct()
  const drop = async () => {
    if (!(await act.run(() => api.drop(of)))) return
    announce('Dropped.')
    onClose()
    refresh('meeting')
  }
  return (
    <Dialog title="Drop this meeting?" onClose={onClose}>
      <p dir="auto">{brief(of.title)}</p>
      <p className="small">
        It ends here and waits for nobody any more. Nothing is deleted: its journal stays and says that you
        dropped it, and it can still be forked.
      </p>
      <Trouble error={act.error} />
      <div className="row">
        <button type="button" className="primary" disabled={act.busy} onClick={() => void drop()}>
          Drop it
        </button>
        <button type="button" onClick={onClose}>
          Keep it
        </button>
      </div>
    </Dialog>
  )
}
