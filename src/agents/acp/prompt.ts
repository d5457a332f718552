// What an agent is sent: the system text and the conversation once, then one prompt after another, each as plain text that it takes for
// nothing else. Pure.

import type { Exchange, Prompt } from '../../kernel/agents.js'
import { withDigest } from '../claude/digest.js'
import { inWords } from '../model/shape.js'

/** The first prompt of a session. It begins with a heading: an agent would take a `/` at the beginning for a command of its own. */
export function firstPrompt(prompt: Prompt, history: readonly Exchange[], verbatim: boolean): string {
  const asked = withDigest(
    history,
    history.length === 0 ? `# You are asked now\n\n${now(prompt)}` : now(prompt),
  )
  return plainAts(`# Who you are here\n\n${prompt.system}\n\n${asked}`, verbatim)
}

export function laterPrompt(prompt: Prompt, verbatim: boolean): string {
  return plainAts(`# You are asked now\n\n${now(prompt)}`, verbatim)
}

function now({ text, schema }: Prompt): string {
  return schema ? `${text}\n\n${inWords(schema)}` : text
}

/**
 * Agents read `@path` as a wish to see that file, also one outside the workspace, and prompts hold what other seats said. A word joiner after
 * the sign looks the same and names no file.
 */
function plainAts(text: string, verbatim: boolean): string {
  return verbatim ? text : text.replace(/@(?=[\p{L}\p{N}_./~\\:-])/gu, '@\u2060')
}
