// Ends a meeting that nobody will finish. The key x presses the same button.

import { useState } from 'react'
import type { MeetingEntry } from '../../../hall/api.js'
import { call } from '../api/api.js'
import { brief } from '../fold/words.js'
import { Dialog } from '../parts/dialog.js'
import { Trouble } from '../parts/trouble.js'
import { useAct } from '../state/act.js'
import { announce } from '../state/announce.js'
import { refresh } from '../state/resource.js'

/** Nothing for what has ended, and for talks: they are closed. */
export function DropButton({ of }: { of: MeetingEntry }) {
  const [dropping, setDropping] = useState(false)
  const over = ['concluded', 'aborted', 'damaged'].includes(of.status)
  if (over || of.protocol === 'talk') return null
  return (
    <>
      <button
        type="button"
        className="quiet drop"
        title="Drop… (x)"
        aria-label={`Drop ${brief(of.title)}…`}
        data-drop
        onClick={() => setDropping(true)}
      >
        ×
      </button>
      {dropping ? <Drop of={of} onClose={() => setDropping(false)} /> : null}
    </>
  )
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
    if (!(await act.run(() => call('meeting.drop', of)))) return
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
