// The person's name: from their own settings, else from git. Never the account name of the operating system.

import { settledName } from './config.js'
import { configuredName } from './git/identity.js'

/** Undefined where neither has one. `folder` is the repository whose git settings count, in addition to the person's own. */
export async function personName(home: string, folder: string): Promise<string | undefined> {
  return (await settledName(home)) ?? (await configuredName(folder)) ?? undefined
}
