// The page as a whole: navigation, connection status, and the current page.

import { useEffect, useRef, useState } from 'react'
import { call } from './api/api.js'
import { besides, sortHall } from './fold/hall.js'
import { clock } from './fold/when.js'
import { DecisionsPage } from './pages/decisions.js'
import { DocumentPage } from './pages/document.js'
import { HallPage } from './pages/hall.js'
import { MeetingPage } from './pages/meeting.js'
import { ProjectsPage } from './pages/projects.js'
import { RequestsPage } from './pages/requests.js'
import { StartPage } from './pages/start.js'
import { Command } from './parts/command.js'
import { Help } from './parts/help.js'
import { type Route, to } from './route.js'
import { announcement } from './state/announce.js'
import { connection, listen } from './state/connection.js'
import { listenToKeys } from './state/keys.js'
import { useResource } from './state/resource.js'
import { useStore } from './state/store.js'
import { tellings } from './state/tellings.js'
import { useTitle, waiting } from './state/title.js'
import { useRoute } from './state/where.js'

export function App() {
  const route = useRoute()
  const [help, setHelp] = useState(false)
  const { state } = useStore(connection)
  useEffect(listen, [])
  useEffect(() => listenToKeys(() => setHelp(true)), [])
  const place = placeOf(route)
  useNewPlace(place)
  return (
    <>
      <button type="button" className="skip" onClick={toMain}>
        Skip to the content
      </button>
      <Bar route={route} onHelp={() => setHelp(true)} />
      <Lost />
      <main id="main" tabIndex={-1} key={place}>
        {state === 'refused' ? <NoToken /> : <Page route={route} />}
      </main>
      <p className="unseen" role="status" aria-live="polite">
        {useStore(announcement)}
      </p>
      {help ? <Help onClose={() => setHelp(false)} /> : null}
    </>
  )
}

/** A new place begins at its top, and whoever uses the keyboard goes on from there. */
function useNewPlace(place: string): void {
  const before = useRef(place)
  useEffect(() => {
    scrollTo(0, 0)
    if (before.current === place) return
    before.current = place
    return focusHeading()
  }, [place])
}

/** Its heading gets the focus, and so is read aloud, as soon as it is there; until then the page has it. */
function focusHeading(): () => void {
  const main = document.getElementById('main')
  main?.focus({ preventScroll: true })
  const found = () => {
    const heading = main?.querySelector('h1')
    if (!heading) return false
    // Whoever went on meanwhile, into a field or to a turn, is left there.
    if (document.activeElement === main || document.activeElement === document.body) {
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    return true
  }
  if (!main || found()) return () => {}
  const watcher = new MutationObserver(() => found() && watcher.disconnect())
  watcher.observe(main, { childList: true, subtree: true })
  return () => watcher.disconnect()
}

function toMain(): void {
  document.getElementById('main')?.focus()
}

/** Filters change what a page shows, not which page it is. */
function placeOf(route: Route): string {
  if (route.page === 'meeting') return `meeting ${route.project}/${route.id}`
  if (route.page === 'document') return `document ${route.project}/${route.path}`
  return route.page
}

function Page({ route }: { route: Route }) {
  switch (route.page) {
    case 'hall':
      return <HallPage query={route.query} />
    case 'meeting':
      return <MeetingPage of={{ project: route.project, id: route.id }} query={route.query} />
    case 'requests':
      return <RequestsPage query={route.query} />
    case 'document':
      return <DocumentPage project={route.project} path={route.path} />
    case 'decisions':
      return <DecisionsPage query={route.query} />
    case 'projects':
      return <ProjectsPage query={route.query} />
    case 'new':
      return <StartPage protocol={route.protocol} query={route.query} />
    case 'unknown':
      return <Nowhere address={route.address} />
  }
}

function Bar({ route, onHelp }: { route: Route; onHelp: () => void }) {
  const meetings = useResource('meetings waiting', () => call('meeting.list', { status: 'waiting' }))
  const requests = useResource('requests ', () => call('request.list', {}))
  const open = besides(meetings.value ?? [], requests.value ?? [])
  const waits = sortHall(open, tellings, new Date()).waiting.length
  const asks = requests.value?.length ?? 0
  useEffect(() => waiting.set(waits + asks), [waits, asks])
  const at = (...pages: Route['page'][]) => (pages.includes(route.page) ? 'page' : undefined)
  return (
    <header className="topbar">
      <a className="wordmark" href={to.hall()}>
        parley
      </a>
      <nav aria-label="Main">
        <a href={to.hall()} aria-current={at('hall', 'meeting', 'document')}>
          Hall <Count of={waits} what="waiting" />
        </a>
        <a href={to.page('requests')} aria-current={at('requests')}>
          Requests <Count of={asks} what="open" />
        </a>
        <a href={to.page('decisions')} aria-current={at('decisions')}>
          Decisions
        </a>
        <a href={to.page('projects')} aria-current={at('projects')}>
          Projects
        </a>
      </nav>
      <a className="button new" href={to.start()} aria-current={at('new')}>
        New meeting
      </a>
      <button type="button" className="quiet help" onClick={onHelp} aria-label="Help and keyboard">
        ?
      </button>
    </header>
  )
}

function Count({ of, what }: { of: number; what: string }) {
  if (of === 0) return null
  return (
    <span className="count">
      {of}
      <span className="unseen"> {what}</span>
    </span>
  )
}

/** A lost connection is shown in one line; what was loaded can still be read. */
function Lost() {
  const { state, since } = useStore(connection)
  if (state !== 'off' || since === null) return null
  return (
    <p className="lost" role="status">
      Not connected since {clock(since)}. You see what was there then; it is tried again all the while.
    </p>
  )
}

function NoToken() {
  useTitle('No key')
  return (
    <div className="narrow">
      <h1>This page needs its key</h1>
      <p className="lead">
        Each start of the server has keys of its own, and a printed address lets one browser in. Print a fresh
        address and open it; nothing you wrote is lost:
      </p>
      <Command text="parley serve" />
    </div>
  )
}

function Nowhere({ address }: { address: string }) {
  useTitle('Nothing here')
  return (
    <div className="narrow">
      <h1>There is nothing here</h1>
      <p className="lead">
        No page is called <code>{address}</code>. <a href={to.hall()}>Back to the hall</a>
      </p>
    </div>
  )
}
