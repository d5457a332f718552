// What happened, from the journal and from git: commits and their files, what is left to do, the way to merge, to fork and to export.

import { useState } from 'react'
import type { Afterwards, MeetingView } from '../../../hall/api.js'
import { shortened } from '../../../text/excerpts.js'
import { type Format, formatsOf } from '../../../view/exports.js'
import { forkPlaces } from '../../../view/fork-places.js'
import { decisionsOf } from '../../../view/outcome.js'
import { phaseLabel } from '../../../view/phase-label.js'
import type { Story } from '../../../view/story.js'
import { call } from '../api/api.js'
import { shortNames } from '../fold/papers.js'
import { plural } from '../fold/words.js'
import { Drop } from '../pages/drop.js'
import { Boxes } from '../parts/boxes.js'
import { Command } from '../parts/command.js'
import { Trouble } from '../parts/trouble.js'
import { to } from '../route.js'
import { useAct } from '../state/act.js'
import { useResource } from '../state/resource.js'
import { go } from '../state/where.js'
import { Inline } from '../text/inline.js'

interface HappenedProps {
  readonly view: MeetingView
  readonly story: Story
  /** Whether nothing else on the page says what was decided. */
  readonly decided: boolean
}

export function Happened({ view, story, decided }: HappenedProps) {
  const left = leftIn(view, story)
  const { value, error } = useResource(`afterwards ${view.project}/${view.id}`, () =>
    call('meeting.afterwards', view),
  )
  const { uses = [] } = story.outcome ?? {}
  const commands = [...(story.outcome?.commands ?? []), ...(value?.commands ?? [])]
  return (
    <section className="happened" aria-labelledby="happened">
      <h2 id="happened" className="divider">
        What happened
      </h2>
      {value ? <Strips after={value} left={left} project={view.project} /> : <Trouble error={error} />}
      {leftNoCommit(view, story, value) ? <p className="small">Nothing was committed.</p> : null}
      <Uncommitted left={left} after={value} project={view.project} />
      {decided ? <Decided view={view} story={story} /> : null}
      <LeftToDo view={view} story={story} after={value} />
      {commands.length === 0 ? null : (
        <>
          <h3>To take it over</h3>
          {commands.map((text, at) => (
            <p key={text}>
              {uses[at] === undefined ? null : <small>{uses[at]} </small>}
              <Command text={text} />
            </p>
          ))}
        </>
      )}
    </section>
  )
}

