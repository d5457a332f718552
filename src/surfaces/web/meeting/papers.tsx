// Documents of a meeting as they appear, and what it refers to.

import type { MeetingView } from '../../../hall/api.js'
import type { Room } from '../fold/desk.js'
import { isWorkingFile, shortNames } from '../fold/papers.js'
import { to } from '../route.js'

export function Papers({ view, room }: { view: MeetingView; room: Room }) {
  const kinds = new Map(view.documents.map(({ path, kind }) => [path, kind]))
  const made = [
    ...new Set([...view.documents.map(({ path }) => path), ...(view.talk ? [] : room.documents)]),
  ].filter((path) => !isWorkingFile(path))
  const linked = (view.talk?.linked ?? []).filter((path) => !made.includes(path))
  const referenced = view.talk?.referenced ?? []
  if (made.length + linked.length + referenced.length === 0) return null
  return (
    <section className="panel" aria-labelledby="papers">
      <h2 id="papers">Documents</h2>
      <List
        project={view.project}
        paths={made}
        note={(path) => kinds.get(path)?.replace('-', ' ') ?? 'written here'}
      />
      <List project={view.project} paths={linked} note={() => 'linked'} />
      <List project={view.project} paths={referenced} note={() => 'what it is about'} />
    </section>
  )
}

function List(props: { project: string; paths: readonly string[]; note: (path: string) => string }) {
  const { project, paths, note } = props
  if (paths.length === 0) return null
  const names = shortNames(paths)
  return (
    <ul className="papers">
      {paths.map((path) => (
        <li key={path}>
          <a href={to.document(project, path)} title={path}>
            {names.get(path)}
          </a>
          <small>{note(path)}</small>
        </li>
      ))}
    </ul>
  )
}
