// Announcements: what a screen reader should say, politely. One region for the whole page.

import { store } from './store.js'

export const announcement = store('')

export function announce(text: string): void {
  announcement.set(text)
}
