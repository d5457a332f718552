// Settings of a project for its meetings, from the settings file that its other tools read too. Read once, at open.

import type { World } from '../../kernel/world.js'
import { cadenceFromSettings } from '../../rules/checkpoint-cadence.js'
import { nameIn, resolveUserName } from '../../rules/user-name.js'
import { type Notice, warning } from './notices.js'

export interface Settings {
  /** The person's name, if the settings or git have one. */
  readonly userName: string | undefined
  readonly cadence: number
  readonly notices: readonly Notice[]
}

const settingsFiles = ['.claude/settings.json', 'settings.json']

export async function readSettings(world: World): Promise<Settings> {
  const text = await settingsText(world)
  const gitName = nameIn(text) === undefined ? await world.git.userName() : null
  const { every, warning: doubt } = cadenceFromSettings(text)
  return {
    userName: resolveUserName({ settings: text, gitName: gitName ?? undefined })?.trim(),
    cadence: every,
    notices: doubt === undefined ? [] : [warning(doubt)],
  }
}

/** The first file that is there counts, even when it settles nothing. */
async function settingsText({ files }: World): Promise<string | undefined> {
  for (const path of settingsFiles) {
    const text = await files.read(path)
    if (text !== null) return text
  }
  return undefined
}
