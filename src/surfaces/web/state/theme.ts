// Theme: that of the system, unless the person chose light or dark.

import { store } from './store.js'

export type Theme = 'system' | 'light' | 'dark'
const name = 'parley.theme'

export const theme = store<Theme>(kept())

export function choose(next: Theme): void {
  theme.set(next)
  if (next === 'system') localStorage.removeItem(name)
  else localStorage.setItem(name, next)
  show()
}

export function show(): void {
  const now = theme.get()
  if (now === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = now
}

addEventListener('storage', (event) => {
  if (event.key !== name) return
  theme.set(kept())
  show()
})

function kept(): Theme {
  const value = localStorage.getItem(name)
  return value === 'light' || value === 'dark' ? value : 'system'
}
