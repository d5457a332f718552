// What only talks have: an agenda, a close with a preview of the merge, and what to do when the merge or the notes fail.

import { useState } from 'react'
import type { ClosePreview, HowToStep, MeetingView } from '../../../hall/api.js'
import { call } from '../api/api.js'
import { plural } from '../fold/words.js'
import { Command } from '../parts/command.js'
import { Dialog } from '../parts/dialog.js'
import { RequestCard } from '../parts/request.js'
import { Scroll } from '../parts/scroll.js'
import { Skeleton, Trouble } from '../parts/trouble.js'
import { to } from '../route.js'
import { useAct } from '../state/act.js'
import { connection } from '../state/connection.js'
import { refresh, useResource } from '../state/resource.js'
import { useStore } from '../state/store.js'

export function Agenda({ view }: { view: MeetingView }) {
  if (!view.talk?.agenda) return null
  return (
    <section className="panel" aria-labelledby="agenda">
      <h2 id="agenda">Agenda</h2>
      <p className="agenda" dir="auto">
        {view.talk.agenda}
      </p>
    </section>
  )
}

/** A request shows its actions; a composer would not work before it is accepted. */
export function Requested({ view }: { view: MeetingView }) {
  const { value, error } = useResource(`requests ${view.project}`, () =>
    call('request.list', { project: view.project }),
  )
  const request = value?.find(({ id }) => id === view.id)
  if (request) return <RequestCard request={request} heading={2} />
  return value ? (
    <p className="small">This request is no longer open.</p>
  ) : error ? (
    <Trouble error={error} />
  ) : (
    <Skeleton />
  )
}

export function CloseTalk({ view }: { view: MeetingView }) {
  const [open, setOpen] = useState(false)
  const offline = useStore(connection).state === 'off'
  return (
    <section className="panel" aria-labelledby="closing">
      <h2 id="closing">Closing</h2>
      <p className="small">
        Notes are written, and what was made here is merged as one commit. You see first what that is.
      </p>
      <button type="button" disabled={offline} onClick={() => setOpen(true)}>
        Close this talk…
      </button>
      {open ? <ClosingDialog view={view} onClose={() => setOpen(false)} /> : null}
    </section>
  )
}

function ClosingDialog({ view, onClose }: { view: MeetingView; onClose: () => void }) {
  const { value, error } = useResource(`preview ${view.project}/${view.id} ${view.lines.length}`, () =>
    call('talk.preview', view),
  )
  const act = useAct()
  const close = async () => {
    if (!(await act.run(() => call('talk.close', view)))) return
    refresh(`meeting ${view.project}/${view.id}`)
    onClose()
  }
  return (
    <Dialog title="What closing will do" onClose={onClose} wide>
      {value ? <Preview preview={value} /> : error ? <Trouble error={error} /> : <Skeleton />}
      <Trouble error={act.error} />
      <div className="row">
        <button type="button" className="primary" disabled={!value || act.busy} onClick={() => void close()}>
          {act.busy ? 'Closing, notes are being written…' : closeLabel(value)}
        </button>
        <button type="button" onClick={onClose}>
          Not yet
        </button>
      </div>
    </Dialog>
  )
}

function closeLabel(preview: ClosePreview | undefined): string {
  if (!preview || preview.files.length === 0) return 'Close it'
  return preview.conflicts.length > 0
    ? 'Close it, merge later'
    : `Close it and merge ${plural(preview.files.length, 'file')}`
}

export function Preview({ preview }: { preview: ClosePreview }) {
  const { files, branch, into, conflicts } = preview
  return (
    <div className="preview">
      <p>
        {files.length === 0 ? (
          'Nothing was changed here, so there is nothing to merge. Notes are still written.'
        ) : (
          <>
            {plural(files.length, 'file')} from <code>{branch}</code> into <code>{into}</code>, as one commit.
          </>
        )}
      </p>
      {conflicts.length > 0 ? (
        <p className="standing">
          <strong>This would conflict.</strong> The talk is closed and its branch kept; the merge then waits
          for you: {conflicts.join(', ')}.
        </p>
      ) : null}
      <ul className="files">
        {files.map((file) => (
          <li key={file.path}>
            <details>
              <summary>
                <code>{file.path}</code> <small>{file.change}</small>
              </summary>
              <Patch patch={file.patch} path={file.path} />
            </details>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Patch({ patch, path }: { patch: string; path: string }) {
  return (
    <Scroll kind="code patch" label={`Changes of ${path}`}>
      {patch.split('\n').map((line, at) => (
        <span key={at} className={line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : ''}>
          {line}
          {'\n'}
        </span>
      ))}
    </Scroll>
  )
}

/** A merge that waits for the person: the files, the branch, how to resolve the conflict, and a retry. */
export function FailedMerge({ view }: { view: MeetingView }) {
  const act = useAct()
  const { talk } = view
  if (talk?.state !== 'closed' || talk.merge.state !== 'pending') return null
  const retry = async (settled = false) => {
    await act.run(() => call('talk.retry', view, { what: 'merge', settled }))
    refresh(`meeting ${view.project}/${view.id}`)
  }
  return (
    <section className="panel wants" aria-labelledby="merge">
      <h2 id="merge">The merge waits for you</h2>
      <p className="small">
        The talk is closed and nothing is lost: its work is on <code>{talk.branch}</code>. These files
        conflict:
      </p>
      <ul className="papers">
        {talk.merge.files.map((path) => (
          <li key={path}>
            <a href={to.document(view.project, path)}>{path}</a>
          </li>
        ))}
      </ul>
      {talk.merge.howTo ? <HowTo steps={talk.merge.howTo} /> : null}
      <button type="button" className="primary" disabled={act.busy} onClick={() => void retry()}>
        Try the merge again
      </button>{' '}
      {view.asks?.options.some(({ key }) => key === 'settled') ? (
        <button type="button" disabled={act.busy} onClick={() => void retry(true)}>
          I merged it by hand
        </button>
      ) : null}
      <Trouble error={act.error} />
    </section>
  )
}

/** Commands can be copied; the words between them explain. */
function HowTo({ steps }: { steps: readonly HowToStep[] }) {
  return (
    <div className="how-to">
      {steps.map((step, at) =>
        'command' in step ? (
          <Command key={at} text={step.command} />
        ) : (
          <p key={at} className="small">
            {step.words}
          </p>
        ),
      )}
    </div>
  )
}

export function FailedNotes({ view }: { view: MeetingView }) {
  const act = useAct()
  const { talk } = view
  if (talk?.state !== 'closed' || talk.notes.state === 'done') return null
  const retry = async () => {
    await act.run(() => call('talk.retry', view, { what: 'notes' }))
    refresh(`meeting ${view.project}/${view.id}`)
  }
  if (talk.notes.state === 'pending') return <p className="small">The notes are being written.</p>
  return (
    <section className="panel wants" aria-labelledby="no-notes">
      <h2 id="no-notes">There are no notes yet</h2>
      <p className="small">
        {talk.notes.reason ?? 'Writing them failed.'} The transcript is kept until they are written.
      </p>
      <button type="button" className="primary" disabled={act.busy} onClick={() => void retry()}>
        Write the notes again
      </button>
      <Trouble error={act.error} />
    </section>
  )
}
