// The outcome of a meeting, in its protocol's words, at the end of the transcript.

import type { OutcomeTold } from '../../../story/outcome.js'
import { Command } from '../parts/command.js'
import { Markdown } from '../text/markdown.js'

/** Without what degrades the meeting: its header shows that. */
export function Outcome({ told, project }: { told: OutcomeTold | null; project: string }) {
  if (!told) return null
  const { headline, paragraphs, facts, remarks, commands } = told
  const list = [...facts.map(({ label, value }) => `${label}: ${value}`), ...remarks]
  if (headline === null && paragraphs.length + list.length + commands.length === 0) return null
  return (
    <section className="outcome-told" aria-labelledby="outcome">
      <h2 className="divider" id="outcome">
        Outcome
      </h2>
      {headline === null ? null : <p className="headline">{headline}</p>}
      {paragraphs.map((text, at) => (
        <div className="said" key={at}>
          <Markdown text={text} project={project} top={3} />
        </div>
      ))}
      {list.length === 0 ? null : (
        <ul className="small">
          {list.map((text, at) => (
            <li key={at}>{text}</li>
          ))}
        </ul>
      )}
      {commands.map((text) => (
        <p key={text}>
          <Command text={text} />
        </p>
      ))}
    </section>
  )
}
