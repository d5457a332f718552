// A citation: the reference with a small mark that says verified, unverified or broken; the source's lines on demand.

import { useId, useState } from 'react'
import type { Cited } from '../../../story/items.js'
import { api } from '../api/api.js'
import { to } from '../route.js'

const signs = { verified: '●', unverified: '○', broken: '×' } as const

export function CiteMark({ cited, project }: { cited: Cited; project: string | undefined }) {
  const [open, setOpen] = useState(false)
  const [source, setSource] = useState<string | null>(null)
  const id = useId()
  const show = () => {
    setOpen(!open)
    if (source === null && project !== undefined && cited.path !== null && cited.state !== 'broken')
      linesOf(project, cited).then(setSource, () => setSource(''))
  }
  return (
    <span className={`cite ${cited.state}`}>
      <button type="button" aria-expanded={open} aria-controls={id} title={inWords(cited)} onClick={show}>
        <span className="ref">{cited.ref}</span>
        <span className="sign" aria-hidden="true">
          {signs[cited.state]}
        </span>
        <span className="unseen">, {inWords(cited)}</span>
      </button>
      <span className="source" id={id} hidden={!open}>
        <span>{sentence(cited)}</span>
        {source ? <code>{source}</code> : null}
        {project !== undefined && cited.path !== null ? (
          <a href={to.document(project, cited.path)}>Open {cited.path}</a>
        ) : null}
      </span>
    </span>
  )
}

function inWords({ state, reason }: Cited): string {
  return reason ? `${state}: ${reason}` : state
}

function sentence({ state, reason }: Cited): string {
  if (state === 'verified') return 'Verified: what is cited was there when it was said.'
  return state === 'broken'
    ? `Broken: ${reason || 'it was not there'}.`
    : 'Unverified: it is there, but no lines or words were cited that could be compared.'
}

/** The cited lines as the file has them now; the first few where no lines are named. */
async function linesOf(project: string, { ref, path }: Cited): Promise<string> {
  const { text } = await api.document(project, path ?? '')
  const [, from, until] = /:(\d+)(?:-(\d+))?$/.exec(ref) ?? []
  const first = from === undefined ? 1 : Number(from)
  const last = until === undefined ? (from === undefined ? 6 : first) : Number(until)
  return text
    .split('\n')
    .slice(first - 1, last)
    .join('\n')
}
