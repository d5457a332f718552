// A dialog over the page. Escape or its button closes it, and the focus returns to where it was.

import { type ReactNode, useEffect, useId, useRef } from 'react'

export function Dialog(props: { title: string; onClose: () => void; wide?: boolean; children: ReactNode }) {
  const { title, onClose, wide = false, children } = props
  const box = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const before = document.activeElement
    box.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog ref={box} className={wide ? 'wide' : ''} aria-labelledby={heading} onClose={onClose}>
      <header>
        <h2 id={heading}>{title}</h2>
        <button type="button" className="quiet" onClick={onClose}>
          Back
        </button>
      </header>
      {children}
    </dialog>
  )
}
