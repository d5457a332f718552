// Something that is done step by step: how far it is, and what each step made.

import type { Progress } from '../../../story/drawings.js'
import { Inline } from '../text/inline.js'
import { Drawn, Outside } from './drawn.js'

export function ProgressView({ drawing }: { drawing: Progress }) {
  const { title, done, of, words, steps } = drawing
  return (
    <Drawn {...drawing}>
      {of > 0 ? <Bar done={done} of={of} title={title} /> : null}
      <p className="small" aria-live="polite">
        <Inline text={words} />
      </p>
      {steps.length === 0 ? null : (
        <ul className="steps">
          {steps.map((step) => (
            <li key={step.id}>
              {step.link ? <Outside {...step.link} /> : null} <Inline text={step.words} />
            </li>
          ))}
        </ul>
      )}
    </Drawn>
  )
}

export function Bar({ done, of, title }: { done: number; of: number; title: string }) {
  return (
    <span className="bar">
      <progress max={Math.max(of, 1)} value={Math.min(done, of)} aria-label={title} />
      <span className="figure">
        {done}/{of}
      </span>
    </span>
  )
}
