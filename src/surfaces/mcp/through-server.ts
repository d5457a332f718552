// Talks of a host on standard input and output: the server holds all talks, so calls about one go there, and what it answers is handed
// on as it is. The server is started where none runs.

import { talkJournals } from '../../journals.js'
import { meetingsMeant } from '../../rules/meeting-name.js'
import { projectAt, repositoryOf } from '../project-at.js'
import { connectTo } from '../server-client.js'
import type { Desk } from './desk.js'
import type { ToolAnswer } from './results.js'
import type { TalkCall } from './talk-calls.js'
import type { Calling } from './verbs/calling.js'
import { notRelayed } from './verbs/opening.js'

/** What a call was given; which fields a tool has is checked before. */
type Given = Readonly<Record<string, unknown>>

/** Undefined for a call that is about no talk: it is answered here. */
export async function throughServer(
  home: string,
  log: (line: string) => void,
  name: string,
  given: Given,
  calling: Calling,
): Promise<ToolAnswer | undefined> {
  const id = typeof given['id'] === 'string' ? given['id'] : undefined
  const isMeant = name === 'parley_talk' || (id !== undefined && (await isTalk(home, id, calling)))
  // A server that had to be started would change more than what was asked for.
  if (!isMeant || calling.desk.readOnly) return undefined
  mustRelay(calling.desk, name, id)
  const repository = repositoryOf(calling.place.root)
  const server = await connectTo(home, log)
  const project = await projectAt(server, repository, (made) => log(`Registered it as the project ${made}.`))
  const { workspace: _, ...rest } = given
  const { caller, desk, inputResponses } = calling
  const { name: client, version, elicits, model, thread } = caller
  const call: TalkCall = {
    project,
    name,
    arguments: rest,
    caller: { name: client, version, elicits: elicits && desk.relay !== 'always', model, thread },
    inputResponses,
  }
  return server.post<ToolAnswer>('/api/talk-calls', call, calling.signal)
}

/** A meeting of this workspace comes first: its id may have the same beginning. */
async function isTalk(home: string, word: string, { place }: Calling): Promise<boolean> {
  if (word === 'last') return false
  const ids = (await talkJournals(home).ids()).map((id) => ({ id }))
  if (meetingsMeant(word, ids).length === 0) return false
  const { hall, project } = place
  return meetingsMeant(word, await hall.meetings({ project })).length === 0
}

/** The server does not know how this process was told to treat words of a model. */
function mustRelay({ relay }: Desk, name: string, id: string | undefined): void {
  if (relay === 'never' && name === 'parley_talk' && id !== undefined) throw notRelayed(id)
}