/** With boxes where the record keeps them; before they are known, and elsewhere, as the outcome has them. */
function LeftToDo({
  view,
  story,
  after,
}: {
  view: MeetingView
  story: Story
  after: Afterwards | undefined
}) {
  const kept = after?.followUps
  const told = story.outcome?.followUps ?? []
  if ((kept ?? told).length === 0) return null
  return (
    <>
      <h3>Left to do</h3>
      {kept ? (
        <Boxes of={view} boxes={kept} />
      ) : (
        <ul className="follow-ups">
          {told.map(({ action, owner }, at) => (
            <li key={at}>
              <Inline text={action} />
              {owner === '' ? null : <small> {owner}</small>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Said only where a protocol tells its commits; what lies on a branch of its own is told by the commands. */
function leftNoCommit(view: MeetingView, { outcome }: Story, after: Afterwards | undefined): boolean {
  if (view.talk) return after?.commits.length === 0
  return outcome?.commits?.length === 0 && outcome.commands.length === 0
}

/** What was decided, by the journal: all of it, also where there are several. */
function Decided({ view, story: { outcome } }: { view: MeetingView; story: Story }) {
  const { value } = useResource(view.talk ? `decisions of ${view.project}` : '', () =>
    call('decision.list', { project: view.project }),
  )
  const ofTalk = value?.filter(({ meeting }) => meeting === view.id).map(({ decision }) => decision)
  const all = ofTalk ?? decisionsOf(outcome)
  if (all.length === 0) return null
  return (
    <>
      <h3>{all.length === 1 ? 'The decision' : 'Decisions'}</h3>
      {all.map((text) => (
        <p key={text} className="decided" dir="auto">
          <Inline text={text} />
        </p>
      ))}
    </>
  )
}

interface Left {
  readonly path: string
  readonly name: string
}

/** Everything that it left to be read, by its title; where several have the same, by their files. */
function leftIn(view: MeetingView, story: Story): readonly Left[] {
  const all = (view.talk ? view.documents : [...story.documents.values()]).filter(({ working }) => !working)
  const files = shortNames(all.map(({ path }) => path))
  const titles = all.map((one) => ('title' in one ? String(one.title) : ''))
  return all.map(({ path }, at) => {
    const [title = '', file = path] = [titles[at], files.get(path)]
    const same = titles.filter((one) => one === title).length > 1
    return { path, name: title === '' ? file : same ? `${title}: ${file}` : title }
  })
}

/** Of what lies in the project and in no commit of the meeting, a link each; the others are linked where their lines are counted. */
function Uncommitted(props: { left: readonly Left[]; after: Afterwards | undefined; project: string }) {
  const { left, after, project } = props
  const counted = new Set(after?.commits.flatMap(({ facts }) => facts?.files.map(({ path }) => path) ?? []))
  const apart = left.filter(({ path }) => !counted.has(path))
  if (!after || apart.length === 0) return null
  return (
    <p className="small outcome-papers">
      {apart.map(({ path, name }) => (
        <a key={path} href={to.document(project, path)} title={path}>
          {name}
        </a>
      ))}
    </p>
  )
}

interface StripsProps {
  readonly after: Afterwards
  readonly left: readonly Left[]
  readonly project: string
}

/** `main ── claude/main ● 908138b`, and what the commit changes. */
function Strips({ after: { branch, commits }, left, project }: StripsProps) {
  return commits.map(({ hash, branch: own, from, facts }) => (
    <div key={hash} className="strip">
      <p className="line">
        {branch === null || own === null || branch === own ? null : (
          <>
            <span className="branch">{branch}</span>
            <span aria-hidden="true" className="rail" />
          </>
        )}
        <span className="branch">{own ?? (facts?.merged ? branch : null) ?? 'no branch'}</span>
        <span aria-hidden="true" className={facts?.merged || from !== null ? 'rail' : 'rail apart'} />
        <span aria-hidden="true">{facts?.merged || from !== null ? '●' : '○'}</span>
        <code>{hash.slice(0, 7)}</code>
        <span className="small">{words(facts, branch)}</span>
      </p>
      {from === null ? null : (
        <p className="line joining">
          <span className="branch">{from}</span>
          <span aria-hidden="true" className="rail apart" />
          <span className="small">
            its commits became <code>{hash.slice(0, 7)}</code>
          </span>
        </p>
      )}
      {facts === null ? null : <Files facts={facts} left={left} project={project} />}
    </div>
  ))
}

type Facts = Afterwards['commits'][number]['facts']

function words(facts: Facts, branch: string | null): string {
  if (facts === null) return 'git does not have this commit any more'
  const count = plural(facts.commits, 'commit')
  if (facts.merged) return `${facts.subject}; on ${branch ?? 'the tree'}`
  return `${count} that ${branch ?? 'the tree'} does not have: ${facts.subject}`
}

interface FilesProps {
  readonly facts: NonNullable<Facts>
  readonly left: readonly Left[]
  readonly project: string
}

/** What the meeting left to be read is linked, by what it is. */
function Files({ facts: { files, more }, left, project }: FilesProps) {
  const names = new Map(left.map(({ path, name }) => [path, name]))
  const sum = (of: 'added' | 'removed') => files.reduce((all, file) => all + (file[of] ?? 0), 0)
  return (
    <details className="more" open={files.length <= 8}>
      <summary>
        {plural(files.length + more, 'file')}, <span className="plus">+{sum('added')}</span>{' '}
        <span className="minus">−{sum('removed')}</span>
      </summary>
      <ul className="changed-files">
        {files.map(({ path, added, removed }) => (
          <li key={path}>
            <Changed path={path} name={names.get(path)} project={project} />{' '}
            {added === null ? (
              <small>binary</small>
            ) : (
              <>
                <span className="plus">+{added}</span> <span className="minus">−{removed}</span>
              </>
            )}
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="small">{plural(more, 'more file')}.</p> : null}
    </details>
  )
}

/** A file that is called by its own name is named once. */
function Changed(props: { path: string; name: string | undefined; project: string }) {
  const { path, name, project } = props
  const written = <code>{path}</code>
  if (name === undefined) return written
  const href = to.document(project, path)
  if (path.endsWith(name)) return <a href={href}>{written}</a>
  return (
    <>
      <a href={href}>{name}</a> {written}
    </>
  )
}

/** Branch off at one of the person's answers, and take the meeting along as a file. */
export function TakeAlong({ view, story }: { view: MeetingView; story: Story }) {
  const act = useAct()
  const places = view.talk ? [] : forkPlaces(view.lines)
  const fork = (at: number) =>
    act.run(async () => {
      const made = await call('meeting.fork', view, { at })
      go(to.meeting(made.project, made.id))
    })
  const take = (format: Format) =>
    act.run(async () => handOver(await call('meeting.export', view, { format })))
  return (
    <section className="panel" aria-labelledby="take-along">
      <h2 id="take-along">Take it along</h2>
      <p className="formats">
        {formatsOf(story).map((format) => (
          <button key={format} type="button" disabled={act.busy} onClick={() => void take(format)}>
            {labels[format]}
          </button>
        ))}
      </p>
      {places.length === 0 ? null : (
        <>
          <h3>Go back to an answer of yours</h3>
          <p className="small">A new meeting goes on from there; this one is not changed.</p>
          <ul className="fork-places">
            {places.map(({ at, title, phase, chosen, text }) => (
              <li key={at}>
                <button type="button" disabled={act.busy} onClick={() => void fork(at)}>
                  Fork at “{title}”
                </button>
                <small dir="auto">
                  {phase === null ? '' : `${phaseLabel(phase)}, `}
                  answered: {chosen}
                  {text === null ? '' : ` — ${shortened(text, 90)}`}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
      <Trouble error={act.error} />
    </section>
  )
}

/** The same for a meeting that is not over, and a way to end it that nobody will finish. */
export function Further({ view, story }: { view: MeetingView; story: Story }) {
  const [dropping, setDropping] = useState(false)
  return (
    <details className="more further">
      <summary>Fork, export, drop</summary>
      <TakeAlong view={view} story={story} />
      <section className="panel">
        <button type="button" disabled={view.live} onClick={() => setDropping(true)}>
          Drop this meeting…
        </button>
        {view.live ? <p className="small">It is under way: stop it first.</p> : null}
        {dropping ? <Drop of={view} onClose={() => setDropping(false)} /> : null}
      </section>
    </details>
  )
}

const labels: Readonly<Record<Format, string>> = {
  markdown: 'Markdown',
  html: 'HTML',
  json: 'JSON',
  adr: 'Decision record',
  issues: 'Issues',
}

function handOver({ name, type, text }: { name: string; type: string; text: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
