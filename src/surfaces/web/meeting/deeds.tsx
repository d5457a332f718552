// Actions for a meeting without an open question: continue and verify.

import { useState } from 'react'
import type { MeetingView } from '../../../hall/api.js'
import type { Story } from '../../../view/story.js'
import { call } from '../api/api.js'
import { spentCeiling } from '../fold/ceiling.js'
import { clock, dayName } from '../fold/when.js'
import { Command } from '../parts/command.js'
import { Trouble } from '../parts/trouble.js'
import { useAct } from '../state/act.js'
import { connection } from '../state/connection.js'
import { useDraft } from '../state/draft.js'
import { refresh } from '../state/resource.js'
import { useStore } from '../state/store.js'

export function GoOn({ view, status, story }: { view: MeetingView; status: string; story: Story }) {
  const act = useAct()
  const [higher, setHigher] = useState('')
  const offline = useStore(connection).state === 'off'
  const stands = ['paused', 'halted', 'failed'].includes(status) || (status === 'running' && !view.live)
  if (!stands || view.live || view.talk) return null
  if (view.awaitsHost) return <WithItsHost view={view} />
  const spent = status === 'halted' ? spentCeiling(view.lines, story) : null
  const raised = Number(higher)
  const resume = async () => {
    const ceilings = spent?.of === 'cost' ? { costCeiling: raised } : { ceiling: raised }
    await act.run(() => call('meeting.resume', view, higher === '' ? {} : ceilings))
    refresh(`meeting ${view.project}/${view.id}`)
  }
  return (
    <section className="panel" aria-labelledby="go-on">
      <h2 id="go-on">{status === 'paused' ? 'Paused' : 'The meeting has stopped'}</h2>
      <p className="small">It goes on from the last line of its journal. No recorded turn is made again.</p>
      {spent ? (
        <label>
          {spent.label}
          <input
            type="number"
            min={spent.of === 'cost' ? spent.now : spent.now + 1}
            step={spent.of === 'cost' ? 'any' : 1}
            value={higher}
            placeholder={String(2 * spent.now)}
            onChange={(event) => setHigher(event.target.value)}
          />
        </label>
      ) : null}
      <button
        type="button"
        className="primary"
        disabled={act.busy || offline || (spent !== null && raised <= spent.now)}
        onClick={() => void resume()}
      >
        Go on
      </button>
      <Trouble error={act.error} />
    </section>
  )
}

/** The model of an MCP host speaks in it: only that host can bring its next words. */
function WithItsHost({ view }: { view: MeetingView }) {
  return (
    <section className="panel" aria-labelledby="with-host">
      <h2 id="with-host">It goes on with its host</h2>
      <p className="small">
        The model of an MCP host speaks in this meeting, so it goes on when that host asks for its next step;
        what you answer here is recorded and reaches it then. To go on without the host, give the meeting
        other voices, such as Claude:
      </p>
      <Command text={`parley resume ${view.id} --agents claude`} />
    </section>
  )
}

interface Check {
  readonly at: string
  readonly findings: readonly string[]
}

export function Verified({ view }: { view: MeetingView }) {
  const act = useAct()
  const [kept, keep] = useDraft(`checked ${view.project}/${view.id}`)
  const last = checkIn(kept)
  const verify = () => act.run(async () => keep(JSON.stringify(await call('meeting.verify', view))))
  return (
    <section className="panel" aria-labelledby="verified">
      <h2 id="verified">
        {last
          ? last.findings.length === 0
            ? 'Verified'
            : 'The record does not match'
          : 'Can it be trusted?'}
      </h2>
      <p className="small">
        {last
          ? last.findings.length === 0
            ? `Journal and documents agree, checked ${dayName(last.at, new Date()).toLowerCase()} at ${clock(last.at)}.`
            : 'What was found:'
          : 'Compares the journal’s chain and the documents with what is on disk. No model is called.'}
      </p>
      {last && last.findings.length > 0 ? (
        <ul className="small">
          {last.findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      ) : null}
      <button type="button" disabled={act.busy} onClick={() => void verify()}>
        {last ? 'Check again' : 'Check now'}
      </button>
      <Trouble error={act.error} />
    </section>
  )
}

function checkIn(text: string): Check | null {
  if (text === '') return null
  try {
    return JSON.parse(text) as Check
  } catch {
    return null
  }
}
