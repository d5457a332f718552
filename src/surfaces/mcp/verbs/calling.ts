// One call of a tool: what a verb gets, and what it comes to.

import type { InputRequiredResult } from '@modelcontextprotocol/server'
import type { Calling } from '../desk.js'
import type { Told } from '../results.js'

export type { Calling } from '../desk.js'

/** What a tool came to, or what the host is to ask its person first. */
export type Came = Told | { readonly ask: InputRequiredResult }

/** The program at the other end, as it names itself. */
export function clientName({ caller }: Pick<Calling, 'caller'>): string {
  return `${caller.name} ${caller.version}`.trim()
}
