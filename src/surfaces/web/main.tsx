// Entry of the page: takes the token out of the address, sets the theme, and shows the app.

import { createRoot } from 'react-dom/client'
import { takeToken } from './api/token.js'
import { App } from './app.js'
import { show } from './state/theme.js'
import './style/index.css'

takeToken()
// The printed address may be opened in a window that already shows the page.
addEventListener('hashchange', () => {
  if (takeToken()) location.reload()
})
show()
const page = document.getElementById('page')
if (page) createRoot(page).render(<App />)
