// Following a thread: whoever reads at its end sees what is new from its beginning on; whoever has scrolled up stays there, and gets a way down.

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** A reader within this distance is at the end. */
const nearPx = 160

interface Placed {
  readonly key: string
}

export function useThreadFollowing(
  end: RefObject<HTMLElement | null>,
  items: readonly Placed[],
  at: string | undefined,
) {
  const near = useRef(true)
  const known = useRef(0)
  const [seen, setSeen] = useState<number | null>(null)
  const count = items.length
  const down = useCallback(() => {
    near.current = true
    setSeen(null)
    end.current?.scrollIntoView({ block: 'end' })
  }, [end])

  useEffect(() => {
    const look = () => {
      const is = isNear(end.current)
      if (is === near.current) return
      near.current = is
      setSeen(is ? null : known.current)
    }
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [end])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is new moves the page
  useLayoutEffect(() => {
    const before = known.current
    known.current = count
    if (count === before || (at !== undefined && before === 0)) return
    // A thread that is opened shows its end; what came since is read from its first word on.
    const first = document.getElementById(items[before === 0 ? count - 1 : before]?.key ?? '')
    if (near.current) show(first, end.current)
  }, [count])

  const ready = count > 0
  useEffect(() => {
    const item = at === undefined || !ready ? null : document.getElementById(at)
    item?.scrollIntoView({ block: 'start' })
    item?.focus({ preventScroll: true })
  }, [at, ready])

  return { away: seen === null ? 0 : Math.max(0, count - seen), down }
}

/** To the end where all that is new fits into the window, else to where it begins. */
function show(first: HTMLElement | null, end: HTMLElement | null): void {
  if (!end) return
  const height = end.getBoundingClientRect().bottom - (first?.getBoundingClientRect().top ?? 0)
  const bar = document.querySelector<HTMLElement>('.composing')?.offsetHeight ?? 0
  if (first && height > innerHeight - bar - 100) first.scrollIntoView({ block: 'start' })
  else end.scrollIntoView({ block: 'end' })
}

function isNear(end: HTMLElement | null): boolean {
  return end !== null && end.getBoundingClientRect().top < innerHeight + nearPx
}
