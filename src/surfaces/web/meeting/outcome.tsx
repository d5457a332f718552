// The outcome of a meeting, in its protocol's words, at the end of the transcript.

import type { OutcomeTold } from '../../../view/outcome.js'
import type { Story } from '../../../view/story.js'
import { Command } from '../parts/command.js'
import { to } from '../route.js'
import { Markdown } from '../text/markdown.js'

interface OutcomeProps {
  readonly told: OutcomeTold | null
  readonly project: string
  /** What it wrote, by path: a fact that is one of them leads there. */
  readonly documents: Story['documents']
  /** What it left and the commands to take it over are said elsewhere on this page. */
  readonly brief?: boolean
}

/** Without what degrades the meeting: its header shows that. */
export function Outcome({ told, project, documents, brief = false }: OutcomeProps) {
  if (!told) return null
  const { headline, paragraphs, facts, remarks, uses = [] } = told
  const commands = brief ? [] : told.commands
  const papers = brief ? [] : facts.filter(({ value }) => documents.has(value))
  const list = [
    ...facts.filter(({ value }) => !documents.has(value)).map(({ label, value }) => `${label}: ${value}`),
    ...remarks,
  ]
  if (headline === null && paragraphs.length + facts.length + remarks.length + commands.length === 0)
    return null
  return (
    <section className="outcome-told" aria-labelledby="outcome">
      <h2 className="divider" id="outcome">
        Outcome
      </h2>
      {headline === null ? null : (
        <p className="headline" dir="auto">
          {headline}
        </p>
      )}
      {paragraphs.map((text, at) => (
        <div className="said" key={at}>
          <Markdown text={text} project={project} top={3} />
        </div>
      ))}
      {papers.length === 0 ? null : (
        <p className="small outcome-papers">
          {papers.map(({ label, value }) => (
            <a key={label} href={to.document(project, value)} title={value}>
              {label}
            </a>
          ))}
        </p>
      )}
      {list.length === 0 ? null : (
        <ul className="small">
          {list.map((text, at) => (
            <li key={at} dir="auto">
              {text}
            </li>
          ))}
        </ul>
      )}
      {commands.map((text, at) => (
        <p key={text}>
          {uses[at] === undefined ? null : <small>{uses[at]} </small>}
          <Command text={text} />
        </p>
      ))}
    </section>
  )
}
