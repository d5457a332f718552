// A file that a meeting cites, whole: opens at the cited lines, and says what was found when they were checked.

import { useEffect } from 'react'
import type { FileView } from '../../../hall/api.js'
import { api } from '../api/api.js'
import { plural } from '../fold/words.js'
import { sentenceOf } from '../parts/cite.js'
import { MeetingLink } from '../parts/meeting-link.js'
import { Scroll } from '../parts/scroll.js'
import { Skeleton, Trouble } from '../parts/trouble.js'
import { to } from '../route.js'
import { useResource } from '../state/resource.js'
import { useTitle } from '../state/title.js'

export function FilePage({ project, id, cited }: { project: string; id: string; cited: string }) {
  const { value, error, loading } = useResource(`file ${project}/${id} ${cited}`, () =>
    api.file({ project, id }, cited),
  )
  useTitle(cited)
  useEffect(() => {
    if (value) document.querySelector('.file-lines .cited')?.scrollIntoView({ block: 'center' })
  }, [value])
  return (
    <div className="document">
      <header className="meeting-head">
        <p className="crumbs">
          <a href={to.hall()}>Hall</a> <span aria-hidden="true">/</span>{' '}
          <MeetingLink project={project} id={id} />
        </p>
        <h1 className="file-name">{cited}</h1>
        {value ? <Verdict file={value} /> : null}
      </header>
      <Trouble error={value ? null : error} />
      {loading && !value ? <Skeleton lines={10} /> : null}
      {value ? <Lines file={value} /> : null}
    </div>
  )
}

function Verdict({ file }: { file: FileView }) {
  const { changed } = file
  return (
    <p className={`standing verdict ${file.state}`}>
      {sentenceOf(file)}{' '}
      {changed === null
        ? 'This is the file as it is now.'
        : changed
          ? 'The file has changed since it was checked: this is how it is now.'
          : 'The file is as it was when this was checked.'}
    </p>
  )
}

function Lines({ file: { path, lines, ranges, left } }: { file: FileView }) {
  const isCited = (n: number) => ranges.some(({ from, to: last }) => n >= from && n <= last)
  return (
    <>
      <Scroll label={path} kind="code file-lines">
        <code>
          {lines.map((line, at) => (
            <span key={at} className={`source-line${isCited(at + 1) ? ' cited' : ''}`}>
              <span className="number">{at + 1}</span>
              <span>{line}</span>
            </span>
          ))}
        </code>
      </Scroll>
      {left > 0 ? <p className="small">{plural(left, 'more line', 'more lines')} in the file.</p> : null}
    </>
  )
}
