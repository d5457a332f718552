// Actions for a meeting without an open question: continue and verify.

import type { MeetingView } from '../../../hall/api.js'
import type { Story } from '../../../view/story.js'
import { call } from '../api/api.js'
import { higherThan, notHigher, spentCeiling } from '../fold/ceiling.js'
import { clock, dayName } from '../fold/when.js'
import { Fields } from '../form/fields.js'
import { textIn } from '../form/filled.js'
import { useForm } from '../form/state.js'
import { Command } from '../parts/command.js'
import { Trouble } from '../parts/trouble.js'
import { useAct } from '../state/act.js'
import { connection } from '../state/connection.js'
import { useDraft } from '../state/draft.js'
import { refresh } from '../state/resource.js'
import { useStore } from '../state/store.js'

export function GoOn({ view, status, story }: { view: MeetingView; status: string; story: Story }) {
  const offline = useStore(connection).state === 'off'
  const spent = status === 'halted' ? spentCeiling(view.lines, story) : null
  const fields = spent ? [higherThan(spent)] : []
  const form = useForm({
    place: `go on ${view.project}/${view.id}`,
    fields,
    also: (filled) => (spent ? notHigher(spent, textIn(filled, 'higher')) : {}),
    async send(filled) {
      const raised = Number(textIn(filled, 'higher'))
      const ceilings = spent?.of === 'cost' ? { costCeiling: raised } : { ceiling: raised }
      const deed = call('meeting.resume', view, spent ? ceilings : {})
      await deed.finally(() => refresh(`meeting ${view.project}/${view.id}`))
    },
  })
  const stands = ['paused', 'halted', 'failed'].includes(status) || (status === 'running' && !view.live)
  if (!stands || view.live || view.talk) return null
  if (view.awaitsHost) return <WithItsHost view={view} />
  return (
    <section className="panel" aria-labelledby="go-on">
      <h2 id="go-on">{status === 'paused' ? 'Paused' : 'The meeting has stopped'}</h2>
      <p className="small">It goes on from the last line of its journal. No recorded turn is made again.</p>
      <form className="form" {...form.own}>
        <Fields fields={fields} form={form} />
        <div className="row">
          <button type="submit" className="primary" disabled={form.busy || offline}>
            Go on
          </button>
        </div>
      </form>
      <Trouble error={form.error} />
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
