// The person: what they are called, from their own settings, else from git. Never the account name of the operating system.

import { settledName } from './config.js'
import { configuredName } from './git/identity.js'

/** Undefined where neither says. `folder` is the repository whose git settings count, besides the person's own. */
export async function personName(home: string, folder: string): Promise<string | undefined> {
  return (await settledName(home)) ?? (await configuredName(folder)) ?? undefined
}
