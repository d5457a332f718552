// One document, the meetings that made or changed it, and the kinds of meeting that can be opened about it.

import { call } from '../api/api.js'
import { kindWords } from '../fold/words.js'
import { fieldsAbout } from '../form/filled.js'
import { MeetingLink } from '../parts/meeting-link.js'
import { Paper } from '../parts/paper.js'
import { Scroll } from '../parts/scroll.js'
import { Skeleton, Trouble } from '../parts/trouble.js'
import { to } from '../route.js'
import { useResource } from '../state/resource.js'
import { useTitle } from '../state/title.js'

export function DocumentPage({ project, path }: { project: string; path: string }) {
  const { value, error, loading } = useResource(`document ${project}/${path}`, () =>
    call('document.show', { project }, { path }),
  )
  useTitle(value?.title ?? path)
  return (
    <div className="document">
      <header className="meeting-head">
        <p className="crumbs">
          <a href={to.hall()}>Hall</a> <span aria-hidden="true">/</span>{' '}
          <a href={to.hall({ project })}>{project}</a>
        </p>
        <h1 dir="auto">{value?.title ?? path.split('/').at(-1)}</h1>
        <p className="meta">
          <code>{path}</code>
          {value ? <span>{kindWords[value.kind]}</span> : null}
          {value?.date ? <span>{value.date}</span> : null}
        </p>
      </header>
      <Trouble error={value ? null : error} />
      {loading && !value ? <Skeleton lines={10} /> : null}
      {value ? (
        <div className="two">
          <div>
            {isProse(path) ? (
              <Paper text={value.text} project={project} title={value.title} />
            ) : (
              <Source text={value.text} path={path} />
            )}
          </div>
          <aside aria-label="About this document">
            <section className="panel" aria-labelledby="made-by">
              <h2 id="made-by">Made by</h2>
              {value.meetings.length === 0 ? <p className="small">No meeting that is known here.</p> : null}
              <ul className="papers">
                {value.meetings.map((id) => (
                  <li key={id}>
                    <MeetingLink project={project} id={id} />
                  </li>
                ))}
              </ul>
            </section>
            <MeetAboutIt project={project} path={path} />
          </aside>
        </div>
      ) : null}
    </div>
  )
}

/** The kinds of meeting that can be opened with this document; hidden when there is none. */
function MeetAboutIt({ project, path }: { project: string; path: string }) {
  const forms = useResource(`forms ${project}`, () => call('form.list', { project }))
  const offers = (forms.value?.meetings ?? []).flatMap((form) =>
    fieldsAbout(form, path).map((field) => ({ form, field })),
  )
  if (offers.length === 0) return null
  return (
    <section className="panel" aria-labelledby="meet-about">
      <h2 id="meet-about">Meet about it</h2>
      <p className="small">With this document filled in.</p>
      {offers.map(({ form, field }) => (
        <a key={form.protocol} className="button" href={to.start(form.protocol, { project, [field]: path })}>
          New {form.title.toLowerCase()}
        </a>
      ))}
    </section>
  )
}

function isProse(path: string): boolean {
  return /\.(md|markdown|txt)$/i.test(path)
}

function Source({ text, path }: { text: string; path: string }) {
  return <Scroll label={path}>{text}</Scroll>
}
