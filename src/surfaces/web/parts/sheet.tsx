// A sheet: a box in its column on a wide screen; on a phone at the bottom of the window, small until it is opened.

import { type ReactNode, useState } from 'react'

export function Sheet({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <div className={`mine sheet${open ? ' open' : ''}`}>
      <button type="button" className="sheet-handle" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? 'Less' : 'The whole question'}
      </button>
      {children}
    </div>
  )
}
