// The keyboard: j and k go through what is listed, a answers, g and a letter go somewhere, / searches, ? helps.

import { to } from '../route.js'
import { go } from './where.js'

export const bindings: readonly (readonly [string, string])[] = [
  ['j', 'next turn or entry'],
  ['k', 'the one before'],
  ['a', 'answer what waits'],
  ['Enter', 'open the meeting in the hall'],
  ['x', 'drop it (asks first)'],
  ['g h', 'hall'],
  ['g r', 'requests'],
  ['g e', 'decisions'],
  ['g p', 'projects'],
  ['n', 'new meeting'],
  ['/', 'search'],
  ['?', 'this help'],
]

const places: Readonly<Record<string, string>> = {
  h: to.hall(),
  r: to.page('requests'),
  e: to.page('decisions'),
  p: to.page('projects'),
}

/** Listens as long as the page is open. While the person types, keys go to the text. */
export function listenToKeys(help: () => void): () => void {
  let going = false
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (writing(event.target)) return leaveSearch(event)
    if (document.querySelector('dialog[open]')) return
    const place = going ? places[event.key] : undefined
    going = event.key === 'g' && !going
    if (place) go(place)
    else if (!going && !deeds(help)[event.key]?.()) return
    event.preventDefault()
  }
  addEventListener('keydown', press)
  return () => removeEventListener('keydown', press)
}

/** From the search Enter goes to the first of what was found, and Escape out of an empty one: the keys of the list are there again. */
function leaveSearch({ key, target }: KeyboardEvent): void {
  if (!(target instanceof HTMLInputElement) || !target.matches('[data-search]')) return
  if (key === 'Enter') listed()[0]?.focus()
  if (key === 'Escape' && target.value === '') target.blur()
}

/** Each returns whether it did anything. */
function deeds(help: () => void): Readonly<Record<string, () => boolean>> {
  return {
    j: () => move(1),
    k: () => move(-1),
    a: answer,
    // biome-ignore lint/correctness/noComponentHookFactories: the name of a key
    Enter: () => press('[data-open]'),
    x: () => press('[data-drop]'),
    n: () => then(() => go(to.start())),
    '/': search,
    '?': () => then(help),
  }
}

function then(deed: () => void): boolean {
  deed()
  return true
}

function listed(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-item]')]
}

function move(by: 1 | -1): boolean {
  const items = listed()
  if (items.length === 0) return false
  const now = items.findIndex(
    (item) => item === document.activeElement || item.contains(document.activeElement),
  )
  const next = items[now < 0 ? firstInView(items, by) : Math.max(0, Math.min(items.length - 1, now + by))]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: next.offsetHeight > innerHeight * 0.7 ? 'start' : 'nearest' })
  return true
}

/** The reading position: the first element that is not above the window. */
function firstInView(items: readonly HTMLElement[], by: 1 | -1): number {
  const at = items.findIndex((item) => item.getBoundingClientRect().bottom > 80)
  return by === 1 ? Math.max(0, at) : Math.max(0, at - 1)
}

/** The entry that has the focus itself; within one, keys belong to what has it. */
function focused(): HTMLElement | null {
  const now = document.activeElement
  return now instanceof HTMLElement && now.matches('[data-item]') ? now : null
}

function press(what: string): boolean {
  const found = focused()?.querySelector<HTMLElement>(what)
  found?.click()
  return found !== null && found !== undefined
}

/** What waits in the entry that has the focus, else the question of the page. */
function answer(): boolean {
  const item = document.activeElement?.closest('[data-item]')
  const here = item?.querySelector<HTMLElement>('[data-answer]')
  if (item && here) {
    here.focus()
    if (here.getAttribute('aria-expanded') !== 'true') here.click()
    requestAnimationFrame(() =>
      item.querySelector<HTMLElement>(':is([data-question], .request-open) button')?.focus(),
    )
    return true
  }
  return answerPage()
}

function answerPage(): boolean {
  const box = document.querySelector<HTMLElement>('[data-question]')
  if (box === null) return toQuestion() || firstOnDesk()
  // What has to be read first is gone to at its beginning.
  const first = box?.querySelector<HTMLElement>(
    box.classList.contains('whole') ? 'h2' : '[data-answer], .options button, textarea, button',
  )
  box?.closest('.sheet')?.classList.add('open')
  first?.focus()
  if (box?.classList.contains('whole')) first?.scrollIntoView({ block: 'start' })
  return first !== null && first !== undefined
}

/** The question has a place of its own on this page. */
function toQuestion(): boolean {
  const way = document.querySelector<HTMLElement>('[data-to-question]')
  way?.click()
  return way !== null
}

function firstOnDesk(): boolean {
  const first = document.querySelector<HTMLElement>('.waits [data-answer]')
  first?.focus()
  return first !== null
}

function search(): boolean {
  if (!focusSearch()) {
    go(to.hall())
    focusSoon(60)
  }
  return true
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLElement>('[data-search]')
  field?.focus()
  return field !== null
}

/** The field exists as soon as the hall is drawn, which may take several frames. */
function focusSoon(frames: number): void {
  requestAnimationFrame(() => {
    if (!focusSearch() && frames > 0) focusSoon(frames - 1)
  })
}

function writing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type)
  return (
    target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable
  )
}
