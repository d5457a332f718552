// Accounts: a password is kept as a hash, a login gives a session.

import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'

const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

export function hashOf(password, salt) {
  return scryptSync(password, salt, 32, cost)
}

/** A session, or nothing when the address is unknown or the password wrong. */
export function login(accounts, email, password) {
  const account = accounts.get(email.trim().toLowerCase())
  if (account === undefined) return undefined
  if (!timingSafeEqual(hashOf(password, account.salt), account.hash)) return undefined
  const session = randomBytes(24).toString('hex')
  accounts.addSession(session, account)
  return session
}

export function sessionOf(accounts, authorization) {
  return accounts.bySession(authorization?.replace('Bearer ', ''))
}
