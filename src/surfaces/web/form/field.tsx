// One field of a form: what it is called and for, the field itself, and below it what is wrong with it.

import { type ReactNode, useId } from 'react'
import { Trouble } from '../parts/trouble.js'
import { Inline } from '../text/inline.js'

interface FieldProps {
  readonly name: string
  readonly label: ReactNode
  readonly help?: string
  readonly fault?: Error | undefined
  /** The field itself, with what ties it to its label and to its fault. */
  readonly children: (tied: Tied) => ReactNode
}

export interface Tied {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

export function Field({ name, label, help, fault, children }: FieldProps) {
  const id = useId()
  return (
    <Faulty name={name} fault={fault}>
      {(tied) => (
        <>
          <label htmlFor={id}>
            {label} {help ? <Help text={help} /> : null}
          </label>
          {children({ id, ...tied })}
        </>
      )}
    </Faulty>
  )
}

interface FaultyProps extends Pick<FieldProps, 'name' | 'fault'> {
  readonly children: (tied: Omit<Tied, 'id'>) => ReactNode
}

/** Anything that can be filled in, with its fault. */
export function Faulty({ name, fault, children }: FaultyProps) {
  const why = useId()
  return (
    <div className="field" data-field={name} data-faulty={fault ? true : undefined}>
      {children({ 'aria-invalid': fault && true, 'aria-describedby': fault && why })}
      {fault ? (
        <div id={why}>
          <Trouble error={fault} />
        </div>
      ) : null}
    </div>
  )
}

/** What a field is for, with its code set as such. */
export function Help({ text }: { text: string }) {
  return (
    <small>
      <Inline text={text} />
    </small>
  )
}
