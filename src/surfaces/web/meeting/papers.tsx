// The documents that a meeting has written so far, and those that it refers to.

import type { MeetingView } from '../../../hall/api.js'
import type { Story } from '../../../view/story.js'
import { artifactPath, shortNames } from '../fold/papers.js'
import { kindWords } from '../fold/words.js'
import { to } from '../route.js'

export function Papers({ view, story }: { view: MeetingView; story: Story }) {
  const own = view.talk ? [] : [...story.documents.values()]
  const left = [...view.documents, ...own].filter(({ working }) => !working)
  const kinds = new Map(left.map(({ path, kind }) => [path, kind]))
  const made = [...kinds.keys()]
  const referenced = (view.talk?.referenced ?? []).map(artifactPath).filter((path) => !made.includes(path))
  if (made.length + referenced.length === 0) return null
  return (
    <section className="panel" aria-labelledby="papers">
      <h2 id="papers">Documents</h2>
      <List project={view.project} paths={made} note={(path) => kindWords[kinds.get(path) ?? 'other']} />
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
