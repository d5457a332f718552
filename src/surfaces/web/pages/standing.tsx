// What a protocol keeps in a project between meetings: its council. Set up, edited, and what it still has to do.

import { type FormEvent, useState } from 'react'
import type { StandingView } from '../../../hall/api.js'
import type { Question } from '../../../kernel/question.js'
import { api } from '../api/api.js'
import { complete, type Filled, filledFrom, reading, valuesOf } from '../fold/request.js'
import { brief, sentence } from '../fold/words.js'
import { Boxes } from '../parts/boxes.js'
import { Command } from '../parts/command.js'
import { Dialog } from '../parts/dialog.js'
import { MeetingLink } from '../parts/meeting-link.js'
import { Skeleton, Trouble } from '../parts/trouble.js'
import { to } from '../route.js'
import { useAct } from '../state/act.js'
import { announce } from '../state/announce.js'
import { connection } from '../state/connection.js'
import { useDraft } from '../state/draft.js'
import { refresh, refreshEverywhere, useResource } from '../state/resource.js'
import { useStore } from '../state/store.js'
import { useTitle } from '../state/title.js'
import { Markdown } from '../text/markdown.js'
import { Fields, faultyField } from './start-fields.js'

export function StandingPage({ project, name }: { project: string; name: string }) {
  const { value, error } = useResource(`standing ${project}`, () => api.standing(project))
  const kept = value?.find((one) => one.name === name)
  const own = kept?.papers[0]?.values['name']
  const title = typeof own === 'string' ? own : capital(name)
  useTitle(title)
  return (
    <div className="narrow standing-page">
      <p className="crumbs">
        <a href={to.page('projects')}>Projects</a> <span aria-hidden="true">/</span>{' '}
        <a href={to.hall({ project })}>{project}</a>
      </p>
      {value || error ? <h1 dir="auto">{title}</h1> : null}
      {value ? null : error ? <Trouble error={error} /> : <Skeleton lines={9} />}
      {value && !kept ? <p className="nothing">Nothing is kept here under this name.</p> : null}
      {kept ? <Kept project={project} kept={kept} /> : null}
    </div>
  )
}

type Of = { readonly project: string; readonly kept: StandingView }

function Kept({ project, kept }: Of) {
  const { there, called, trouble, papers, followUps, leftovers, name } = kept
  return (
    <>
      {trouble ? (
        <p className="trouble" role="alert">
          <strong>It cannot be used as it is.</strong> {trouble}
        </p>
      ) : null}
      {there ? (
        <Ways project={project} kept={kept} />
      ) : (
        <p className="lead">This project has not got {called} yet.</p>
      )}
      {there ? null : <SettingUp project={project} kept={kept} />}
      {papers.length === 0 ? null : (
        <section aria-labelledby="papers">
          <h2 id="papers" className="divider">
            Who sits there
          </h2>
          <p className="small">Files of the project, yours to edit here or by hand; nothing is committed.</p>
          {papers.map((paper) => (
            <PaperForm key={paper.key} project={project} name={name} paper={paper} />
          ))}
        </section>
      )}
      {followUps.length === 0 ? null : (
        <section aria-labelledby="left-to-do">
          <h2 id="left-to-do" className="divider">
            Left to do
          </h2>
          <Boxes
            project={project}
            keeper={name}
            boxes={followUps.map(({ number: _, ...box }) => ({ ...box, done: false }))}
            linked
          />
        </section>
      )}
      {leftovers.length === 0 ? null : (
        <section aria-labelledby="leftovers">
          <h2 id="leftovers" className="divider">
            Left lying about
          </h2>
          <ul className="small">
            {leftovers.map(({ id, title, what, journal }) => (
              <li key={`${id} ${what}`}>
                {journal ? (
                  <MeetingLink project={project} id={id} />
                ) : (
                  <span title={id}>{brief(title || id)}</span>
                )}
                : {what}
              </li>
            ))}
          </ul>
        </section>
      )}
      {there && kept.setUp ? (
        <details className="more">
          <summary>{capital(kept.setUp.word)} another in its place</summary>
          <SettingUp project={project} kept={kept} />
        </details>
      ) : null}
    </>
  )
}

