// The service: courses to look at, a login, and places to take.

import { createServer } from 'node:http'
import { login, sessionOf } from './accounts.js'
import { addressOf } from './address.js'
import { createLimiter } from './limiter.js'

/** Every request counts, whatever it asks for. */
export const limits = { max: 30, window: 60_000 }

export function createService({ accounts, courses, log = () => {}, now = Date.now }) {
  const allow = createLimiter({ ...limits, now })
  const routes = {
    'GET /courses': async () => [200, courses.list()],
    'POST /login': async (request) => {
      const { email, password } = await bodyOf(request)
      const session = login(accounts, email, password)
      return session ? [200, { session }] : [401, { error: 'Wrong address or password.' }]
    },
    'POST /places': async (request) => {
      const account = sessionOf(accounts, request.headers.authorization)
      if (!account) return [401, { error: 'Log in first.' }]
      const { course, child } = await bodyOf(request)
      return courses.take(course, child, account) ? [201, { course, child }] : [409, { error: 'Full.' }]
    },
  }
  return createServer(async (request, response) => {
    const address = addressOf(request)
    const route = routes[`${request.method} ${request.url}`]
    const [status, body] = !allow(address)
      ? [429, { error: 'Too many requests. Try again in a minute.' }]
      : await (route?.(request) ?? [404, { error: 'Not here.' }])
    log(`${address} ${request.method} ${request.url} ${status}`)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
}

async function bodyOf(request) {
  let text = ''
  for await (const part of request) text += part
  return JSON.parse(text)
}
