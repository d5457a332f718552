// What happened, from the journal and from git: commits and their files, what is left to do, the way to merge, to fork and to export.

import type { Afterwards, MeetingView } from '../../../hall/api.js'
import { forkPlaces } from '../../../story/fork-places.js'
import type { Story } from '../../../story/story.js'
import { api } from '../api/api.js'
import { plural } from '../fold/words.js'
import { Command } from '../parts/command.js'
import { Trouble } from '../parts/trouble.js'
import { to } from '../route.js'
import { useAct } from '../state/act.js'
import { useResource } from '../state/resource.js'
import { go } from '../state/where.js'
import { Inline } from '../text/inline.js'

export function Happened({ view, story }: { view: MeetingView; story: Story }) {
  const { value, error } = useResource(`afterwards ${view.project}/${view.id}`, () => api.afterwards(view))
  const { followUps = [], commands = [], uses = [] } = story.outcome ?? {}
  return (
    <section className="happened" aria-labelledby="happened">
      <h2 id="happened" className="divider">
        What happened
      </h2>
      {value ? <Strips after={value} /> : <Trouble error={error} />}
      {leftNoCommit(story) ? <p className="small">Nothing was committed.</p> : null}
      <Decided story={story} view={view} />
      {followUps.length === 0 ? null : (
        <>
          <h3>Left to do</h3>
          <ul className="follow-ups">
            {followUps.map(({ action, owner }, at) => (
              <li key={at}>
                <Inline text={action} />
                {owner === '' ? null : <small> {owner}</small>}
              </li>
            ))}
          </ul>
        </>
      )}
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

/** Said only where a protocol tells its commits; what lies on a branch of its own is told by the commands. */
function leftNoCommit({ outcome }: Story): boolean {
  return outcome?.commits?.length === 0 && outcome.commands.length === 0
}

/** Everything that it left, one link each. */
function Decided({ story, view }: { story: Story; view: MeetingView }) {
  const left = [...story.documents.values()].filter(({ working }) => !working)
  if (left.length === 0) return null
  return (
    <p className="small outcome-papers">
      {left.map(({ path, title }) => (
        <a key={path} href={to.document(view.project, path)} title={path}>
          {title}
        </a>
      ))}
    </p>
  )
}

/** `main ── claude/main ● 908138b`, and what the commit changes. */
function Strips({ after: { branch, commits } }: { after: Afterwards }) {
  return commits.map(({ hash, branch: own, facts }) => (
    <div key={hash} className="strip">
      <p className="line">
        {branch === null || own === null || branch === own ? null : (
          <>
            <span className="branch">{branch}</span>
            <span aria-hidden="true" className="rail" />
          </>
        )}
        <span className="branch">{own ?? (facts?.merged ? branch : null) ?? 'no branch'}</span>
        <span aria-hidden="true" className={facts?.merged ? 'rail' : 'rail apart'} />
        <span aria-hidden="true">{facts?.merged ? '●' : '○'}</span>
        <code>{hash.slice(0, 7)}</code>
        <span className="small">{words(facts, branch)}</span>
      </p>
      {facts === null ? null : <Files facts={facts} />}
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

function Files({ facts: { files, more } }: { facts: NonNullable<Facts> }) {
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
            <code>{path}</code>{' '}
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

/** Branch off at one of the person's answers, and take the meeting along as a file. */
export function TakeAlong({ view }: { view: MeetingView }) {
  const act = useAct()
  const places = view.foreign || view.talk ? [] : forkPlaces(view.lines)
  const fork = (at: number) =>
    act.run(async () => {
      const made = await api.fork(view, at)
      go(to.meeting(made.project, made.id))
    })
  const take = (format: string) => act.run(async () => handOver(await api.exported(view, format)))
  return (
    <section className="panel" aria-labelledby="take-along">
      <h2 id="take-along">Take it along</h2>
      <p className="formats">
        {formats.map(([format, label]) => (
          <button key={format} type="button" disabled={act.busy} onClick={() => void take(format)}>
            {label}
          </button>
        ))}
      </p>
      {places.length === 0 ? null : (
        <>
          <h3>Go back to an answer of yours</h3>
          <p className="small">A new meeting goes on from there; this one is not changed.</p>
          <ul className="fork-places">
            {places.map(({ at, title, chose, text }) => (
              <li key={at}>
                <button type="button" className="quiet" disabled={act.busy} onClick={() => void fork(at)}>
                  Fork at “{title}”
                </button>
                <small>
                  you answered {chose}
                  {text === null ? '' : `: ${text.slice(0, 80)}`}
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

const formats = [
  ['markdown', 'Markdown'],
  ['html', 'HTML'],
  ['json', 'JSON'],
  ['adr', 'Decision record'],
  ['issues', 'Issues'],
] as const

function handOver({ name, type, text }: { name: string; type: string; text: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
