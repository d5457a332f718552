// What the files of this folder share: their host, a project as git needs it, and what the first line of a journal says.

import { Refused } from '../../../kernel/errors.js'
import { safeId } from '../documents/ids.js'
import type { Change } from '../ground.js'
import type { TalkInput } from '../input.js'
import type { MeetingRef } from '../views.js'
import type { TalkProject } from './git/types.js'
import { type Packages, packageFolders, readPackages } from './packages.js'
import type { RegisteredProject, TalkHost } from './ports.js'

export interface TalkContext extends TalkHost {
  readonly touched: Touched
  /** Talks whose programs may use the network in the run under way. Never recorded: a journal must not open the network. */
  readonly online: Set<string>
  /** Brings the integration branch up to the person's when that has moved. */
  readonly steps: { keep(host: TalkHost, project: RegisteredProject): Promise<void> }
}

/** Changes that tools report during a turn, until they are committed after it. */
export interface Touched {
  add(id: string, change: Change): void
  take(id: string): readonly Change[]
}

export function createTouched(): Touched {
  const changes = new Map<string, Map<string, Change>>()
  return {
    add(id, change) {
      const own = changes.get(id) ?? new Map<string, Change>()
      const before = own.get(change.path)
      changes.set(id, own.set(change.path, before?.change === 'added' ? before : change))
    },
    take(id) {
      const own = [...(changes.get(id)?.values() ?? [])]
      changes.delete(id)
      return own
    },
  }
}

export const defaultCap = 5
const defaultPrefix = 'claude'

export function gitOf(
  home: string,
  { name, path, branchPrefix, defaultBranch }: RegisteredProject,
): TalkProject {
  const base = { home, name, path, prefix: branchPrefix ?? defaultPrefix }
  return defaultBranch === undefined ? base : { ...base, defaultBranch }
}

export function packagesOf({ home }: Pick<TalkHost, 'home'>): Promise<Packages> {
  return readPackages(packageFolders(home))
}

/** Whether this is a talk with a journal here, and of this project. */
export async function isTalk(
  { journals }: Pick<TalkHost, 'journals'>,
  { project, id }: MeetingRef,
): Promise<boolean> {
  return safeId(id) !== null && (await inputOf({ journals }, id))?.project === project
}

/** What the talk was opened with; undefined where it has no journal here. */
export async function inputOf(
  { journals }: Pick<TalkHost, 'journals'>,
  id: string,
): Promise<TalkInput | undefined> {
  return (await journals.opened(id))?.input as TalkInput | undefined
}

export function unknownMeeting({ project, id }: MeetingRef): Refused {
  return new Refused('unknown-meeting', `There is no meeting "${id}" in ${project}.`, 'See what there is.')
}
