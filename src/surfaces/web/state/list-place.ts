// Where the keyboard is in a list whose entries go away: whoever puts one out of sight goes on with the entry that takes its place.

export function listed(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-item]')]
}

/** Called while the entry is still there. Whoever went elsewhere before it left is not fetched back. */
export function keepPlaceOf(item: HTMLElement): void {
  const main = item.closest('main')
  if (!main) return
  const [at, here] = [listed().indexOf(item), location.hash]
  const left = new MutationObserver(() => {
    if (item.isConnected && location.hash === here) return
    left.disconnect()
    if (location.hash === here && document.activeElement === document.body) focusAt(at)
  })
  left.observe(main, { childList: true, subtree: true })
}

function focusAt(at: number): void {
  const all = listed()
  all[Math.min(at, all.length - 1)]?.focus()
}
