// The manifest of the council: its two kinds of session, and what can be done without one.

import type { Manifest } from '../manifest.js'
import { councilFile } from './documents/places.js'

export const manifest: Manifest = {
  name: 'council',
  summary: 'a standing council of seats with a chair and a memory: convene, info, meeting, work',
  group: {
    about:
      'A council is a roster of seats that lives in .council/ of a folder. It meets about a question, or works\n' +
      'on a task in a git worktree of its own, and leaves a record, the dissents and what it learnt.',
    examples: [
      ['parley council convene software-team', 'four seats and a chair, ready to edit in .council/'],
      ['parley council meeting "Which database?"', 'one round, then you say how it goes on'],
      ['parley council work "Add a health check"', 'on a branch of its own; you merge it, or not'],
    ],
  },
  standing: {
    marker: councilFile,
    name: 'a council',
    async leftovers({ world, meetings }) {
      const { leftovers } = await import('./leftovers.js')
      const left = await leftovers(world, await meetings())
      return left.map(({ id, title, what, suggestion, journal }) => ({
        ...{ id, title, journal },
        what: `${what}; ${suggestion}`,
      }))
    },
    async followUps({ world }) {
      const [{ openFollowUps }, { recordTexts }] = await Promise.all([
        import('./documents/follow-ups.js'),
        import('./tree.js'),
      ])
      return openFollowUps(await recordTexts(world)).map((one, at) => ({ number: at + 1, ...one }))
    },
    followUpsOf: async ({ world }, id) => (await import('./tick-off.js')).boxesOf(world, id),
    tick: async ({ world, documents }, id, at, box) =>
      (await import('./tick-off.js')).setBox(world, documents, { id, at, box }),
  },
  verbs: {
    done: {
      word: 'done',
      summary: 'tick a follow-up off',
      load: async () => (await import('./verbs.js')).doneVerb,
    },
    convene: {
      word: 'convene',
      summary: 'seat a council here, from a template',
      load: async () => (await import('./verbs.js')).conveneVerb,
    },
    info: {
      word: 'info',
      summary: 'who sits in it, what is still to do, what was left lying',
      load: async () => (await import('./verbs.js')).infoVerb,
    },
  },
  telling: () => import('./telling.js'),
  meetings: {
    'council.meeting': {
      word: 'meeting',
      summary: 'every seat speaks in rounds; you steer, and conclude',
      load: async () => (await import('./kinds.js')).meetingSession,
    },
    'council.work': {
      word: 'work',
      summary: 'seats do a task in a worktree, the chair routes and judges',
      load: async () => (await import('./kinds.js')).workSession,
    },
  },
}
