// The board: everything that a meeting lays before its reader beside the words, each as a plain table. Knows no protocol.

import type { ReactNode } from 'react'
import type { MeetingRef } from '../../../hall/api.js'
import type {
  Bars,
  Checks,
  Drawing,
  Entries,
  Graph,
  Piece,
  Pieces,
  Progress,
  Scores,
  Settled,
} from '../../../view/drawings.js'
import { faceOf, type Story } from '../../../view/story.js'
import { plural } from '../fold/words.js'
import { Inline } from '../text/inline.js'
import { Drawn, ToItem } from './drawn.js'

interface BoardProps {
  readonly of: MeetingRef
  readonly story: Story
  /** Ids of drawings that the open question shows already. */
  readonly without?: readonly string[]
  /** Those that show how the meeting is steered, and no others. */
  readonly apart?: boolean
}

/** In the order in which they came; what only kept order comes last. */
export function Board({ of, story, without = [], apart = false }: BoardProps) {
  const shown = [...story.drawings.values()].filter(
    (one) => (one.apart ?? false) === apart && !without.includes(one.id),
  )
  return shown
    .toSorted((a, b) => Number(a.kind === 'checks') - Number(b.kind === 'checks'))
    .map((drawing) => <One key={drawing.id} drawing={drawing} of={of} story={story} />)
}

interface Known {
  readonly of: MeetingRef
  readonly story: Story
}

interface Table {
  readonly head: readonly string[]
  /** The first cell of a row names it. */
  readonly rows: readonly (readonly ReactNode[])[]
  readonly remark?: string
}

