// Settings of a project for its meetings, from the settings file that its other tools read too. Read once, at open.

import { WrongUsage } from '../../kernel/errors.js'
import type { World } from '../../kernel/world.js'
import { cadenceFromSettings } from '../../rules/checkpoint-cadence.js'
import { nameIn, resolveUserName } from '../../rules/user-name.js'
import { fieldsOf } from '../../rules/values.js'
import { type Notice, warning } from './notices.js'

export interface Settings {
  /** The person's name, if the settings or git have one. */
  readonly userName: string | undefined
  readonly cadence: number
  /** Folders with a slash at their end. */
  readonly citeRoots: readonly string[]
  readonly tokenCeiling: number | null
  /** Preludes are shown only when all are in. */
  readonly blind: boolean
  readonly notices: readonly Notice[]
}

const settingsFiles = ['.claude/settings.json', 'settings.json']

export async function readSettings(world: World): Promise<Settings> {
  const { path, text } = await settingsText(world)
  const meeting = meetingIn(text)
  const gitName = nameIn(text) === undefined ? await world.git.userName() : null
  const { every, warning: doubt } = cadenceFromSettings(text)
  return {
    userName: resolveUserName({ settings: text, gitName: gitName ?? undefined })?.trim(),
    cadence: every,
    citeRoots: citeRootsIn(meeting),
    tokenCeiling: ceilingIn(meeting, path),
    blind: blindIn(meeting, path),
    notices: doubt === undefined ? [] : [warning(doubt)],
  }
}

/** The first file that is there counts, even when it settles nothing. */
async function settingsText({ files }: World): Promise<{ path: string; text: string | undefined }> {
  for (const path of settingsFiles) {
    const text = await files.read(path)
    if (text !== null) return { path, text }
  }
  return { path: settingsFiles[1] ?? '', text: undefined }
}

function meetingIn(text: string | undefined): Record<string, unknown> {
  try {
    const settings: unknown = JSON.parse((text ?? '{}').replace(/^\uFEFF/, ''))
    return fieldsOf(fieldsOf(settings)['meeting'])
  } catch {
    return {}
  }
}

function citeRootsIn(meeting: Record<string, unknown>): string[] {
  const given = meeting['cite_roots']
  const roots = Array.isArray(given) ? given.filter((root): root is string => typeof root === 'string') : []
  return roots
    .map((root) =>
      root
        .trim()
        .replace(/^(?:\.\/)+/, '')
        .replace(/\/+$/, ''),
    )
    .filter((root) => root !== '' && root !== '.')
    .map((root) => `${root}/`)
}

/** Refused where it cannot be read: seats would see each other's words against the project's wish. */
function blindIn(meeting: Record<string, unknown>, path: string): boolean {
  const given = meeting['blind']
  if (given === undefined || given === null) return false
  if (typeof given === 'boolean') return given
  throw new WrongUsage(`${path}: meeting.blind must be true or false.`, 'Fix it there, or remove it.')
}

/** A limit that cannot be read is refused: to ignore it silently could cost the person money. */
function ceilingIn(meeting: Record<string, unknown>, path: string): number | null {
  const given = meeting['token_ceiling']
  if (given === undefined || given === null) return null
  const ceiling = Number(given)
  if (Number.isSafeInteger(ceiling) && ceiling > 0) return ceiling
  throw new WrongUsage(
    `${path}: meeting.token_ceiling must be a whole number of tokens, more than zero.`,
    'Fix it there, or remove it.',
  )
}
