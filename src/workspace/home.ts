// Where a person's own data lives, across workspaces: PARLEY_HOME, else `.parley` in their home folder.

import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

export function parleyHome(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const asked = environment['PARLEY_HOME']?.trim()
  return asked ? resolve(asked) : join(homedir(), '.parley')
}
