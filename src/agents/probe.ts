// Probe: finds which agents this machine has. It asks servers on loopback for their models and opens no other connection.

import { createRequire } from 'node:module'
import type { Probe } from './choose.js'

/** A local server answers at once; where there is none the user should not have to wait. */
const patience = 500

export const probe: Probe = {
  async models(baseUrl) {
    if (!['127.0.0.1', '[::1]', 'localhost'].includes(new URL(baseUrl).hostname)) return null
    try {
      const answer = await fetch(`${baseUrl}/models`, {
        redirect: 'error',
        signal: AbortSignal.timeout(patience),
      })
      return answer.ok ? idsIn(await answer.json()) : null
    } catch {
      return null
    }
  },

  async installed(name) {
    try {
      createRequire(import.meta.url).resolve(name)
      return true
    } catch (error) {
      // A package without an entry for `require` is installed all the same.
      return (error as NodeJS.ErrnoException).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED'
    }
  },

  async claudeReady() {
    const { claude } = await import('./claude/claude.js')
    return (await claude({}).check()).ready
  },
}

/** Other programs listen on these ports too: only an answer in the known shape counts. */
function idsIn(answer: unknown): readonly string[] | null {
  const list = (answer as { data?: unknown } | null)?.data
  if (!Array.isArray(list)) return null
  return list
    .map((item: { id?: unknown } | null) => item?.id)
    .filter((id) => typeof id === 'string' && /^[\w.:/@-]+$/.test(id)) as string[]
}
