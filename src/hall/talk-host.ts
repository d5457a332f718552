// The hall as the host of talks: their journals in the person's own folder, their runs among all runs.

import type { Answer } from '../kernel/question.js'
import { openedIn } from '../kernel/run/hold.js'
import type { Parley } from '../parley.js'
import type { TalkHost, TalkJournals, TalkRuns } from '../protocols/talk/ground/ports.js'
import { personName } from '../workspace/person.js'
import { folderOf, type Parts, registeredProjects, usableProject } from './parts.js'
import type { Runs } from './runs.js'

/** `meetings` are all talks. Asked for late: they can be held only once there are talks. */
export function talkHost(
  {
    home,
    locks,
    runs,
    feed,
    now,
    log,
  }: Omit<Parts, 'talks' | 'talkMeetings' | 'hosts' | 'shelf' | 'tellings'>,
  meetings: () => Parley,
): TalkHost {
  return {
    home,
    locks,
    journals: journalsOf(meetings),
    runs: runsOf(runs, meetings, home),
    // Nothing is made or followed in a folder that is not registered (SEEN1).
    projects: () => registeredProjects(home),
    project: (name) => usableProject({ home }, name),
    changed: () => feed.nudge(),
    now,
    log,
  }
}

function journalsOf(meetings: () => Parley): TalkJournals {
  return {
    answer: (id, given) => meetings().answer(id, given),
    abandon: (id, reason) => meetings().abandon(id, reason),
    forget: (id) => meetings().journals.discard(id),
    list: () => meetings().list(),
    summary: (id) => meetings().summary(id),
    async opened(id) {
      const first = await meetings().journals.of(id).first()
      return first && openedIn([first.line])
    },
    lines: (id) => meetings().lines(id),
  }
}

function runsOf(runs: Runs, meetings: () => Parley, home: string): TalkRuns {
  return {
    async start(ref, answer) {
      const lines = (await meetings().summary(ref.id))?.lines ?? 0
      // Asked for beforehand: while the run asked for the name, the talk would be seen to wait for a word that it has.
      const name = await personName(home, (await folderOf({ home }, ref.project)) ?? home)
      const named = (given: Answer | undefined) =>
        given && { ...(name === undefined ? {} : { name }), ...given }
      return runs.start({ ref, parley: meetings(), lines, answer: (question) => named(answer(question)) })
    },
    of: (ref) => runs.of(ref),
    free: (ref) => runs.free(ref, async () => (await meetings().summary(ref.id))?.status === 'waiting'),
  }
}
