// context/codebase-map.md: what the project looks like, for every member before the first round.

import { fenced } from '../../../text/embedded.js'
import { cleanReply } from './reply.js'

export function renderSurvey(reply: string): string {
  return `# Codebase Map\n\n${cleanReply(reply)}\n`
}

/** In place of a survey that failed; it says so. */
export function renderListing(paths: readonly string[]): string {
  return `# Codebase Map\n\nThe survey failed twice. The list of files stands in for it.\n\n${fenced(paths.join('\n'))}\n`
}
