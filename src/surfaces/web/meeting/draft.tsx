// A draft that a question is about: whole, and editable where it stands. What the person changed goes to whoever writes it anew, in their
// words; the question then comes again with it.

import { useId, useMemo, useState } from 'react'
import type { MeetingRef, MeetingView } from '../../../hall/api.js'
import type { FreeText } from '../../../kernel/question.js'
import type { Document, Story } from '../../../view/story.js'
import { call } from '../api/api.js'
import {
  type Changed,
  cellPlace,
  changeWords,
  isChanged,
  type Piece,
  piecesOf,
  textAt,
} from '../fold/edits.js'
import { Trouble } from '../parts/trouble.js'
import { to } from '../route.js'
import { useAnswering } from '../state/answering.js'
import { useDraft } from '../state/draft.js'
import { useResource } from '../state/resource.js'
import { WholePaper } from './record.js'

interface DraftProps {
  readonly view: MeetingView
  readonly story: Story
  readonly document: Document
  /** The answer that changes it, and the question's key; without one it can only be read. */
  readonly edited: {
    readonly answer: FreeText
    readonly asked: string
    /** Columns that nobody writes in. */
    readonly fixed: readonly string[]
  } | null
}

/** Where what the person changed is kept; a paper that was written anew begins without changes. */
export function editPlace({ project, id }: MeetingRef, { path, line }: Document): string {
  return `edit ${project}/${id} ${path} ${line}`
}

export function DraftPaper({ view, story, document, edited }: DraftProps) {
  const { path, title, line } = document
  const [kept, keep] = useDraft(editPlace(view, document))
  const [wanted, setWanted] = useState(false)
  const editing = edited !== null && (wanted || kept !== '')
  return (
    <section className="draft" aria-label={title}>
      <p className="small source-path">
        <a href={to.document(view.project, path)}>{path}</a>
        {edited && !editing ? (
          <button type="button" className="more" onClick={() => setWanted(true)}>
            Edit here
          </button>
        ) : null}
      </p>
      {editing && edited ? (
        <Editing
          view={view}
          source={`${path} ${line}`}
          path={path}
          edited={edited}
          kept={kept}
          keep={(text) => {
            setWanted(true)
            keep(text)
          }}
          onLeave={() => {
            keep('')
            setWanted(false)
          }}
        />
      ) : (
        <WholePaper of={view} story={story} path={path} title={view.title} />
      )}
    </section>
  )
}

interface EditingProps {
  readonly view: MeetingView
  readonly source: string
  readonly path: string
  readonly edited: NonNullable<DraftProps['edited']>
  readonly kept: string
  readonly keep: (text: string) => void
  readonly onLeave: () => void
}

function Editing({ view, source, path, edited, kept, keep, onLeave }: EditingProps) {
  const { answer, still, error } = useAnswering(view, edited.asked)
  const { value } = useResource(`document ${view.project}/${source}`, () =>
    call('document.show', view, { path }),
  )
  const pieces = useMemo(() => piecesOf(value?.text ?? ''), [value?.text])
  const changed = changedIn(kept)
  const words = changeWords(pieces, changed)
  const change = (at: string, text: string) => {
    const next = { ...changed, [at]: text }
    keep(isChanged(pieces, next) ? JSON.stringify(next) : '')
  }
  const send = async () => {
    if (await answer(edited.answer.key, words)) keep('')
  }
  return (
    <div className="editing">
      {pieces.map((piece, at) => (
        <PieceField key={at} piece={piece} at={at} fixed={edited.fixed} changed={changed} onChange={change} />
      ))}
      <p className="deeds">
        <button
          type="button"
          className="primary"
          disabled={still || words === ''}
          onClick={() => void send()}
        >
          Send the changes
        </button>
        <button type="button" onClick={onLeave}>
          Leave it as it was
        </button>
      </p>
      <p className="small">The paper is written anew with your words, and you are asked again.</p>
      <Trouble error={error} />
    </div>
  )
}

interface PieceProps {
  readonly piece: Piece
  readonly at: number
  readonly fixed: readonly string[]
  readonly changed: Changed
  readonly onChange: (place: string, text: string) => void
}

function PieceField({ piece, at, fixed, changed, onChange }: PieceProps) {
  if (piece.kind === 'fixed') return <p className="small">{piece.text.replaceAll('**', '')}</p>
  if (piece.kind === 'heading') {
    const Heading = `h${Math.min(6, piece.level + 2)}` as 'h3'
    if (!piece.open) return <Heading>{piece.text}</Heading>
    return (
      <TextField
        label={piece.id === '' ? 'Heading' : `${piece.id}, title`}
        shown
        text={textAt(String(at), piece.text, changed)}
        onChange={(text) => onChange(String(at), text)}
      />
    )
  }
  if (piece.kind === 'prose')
    return (
      <TextField
        label={piece.under}
        text={textAt(String(at), piece.text, changed)}
        onChange={(text) => onChange(String(at), text)}
      />
    )
  return <TableFields piece={piece} at={at} fixed={fixed} changed={changed} onChange={onChange} />
}

interface TableProps extends PieceProps {
  readonly piece: Extract<Piece, { kind: 'table' }>
}

function TableFields({ piece, at, fixed, changed, onChange }: TableProps) {
  const { header, under } = piece
  const isFixed = (column: number) => fixed.includes(header[column] ?? '')
  return (
    <div className="rows">
      {piece.rows.map((row, n) => (
        <fieldset key={n}>
          <legend>
            {under}, {n + 1}
          </legend>
          <p className="small">{row.filter((_, column) => isFixed(column)).join(' · ')}</p>
          {row.map((cell, column) => {
            const place = cellPlace(at, n, column)
            return isFixed(column) ? null : (
              <TextField
                key={place}
                label={header[column] ?? ''}
                shown
                text={textAt(place, cell, changed)}
                onChange={(text) => onChange(place, text)}
              />
            )
          })}
        </fieldset>
      ))}
    </div>
  )
}

interface TextProps {
  readonly label: string
  readonly text: string
  /** Its label is in view; elsewhere the heading above it says it. */
  readonly shown?: boolean
  readonly onChange: (text: string) => void
}

function TextField({ label, text, shown = false, onChange }: TextProps) {
  const id = useId()
  return (
    <div className="text">
      <label htmlFor={id} className={shown ? '' : 'unseen'}>
        {label}
      </label>
      <textarea
        id={id}
        dir="auto"
        rows={shown ? 1 : Math.min(20, 1 + text.split('\n').length + Math.floor(text.length / 90))}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

function changedIn(kept: string): Changed {
  try {
    const read: unknown = kept === '' ? {} : JSON.parse(kept)
    const entries = read !== null && typeof read === 'object' ? Object.entries(read) : []
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}
