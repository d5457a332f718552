// The banner of a foreign meeting: where it comes from, what adopting it would run, and the button that adopts it.

import { useState } from 'react'
import type { Adoption, MeetingView } from '../../../hall/api.js'
import { plainTitle } from '../../../story/options.js'
import { api } from '../api/api.js'
import { plural } from '../fold/words.js'
import { Trouble } from '../parts/trouble.js'
import { Voices } from '../parts/voices.js'
import { useAct } from '../state/act.js'
import { refresh, useResource } from '../state/resource.js'

export function Foreign({ view }: { view: MeetingView }) {
  const over = view.status === 'concluded' || view.status === 'aborted' || view.status === 'damaged'
  return (
    <section className="panel foreign" aria-labelledby="foreign">
      <h2 id="foreign">This meeting is foreign</h2>
      <p className="small">
        It came with the repository, or was held on another machine or before parley sealed meetings. You can
        read it. {over ? null : 'It goes on only after you took it over.'}
      </p>
      {over ? null : <TakeOver view={view} />}
    </section>
  )
}

/** What is taken over is what was shown: with other voices it is shown again first. */
function TakeOver({ view }: { view: MeetingView }) {
  const act = useAct()
  const [shown, show] = useState<Adoption | null>(null)
  const [agents, setAgents] = useState('')
  const voices = (name: string) => (name === '' ? {} : { agents: name })
  const look = (name: string) => {
    setAgents(name)
    show(null)
    return act.run(async () => show(await api.adoption(view, voices(name))))
  }
  const adopt = (hash: string) =>
    act.run(async () => {
      await api.adopt(view, { ...voices(agents), hash })
      show(null)
      refresh(`meeting ${view.project}/${view.id}`)
    })
  if (!shown && !act.error && agents === '')
    return (
      <button type="button" disabled={act.busy} onClick={() => void look('')}>
        What would it run?
      </button>
    )
  return (
    <>
      <OwnVoices project={view.project} value={agents} onChange={(name) => void look(name)} />
      {shown ? <WouldRun shown={shown} /> : null}
      <Trouble error={act.error} />
      <button
        type="button"
        className="primary"
        disabled={act.busy || !shown}
        onClick={() => void (shown && adopt(shown.hash))}
      >
        Take it over
      </button>
    </>
  )
}

/** Never a voice that its journal names, unless the person has it too. */
function OwnVoices(props: { project: string; value: string; onChange: (value: string) => void }) {
  const { project, value, onChange } = props
  const forms = useResource(`forms ${project}`, () => api.forms(project))
  const agents = (forms.value?.agents ?? []).filter(({ blank }) => !blank)
  return (
    <div className="form">
      <Voices agents={agents} value={value} onChange={onChange} usual="As in your settings" />
    </div>
  )
}

function WouldRun({ shown }: { shown: Adoption }) {
  const { seats, runs, ignored, answers, question, agents } = shown
  return (
    <dl className="small">
      <dt>Who would speak</dt>
      {seats.length === 0 ? <dd>every seat: {agents.default}</dd> : null}
      {seats.map(({ id, name, voice }) => (
        <dd key={id}>
          {name}: {voice}
        </dd>
      ))}
      <dt>What that runs</dt>
      {runs.map((text) => (
        <dd key={text}>{text}</dd>
      ))}
      {ignored.length > 0 ? <dt>Named in its journal, and not used</dt> : null}
      {ignored.map((text) => (
        <dd key={text}>
          <code>{text}</code>
        </dd>
      ))}
      <dt>What is asked</dt>
      <dd>{question ? plainTitle(question) : 'nothing now; it would go on by itself'}</dd>
      {question && question.options.length > 0 ? (
        <dd>{question.options.map(({ key }) => key).join(', ')}</dd>
      ) : null}
      {answers > 0 ? (
        <>
          <dt>Answers</dt>
          <dd>{plural(answers, 'answer')} in it stand in a person’s name. You did not give them here.</dd>
        </>
      ) : null}
    </dl>
  )
}
