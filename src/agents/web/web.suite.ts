// For tests: a web site on loopback that behaves as it is told, and counts who asks.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Answer = (response: ServerResponse, request: IncomingMessage) => void

export interface Site {
  /** `127.0.0.1:PORT`. */
  readonly host: string
  readonly asked: { readonly path: string; readonly headers: IncomingMessage['headers'] }[]
  url(path: string): string
  close(): Promise<void>
}

/** What is not named here is a 404, robots.txt too. */
export async function siteWith(pages: Readonly<Record<string, Answer>>): Promise<Site> {
  const asked: Site['asked'] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push({ path, headers: request.headers })
    const answer = pages[path.split('?')[0] ?? '']
    if (answer) answer(response, request)
    else response.writeHead(404).end('nothing here')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () =>
    new Promise<void>((done) => {
      server.closeAllConnections()
      server.close(() => done())
    })
  onTestFinished(close)
  return { host, asked, url: (path) => `http://${host}${path}`, close }
}

export const html =
  (body: string, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)

export const redirect =
  (to: string): Answer =>
  (response) =>
    void response.writeHead(302, { location: to }).end()
