// For tests: a web site on loopback that behaves as it is told, and counts who asks.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export type Answer = (response: ServerResponse, request: IncomingMessage) => void

export interface Site {
  /** `127.0.0.1:PORT`. */
  readonly host: string
  readonly asked: { readonly path: string; readonly headers: IncomingMessage['headers'] }[]
  url(path: string): string
  close(): Promise<void>
}

/** A certificate for 127.0.0.1 that no authority has signed, with its key. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

/** What is not named here is a 404. */
export async function siteWith(
  pages: Readonly<Record<string, Answer>>,
  certificate?: Certificate,
): Promise<Site> {
  const asked: Site['asked'] = []
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    asked.push({ path, headers: request.headers })
    const answer = pages[path.split('?')[0] ?? '']
    if (answer) answer(response, request)
    else response.writeHead(404).end('nothing here')
  }
  const server = certificate ? createSecureServer(certificate, serve) : createServer(serve)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () =>
    new Promise<void>((done) => {
      server.closeAllConnections()
      server.close(() => done())
    })
  onTestFinished(close)
  return { host, asked, url: (path) => `${certificate ? 'https' : 'http'}://${host}${path}`, close }
}

/** Made by openssl; undefined where that is not installed. */
export function certificateHere(): Certificate | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'parley-certificate-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const asked = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=parley-test'
  const words = [...asked.split(' '), '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert]
  if (spawnSync('openssl', ['req', ...words], { stdio: 'ignore' }).status !== 0) return undefined
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
}

export const html =
  (body: string, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)

export const redirect =
  (to: string): Answer =>
  (response) =>
    void response.writeHead(302, { location: to }).end()
