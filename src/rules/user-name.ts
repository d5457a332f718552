// The person's name: from the project's settings, else from git. Never the account name of the operating system.

import { fieldsOf } from './values.js'

/** Undefined when neither source has one. Settings that cannot be read count as settings without a name. */
export function resolveUserName(sources: {
  settings: string | undefined
  gitName: string | undefined
}): string | undefined {
  return nameIn(sources.settings) ?? filled(sources.gitName?.trim())
}

/** `meeting.user_name` of a settings text, if it is there and not blank. */
export function nameIn(settings: string | undefined): string | undefined {
  const meeting = fieldsOf(parse(settings))['meeting']
  const name = fieldsOf(meeting)['user_name']
  return typeof name === 'string' ? filled(name) : undefined
}

export const NO_USER_NAME =
  'could not resolve user name from settings.json (meeting.user_name) or git config user.name'

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse((text ?? '').replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

function filled(text: string | undefined): string | undefined {
  return text !== undefined && /\S/.test(text) ? text : undefined
}
