// The procedure: phases and rounds as a line, with the current one marked; each links to its place in the transcript.

import { useEffect, useRef } from 'react'
import type { MeetingRef } from '../../../hall/api.js'
import type { Step } from '../fold/procedure.js'
import { to } from '../route.js'

/** More than fits a column is folded: where it began and where it stands are in view. */
const most = 40
const [first, last] = [6, 14]

export function Procedure({ of, steps }: { of: MeetingRef; steps: readonly Step[] }) {
  const list = useRef<HTMLOListElement>(null)
  // On a narrow screen the steps lie side by side: the one that is under way is in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step may be the one under way
  useEffect(() => {
    const now = list.current?.querySelector<HTMLElement>(':scope > .now')
    if (list.current && now) list.current.scrollLeft = now.offsetLeft - list.current.clientWidth / 2
  }, [steps.length])
  if (steps.length === 0) return null
  const folds = steps.length > most
  const draw = (some: readonly Step[], from: number) =>
    some.map((step, at) => <OneStep key={from + at} of={of} step={step} />)
  return (
    <ol className="procedure" ref={list}>
      {draw(folds ? steps.slice(0, first) : steps, 0)}
      {folds ? (
        <>
          <li className="folded">
            <details>
              <summary>{steps.length - first - last} steps between</summary>
              <ol>{draw(steps.slice(first, -last), first)}</ol>
            </details>
          </li>
          {draw(steps.slice(-last), steps.length - last)}
        </>
      ) : null}
    </ol>
  )
}

function OneStep({ of, step }: { of: MeetingRef; step: Step }) {
  return (
    <li className={`${step.kind} ${step.state}`} aria-current={step.state === 'now' ? 'step' : undefined}>
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
  )
}

function marked({ kind, detail, state }: Step): string {
  if (kind === 'phase' || kind === 'round') return state === 'ahead' ? '' : detail
  return kind === 'halt' ? '' : detail
}
