// An error message where the error happened: what went wrong and what to do.

import { ParleyError } from '../../../kernel/errors.js'

export function Trouble({ error }: { error: Error | null | undefined }) {
  if (!error) return null
  return (
    <p className="trouble" role="alert">
      <strong>{error.message}</strong>
      {error instanceof ParleyError && error.hint ? <> {error.hint}</> : null}
    </p>
  )
}

/** Placeholder lines while the text is loading. */
export function Skeleton({ lines = 5 }: { lines?: number }) {
  return (
    <div className="skeleton" role="status" aria-label="Reading">
      {Array.from({ length: lines }, (_, at) => (
        <span key={at} />
      ))}
    </div>
  )
}
