// Reach: whether anything listens at the address of a server that the person named. Nothing is sent, so no text leaves this machine.

import { connect } from 'node:net'
import { address, type Env, isAtHome, type ModelOptions } from './options.js'

/** Whoever is slower may still answer: only a server that is surely not there is refused. */
const patienceMs = 2000

const certain = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'])

/**
 * Why the server cannot be reached, or null. The providers' own addresses are not looked at, nor is anything behind a proxy: there a
 * connection of ours says nothing about one that is made through the proxy.
 */
export async function whyUnreachable(options: ModelOptions, env: Env): Promise<string | null> {
  if (isAtHome(options) || env['NODE_USE_ENV_PROXY']) return null
  const { hostname, port, protocol, origin } = new URL(address(options))
  const at = {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
  }
  const code = await failureOf(at)
  return code === null ? null : `nothing answers at ${origin} (${code})`
}

function failureOf(at: { readonly host: string; readonly port: number }): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ ...at, timeout: patienceMs })
    const found = (code: string | null) => {
      socket.destroy()
      resolve(code)
    }
    socket.once('connect', () => found(null))
    socket.once('timeout', () => found(null))
    socket.once('error', (error) => found(certainCode(error)))
  })
}

/** A name with several addresses fails with one error for each; any other failure may be of our own making. */
function certainCode(error: NodeJS.ErrnoException): string | null {
  const codes = error instanceof AggregateError ? error.errors.map(({ code }) => code) : [error.code]
  return codes.find((code) => certain.has(code)) ?? null
}
