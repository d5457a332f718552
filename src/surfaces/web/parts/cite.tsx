// A citation: the reference with a small mark that says verified, unverified or broken; the source's lines on hover or tap.

import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import type { MeetingRef, SourceView } from '../../../hall/api.js'
import type { Cited } from '../../../view/items.js'
import { call } from '../api/api.js'
import { to } from '../route.js'
import { tellings } from '../state/tellings.js'

const signs = { verified: '●', unverified: '○', broken: '×' } as const

type Source = SourceView | { readonly trouble: string }

/** `of`: the meeting with the citation; without it only the verdict is shown. */
export function CiteMark({ cited, of }: { cited: Cited; of: MeetingRef | undefined }) {
  const [pinned, setPinned] = useState(false)
  const [hovered, setHovered] = useState(false)
  const [source, setSource] = useState<Source | null>(null)
  const id = useId()
  const open = pinned || hovered
  const box = useRef<HTMLSpanElement>(null)
  useInView(box, open, source)
  const read = () => {
    if (source !== null || of === undefined || cited.path === null) return
    call('meeting.source', of, { ref: cited.ref }).then(setSource, (error: Error) =>
      setSource({ trouble: error.message }),
    )
  }
  const hover = (on: boolean) => {
    if (on) read()
    setHovered(on)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for the keyboard
    <span
      className={`cite ${cited.state}`}
      onPointerEnter={(event) => event.pointerType === 'mouse' && hover(true)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && hover(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        setPinned(false)
        setHovered(false)
      }}
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          read()
          setPinned(!pinned)
        }}
      >
        <span className="ref">{cited.ref}</span>
        <span className="sign" aria-hidden="true">
          {signs[cited.state]}
        </span>
        <span className="unseen">, {inWords(cited)}</span>
      </button>
      <span className="source" id={id} ref={box} hidden={!open}>
        <span>{sentenceOf(cited)}</span>
        {source ? <Lines source={source} cited={cited} /> : null}
        {of !== undefined && cited.path !== null && isDocument(cited.path) ? (
          <a href={to.document(of.project, cited.path)}>Read {cited.path} as a document</a>
        ) : null}
      </span>
    </span>
  )
}

/** Moves the box to the left where it would leave the column, and above the words where it would leave the window at the bottom. */
function useInView(box: RefObject<HTMLSpanElement | null>, open: boolean, content: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the box holds decides its size
  useLayoutEffect(() => {
    const shown = box.current
    if (!open || shown === null) return
    shown.style.removeProperty('--aside')
    delete shown.dataset['above']
    const { left, right, bottom, height } = shown.getBoundingClientRect()
    const column = shown.closest('.middle, main')?.getBoundingClientRect()
    const edge = Math.min(column?.right ?? innerWidth, innerWidth)
    const aside = Math.min(Math.max(0, right - edge), Math.max(0, left - (column?.left ?? 0)))
    shown.style.setProperty('--aside', `${-aside}px`)
    const line = shown.parentElement?.getBoundingClientRect()
    if (line && bottom > innerHeight && line.top - height > topbar) shown.dataset['above'] = ''
  }, [box, open, content])
}

/** What the bar at the top of the page covers, in pixels. */
const topbar = 56

function Lines({ source, cited }: { source: Source; cited: Cited }) {
  if ('trouble' in source) return <span>{source.trouble}</span>
  const { ranges, left, sha256 } = source
  return (
    <>
      {ranges.map(({ from, lines }) => (
        <code key={from}>
          {lines.map((line, at) => (
            <span className="source-line" key={at}>
              <span className="number">{from + at}</span>
              <span>{line}</span>
            </span>
          ))}
        </code>
      ))}
      <small>
        {left > 0 ? `${left} more lines. ` : ''}
        {asOf(cited, sha256)}
      </small>
    </>
  )
}

function asOf(cited: Cited, sha256: string): string {
  if (cited.sha256 === null) return 'As the file is now.'
  return cited.sha256 === sha256
    ? 'The file is as it was when this was checked.'
    : 'As the file is now: it has changed since this was checked.'
}

/** Only files in the folders of documents have a page. */
function isDocument(path: string): boolean {
  return tellings.folders.some((folder) => path.startsWith(`${folder}/`))
}

function inWords({ state, reason }: Cited): string {
  return reason ? `${state}: ${reason}` : state
}

export function sentenceOf({ state, reason }: Pick<Cited, 'state' | 'reason'>): string {
  if (state === 'verified') return 'Verified: what is cited was there when it was said.'
  return state === 'broken'
    ? `Broken: ${reason || 'it was not there'}.`
    : 'Unverified: it is there, but no lines or words were cited that could be compared.'
}
