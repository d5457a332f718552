// A proxy before the real server, for what only a network does: connections that are cut, and events that come late.

import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Until } from './run.js'
import type { Server } from './server.js'

export interface FaultyProxy {
  readonly url: string
  readonly token: string
  /** The `Last-Event-ID` of every request for a meeting's events, in order. */
  readonly resumedFrom: readonly (string | undefined)[]
  /** Cuts every connection, and every new one at once. */
  cut(): void
  mend(): void
  /** Holds events back from now on, or from behind the first one that fits. */
  hold(behind?: (event: string) => boolean): void
}

export async function faultyProxy(server: Pick<Server, 'url' | 'token'>, until: Until): Promise<FaultyProxy> {
  const sockets = new Set<Socket>()
  const resumedFrom: (string | undefined)[] = []
  let broken = false
  let held = false
  let behind: ((event: string) => boolean) | undefined

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (/^\/api\/meetings\/.*\/events/.test(incoming.url ?? ''))
      resumedFrom.push(incoming.headers['last-event-id']?.toString())
    const { host } = new URL(server.url)
    const { origin, ...headers } = incoming.headers
    const asked = request(
      `${server.url}${incoming.url}`,
      { method: incoming.method, headers: { ...headers, host, ...(origin ? { origin: server.url } : {}) } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        if (answer.headers['content-type']?.includes('event-stream')) relay(answer, outgoing)
        else answer.pipe(outgoing)
      },
    )
    asked.on('error', () => outgoing.destroy())
    outgoing.on('close', () => asked.destroy())
    incoming.pipe(asked)
  }

  /** Event by event, so that none is held back in its middle. */
  const relay = (answer: IncomingMessage, outgoing: ServerResponse) => {
    outgoing.flushHeaders()
    let text = ''
    answer.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        if (!held) outgoing.write(`${event}\n\n`)
        held ||= behind?.(event) ?? false
      }
    })
    answer.on('end', () => outgoing.end()).on('error', () => outgoing.destroy())
  }

  const proxy = createServer(pass)
  proxy.on('connection', (socket: Socket) => {
    if (broken) return void socket.destroy()
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready))
  const cutAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  until(() => {
    cutAll()
    proxy.close()
  })
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    token: server.token,
    resumedFrom,
    cut() {
      broken = true
      cutAll()
    },
    mend() {
      broken = false
    },
    hold(fits) {
      if (fits) behind = fits
      else held = true
    },
  }
}