function One({ drawing, ...known }: Known & { drawing: Drawing }) {
  const table = tableOf(drawing, known)
  if (table === null || (table.rows.length === 0 && !table.remark)) return null
  const { head, rows, remark = '' } = table
  return (
    <Drawn id={drawing.id} title={drawing.title}>
      {rows.length === 0 ? null : (
        <table className="drawn-table">
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...cells], at) => (
              <tr key={at}>
                <th scope="row">{first}</th>
                {cells.map((cell, nth) => (
                  <td key={nth} dir="auto" data-of={head[nth + 1]}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {remark === '' ? null : (
        <p className="small" aria-live="polite">
          <Inline text={remark} />
        </p>
      )}
    </Drawn>
  )
}

function tableOf(drawing: Drawing, known: Known): Table | null {
  switch (drawing.kind) {
    case 'scores':
      return scores(drawing)
    case 'graph':
      return ties(drawing, known)
    case 'settled':
      return settled(drawing, known)
    case 'checks':
      return checks(drawing, known)
    case 'pieces':
      return pieces(drawing, known)
    case 'progress':
      return progress(drawing)
    case 'bars':
      return bars(drawing)
    case 'entries':
      return entries(drawing)
    case 'papers':
      return null
  }
}

function scores({ parts, rows, remark }: Scores): Table {
  const others = rows.filter(({ taken }) => !taken).map(({ name, total }) => `${name} (${total})`)
  return {
    head: ['Member', 'Score', ...parts, 'Why'],
    rows: rows
      .filter(({ taken }) => taken)
      .map(({ name, total, parts: each, why }) => [name, total, ...each, <Inline key="why" text={why} />]),
    remark: [remark, others.length === 0 ? '' : `Not seated: ${others.join(', ')}.`].join(' ').trim(),
  }
}

/** Who has what with whom, and what each said to it. */
function ties({ seats, ties: all }: Graph, { of }: Known): Table | null {
  if (all.length === 0) return null
  const name = (seat: string) => seats.find((one) => one.seat === seat)?.name ?? seat
  const left = seats.flatMap((one) => (one.left === null ? [] : [`${one.name} was ${one.left}`]))
  return {
    head: ['', 'Between', 'About', 'Answers'],
    rows: all.map(({ id, a, b, words, why, ways }) => [
      id,
      `${name(a)} and ${name(b)}`,
      <Reasoned key="about" words={words} why={why} />,
      ways.length === 0
        ? 'nobody has answered yet'
        : ways.map(({ from, stance, at }) => (
            <p key={from}>
              <ToItem of={of} at={at}>
                {name(from)}
              </ToItem>{' '}
              {stance}
            </p>
          )),
    ]),
    remark: left.length === 0 ? '' : `${left.join('; ')}.`,
  }
}

function settled({ points }: Settled, { of, story }: Known): Table {
  return {
    head: ['', 'What', 'Whose', 'What became of it', 'Where'],
    rows: points.map(({ id, seats, words, end, why, places }) => [
      id,
      <Inline key="words" text={words} />,
      seats.map((seat) => faceOf(story, seat).name).join(', '),
      <Reasoned key="end" words={end === '' ? 'not settled' : end} why={why} />,
      places.map(({ label, at }) => (
        <p key={`${label} ${at}`}>
          <ToItem of={of} at={at}>
            {label}
            <span className="unseen"> on {id}</span>
          </ToItem>
        </p>
      )),
    ]),
  }
}

function checks({ looks }: Checks, { of }: Known): Table {
  return {
    head: ['Check', 'Result', 'What was missing'],
    rows: looks.map(({ name, ok, faults, result, at }) => [
      <ToItem key="name" of={of} at={at}>
        {name}
      </ToItem>,
      `${ok ? '✓' : '✗'} ${result}`,
      <List key="faults" items={faults} />,
    ]),
  }
}

function pieces({ pieces: all, remark }: Pieces, { story }: Known): Table {
  return {
    head: ['', 'Story', 'Whose', 'After', 'Criteria', 'State'],
    rows: all.map(({ id, title, seat, after, points, state, link }) => [
      id,
      <Linked key="title" words={title} link={link} />,
      faceOf(story, seat).name,
      after.join(', '),
      points.length === 0 ? null : (
        <details key="criteria" className="more">
          <summary>{plural(points.length, 'criterion', 'criteria')}</summary>
          <List items={points.map(criterion)} />
        </details>
      ),
      state,
    ]),
    remark,
  }
}

function criterion({ id, words, how, state, evidence }: Piece['points'][number]): string {
  return `${id} ${words} (${how}, ${state}${evidence === '' || evidence === '—' ? '' : `: ${evidence}`})`
}

function progress({ done, of, words, steps }: Progress): Table {
  return {
    head: ['', 'Made'],
    rows: steps.map(({ id, words: what, link }) => [id, <Linked key="made" words={what} link={link} />]),
    remark: of > 0 ? `${words} (${done} of ${of})` : words,
  }
}

function bars({ bars: all, counts, remark }: Bars): Table {
  return {
    head: ['', capital(counts.many), 'State', `Not ${counts.done}`],
    rows: all.map(({ name, done, of, state, left }) => [
      name,
      `${done} of ${of}`,
      state,
      left.length === 0 ? null : (
        <details key="left" className="more">
          <summary>{plural(of - done, counts.one, counts.many)}</summary>
          <List items={left} />
        </details>
      ),
    ]),
    remark,
  }
}

function entries({ entries: all }: Entries): Table {
  return {
    head: ['What', 'When, and why'],
    rows: all.map(({ words, about }) => [<Inline key="words" text={words} />, about]),
  }
}

function Reasoned({ words, why }: { words: string; why: string }) {
  return (
    <>
      <Inline text={words} />
      {why === '' ? null : (
        <>
          {' '}
          <small>
            <Inline text={why} />
          </small>
        </>
      )}
    </>
  )
}

/** The link leads out of the page: an address that somebody else's program gave. */
function Linked({ words, link }: { words: string; link: Piece['link'] }) {
  return (
    <>
      <Inline text={words} />{' '}
      {link ? (
        <a href={link.url} rel="noopener noreferrer" target="_blank">
          {link.label}
        </a>
      ) : null}
    </>
  )
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item, at) => (
        <li key={at}>
          <Inline text={item} />
        </li>
      ))}
    </ul>
  )
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