function Ways({ project, kept: { meetings, trouble } }: Of) {
  if (trouble) return null
  return (
    <p className="row">
      {meetings.map(({ protocol, title }) => (
        <a key={protocol} className="button" href={to.start(protocol, { project })}>
          {title}…
        </a>
      ))}
    </p>
  )
}

/** Asks before anything is overwritten, with what would be lost. */
function SettingUp({ project, kept: { name, setUp, there } }: Of) {
  const act = useAct()
  const [filled, fill] = useState<Filled>({})
  const [asked, ask] = useState<Question | null>(null)
  if (!setUp) return null
  const { fields, word, summary, command } = setUp
  const values = valuesOf(fields, filled)
  const make = async (yes: boolean) => {
    await act.run(async () => {
      const done = await api.setUp(project, name, values, yes)
      if (done.kind === 'asks') return ask(done.question)
      ask(null)
      announce(done.text.split('\n')[0] ?? '')
      await refreshEverywhere('standing')
      refresh('forms')
    })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void make(false)
  }
  return (
    <form className="form" onSubmit={submit}>
      {there ? null : <p className="small">{sentence(summary)}</p>}
      <Fields
        fields={fields}
        filled={filled}
        set={(change) => fill({ ...filled, ...change })}
        error={act.error}
      />
      <Trouble error={asked ? null : act.error} />
      <div className="row">
        <button
          type="submit"
          className={there ? '' : 'primary'}
          disabled={act.busy || !complete(fields, filled)}
        >
          {capital(word)}
          {there ? '…' : ''}
        </button>
      </div>
      <p className="same small">
        The same from a terminal: <Command text={[command, ...Object.values(values).map(String)].join(' ')} />
      </p>
      {asked ? (
        <Dialog title={asked.title} onClose={() => ask(null)}>
          <Markdown text={asked.body} project={project} top={3} />
          <Trouble error={act.error} />
          <div className="row">
            <button type="button" className="primary" disabled={act.busy} onClick={() => void make(true)}>
              {capital(word)} it
            </button>
            <button type="button" onClick={() => ask(null)}>
              Keep what is there
            </button>
          </div>
        </Dialog>
      ) : null}
    </form>
  )
}

type PaperShown = StandingView['papers'][number]

interface Draft {
  /** Of the file when the person began to write. */
  readonly was: string | null
  readonly filled: Filled
}

/** What is written survives a reload, and is given up or saved; a file that changed meanwhile is not overwritten. */
function PaperForm(props: { project: string; name: string; paper: PaperShown }) {
  const { project, name, paper } = props
  const place = `standing ${project}/${name}/${paper.key}`
  const [text, setText] = useDraft(place)
  const act = useAct()
  const offline = useStore(connection).state === 'off'
  const draft = reading(text) as unknown as Partial<Draft>
  const begun = draft.filled !== undefined
  const filled = draft.filled ?? filledFrom(paper.values)
  const was = begun ? (draft.was ?? null) : paper.sha256
  const moved = begun && was !== paper.sha256
  const set = (change: Filled) => setText(JSON.stringify({ was, filled: { ...filled, ...change } }))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const values = valuesOf(paper.fields, filled)
    if (!(await act.run(() => api.editStanding(project, name, { key: paper.key, was, values })))) return
    setText('')
    announce('Saved.')
    void refreshEverywhere('standing')
    refresh('forms')
  }
  const named = paper.fields.some((field) => field.name === faultyField(act.error))
  return (
    <details className="more paper-form" open={begun || undefined}>
      <summary>
        {paper.title} <small>{begun ? 'not saved yet' : paper.path}</small>
      </summary>
      <form className="form" onSubmit={save} aria-label={paper.title}>
        {moved ? (
          <p className="trouble" role="alert">
            <strong>{paper.path} has changed meanwhile.</strong> What you wrote is kept here; it cannot be
            saved over the change.
          </p>
        ) : null}
        <Fields fields={paper.fields} filled={filled} set={set} error={act.error} />
        {named ? null : <Trouble error={act.error} />}
        <div className="row">
          <button
            type="submit"
            className="primary"
            disabled={!begun || act.busy || offline || moved || !complete(paper.fields, filled)}
          >
            Save to {paper.path}
          </button>
          {begun ? (
            <button
              type="button"
              className="quiet"
              onClick={() => {
                setText('')
                act.clear()
              }}
            >
              Give up the changes
            </button>
          ) : null}
        </div>
      </form>
    </details>
  )
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
