// Entry of the page: exchanges the code of the address, sets the theme, and shows the app.

import { createRoot } from 'react-dom/client'
import { enter } from './api/entry.js'
import { App } from './app.js'
import { show } from './state/theme.js'
import './style/index.css'

// The printed address may be opened in a window that already shows the page.
addEventListener('hashchange', () => {
  void enter().then((entered) => entered && location.reload())
})
show()
const page = document.getElementById('page')
void enter().then(() => page && createRoot(page).render(<App />))
