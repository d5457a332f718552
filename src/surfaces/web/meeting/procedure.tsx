// The procedure: phases and rounds as a line, with the current one marked; each links to its place in the transcript.

import type { MeetingRef } from '../../../hall/api.js'
import type { Step } from '../fold/procedure.js'
import { to } from '../route.js'

export function Procedure({ of, steps }: { of: MeetingRef; steps: readonly Step[] }) {
  if (steps.length === 0) return null
  return (
    <ol className="procedure">
      {steps.map((step, at) => (
        <li
          key={at}
          className={`${step.kind} ${step.state}`}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          {step.to === null ? (
            <span className="name">{step.name}</span>
          ) : (
            <a
              className="name"
              href={to.meeting(of.project, of.id, { at: step.to })}
              title={step.detail || undefined}
            >
              {step.name}
            </a>
          )}
          {marked(step) ? <small>{marked(step)}</small> : null}
        </li>
      ))}
    </ol>
  )
}

function marked({ kind, detail, state }: Step): string {
  if (kind === 'phase' || kind === 'round') return state === 'ahead' ? '' : detail
  return kind === 'halt' ? '' : detail
}
