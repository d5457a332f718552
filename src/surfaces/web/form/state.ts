// The state of a form: what is filled in, kept as a draft; what is wrong with it; and how it is sent.

import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { FormField } from '../../../hall/api.js'
import { ParleyError } from '../../../kernel/errors.js'
import { useAct } from '../state/act.js'
import { useDraft } from '../state/draft.js'
import { type Faults, type Filled, faultsIn, keepable, reading } from './filled.js'

export interface Form {
  readonly filled: Filled
  readonly set: (change: Filled) => void
  /** What stands beside a field. */
  readonly faults: Faults
  /** What was refused and is about no field of this form. */
  readonly error: Error | null
  readonly busy: boolean
  /** For the form's element. */
  readonly own: {
    readonly ref: RefObject<HTMLFormElement | null>
    /** The browser says nothing of a wrong field that is folded away. */
    readonly noValidate: true
    readonly onSubmit: (event: FormEvent) => Promise<void>
  }
}

interface Wanted {
  /** Where the draft is kept. */
  readonly place: string
  readonly fields: readonly FormField[]
  /** Filled in already. */
  readonly first?: Filled
  /** What is wrong with it that its fields do not say. */
  readonly also?: (filled: Filled) => Faults
  readonly send: (filled: Filled) => Promise<unknown>
}

/** The draft is deleted when it was sent. Secrets are never kept. */
export function useForm({ place, fields, first = {}, also, send }: Wanted): Form {
  const [text, keep] = useDraft(place)
  const [secrets, setSecrets] = useState<Filled>({})
  const [tries, setTries] = useState(0)
  const act = useAct()
  const ref = useRef<HTMLFormElement>(null)
  const filled = { ...first, ...reading(text), ...secrets }
  const found = { ...faultsIn(fields, filled), ...also?.(filled) }
  const refused = act.error instanceof ParleyError ? act.error.field : undefined
  const isHere = fields.some(({ name }) => name === refused)
  useEffect(() => {
    if (tries > 0 || act.error) toFault(ref.current)
  }, [tries, act.error])
  return {
    filled,
    set(change) {
      const { kept, secret } = keepable(fields, { ...filled, ...change })
      keep(JSON.stringify(kept))
      setSecrets(secret)
    },
    faults: {
      ...(act.error && refused !== undefined ? { [refused]: act.error } : {}),
      ...(tries > 0 ? found : {}),
    },
    error: isHere ? null : act.error,
    busy: act.busy,
    own: {
      ref,
      noValidate: true,
      async onSubmit(event) {
        event.preventDefault()
        if (Object.keys(found).length > 0) return setTries(tries + 1)
        if (!(await act.run(() => send(filled)))) return
        keep('')
        setTries(0)
      },
    },
  }
}

/** Whatever it is folded away in is opened. */
function toFault(form: HTMLFormElement | null): void {
  const field = form?.querySelector('[data-faulty]')
  for (let at = field?.closest('details'); at; at = at.parentElement?.closest('details')) at.open = true
  field?.querySelector<HTMLElement>('input, textarea, select')?.focus()
}
