// Following: a reader at the end of the transcript stays at the end as it grows; one who scrolled up stays there, and gets a button to the end.

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** A reader within this distance is at the end. */
export const nearPx = 120

export function useFollowing(
  end: RefObject<HTMLElement | null>,
  going: boolean,
  count: number,
  atEnd: boolean,
) {
  const near = useRef(false)
  const began = useRef(false)
  const [seen, setSeen] = useState<number | null>(null)
  const latest = useRef(count)
  latest.current = count
  const down = useCallback(() => {
    near.current = true
    end.current?.scrollIntoView({ block: 'end' })
    setSeen(null)
  }, [end])

  useEffect(() => {
    let before = scrollY
    const look = () => {
      const up = scrollY < before
      before = scrollY
      if (latest.current === 0) return
      // New text also moves the end away, so only scrolling up counts as leaving it.
      const is = isNear(end.current) || (near.current && !up)
      if (is !== near.current) setSeen(is ? null : latest.current)
      near.current = is
    }
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [end])

  useEffect(() => {
    const box = end.current?.parentElement
    if (!going || !box) return
    let height = box.offsetHeight
    const grown = new ResizeObserver(() => {
      if (near.current && box.offsetHeight > height) end.current?.scrollIntoView({ block: 'end' })
      height = box.offsetHeight
    })
    grown.observe(box)
    return () => grown.disconnect()
  }, [end, going])

  useEffect(() => {
    if (began.current || count === 0) return
    began.current = true
    if (atEnd) down()
    else near.current = isNear(end.current)
  }, [atEnd, count, down, end])

  const away = seen === null ? 0 : Math.max(0, count - seen)
  return { away, down }
}

function isNear(end: HTMLElement | null): boolean {
  return end !== null && end.getBoundingClientRect().top < innerHeight + nearPx
}

/** Tells the style how tall a box is, so that one taller than the window stays where its end is in view. */
export function keepsHeight(box: HTMLElement | null): (() => void) | undefined {
  if (!box) return undefined
  const grown = new ResizeObserver(() => box.style.setProperty('--tall', `${box.offsetHeight}px`))
  grown.observe(box)
  return () => grown.disconnect()
}
