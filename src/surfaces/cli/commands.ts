// The table of commands: one line each, loaded only when called.

import type { Entry } from './command.js'

export const sections: readonly (readonly [string, Readonly<Record<string, Entry>>])[] = [
  [
    'Hold a meeting',
    {
      meet: command(
        'a chartered meeting: invited agents research, discuss in turn, and leave notes',
        () => import('./commands/meet.js'),
      ),
      talk: {
        kind: 'group',
        summary: 'you and one worker, live, on a branch of its own; its product is files',
        about:
          'A talk is you and one worker, in turn, until you close it: on a branch and in a folder of its own, so that your files are\n' +
          'never touched. At the close its notes and everything it made arrive in one commit on the integration branch. Talks live\n' +
          'in the server (`parley serve`), which is started in the background when none runs; the page shows them too.',
        commands: {
          say: talk('say something to an open talk', 'talk-open', 'say'),
          stop: talk('end the turn under way', 'talk-list', 'stop'),
          list: talk('talks of all projects, open ones first', 'talk-list', 'list'),
          requests: talk('what workers ask to talk about', 'talk-requests', 'requests'),
          accept: talk('accept a request: the talk opens', 'talk-requests', 'accept'),
          decline: talk('decline a request', 'talk-requests', 'decline'),
          defer: talk('put a request off', 'talk-requests', 'defer'),
          diff: talk('what a close would merge', 'talk-close', 'diff'),
          close: talk('notes, one commit, clean-up', 'talk-close', 'close'),
          retry: talk('try failed notes or a waiting merge again', 'talk-close', 'retry'),
          rename: talk('give a talk another title', 'talk-list', 'rename'),
          workers: talk('who can be talked to', 'talk-list', 'workers'),
        },
        otherwise: {
          ...talk('open a talk with this worker', 'talk-open', 'open'),
          takes: 'WORKER [MESSAGE…]',
        },
        examples: [
          ['parley talk researcher "What did the survey miss?"', 'opens a talk and streams the answer'],
          ['parley talk say audience-Res "And the north?"', 'goes on with it, today or next week'],
          ['parley talk close audience-Res', 'shows what will be merged, asks, closes'],
        ],
      },
      council: {
        kind: 'group',
        summary: 'a standing council of seats with a chair and a memory: convene, info, meeting, work',
        about:
          'A council is a roster of seats that lives in .council/ of a folder. It meets about a question, or works\n' +
          'on a task in a git worktree of its own, and leaves a record, the dissents and what it learnt.',
        commands: {
          convene: {
            kind: 'command',
            summary: 'seat a council here, from a template',
            load: async () => (await import('./commands/council-convene.js')).command,
          },
          info: {
            kind: 'command',
            summary: 'who sits in it, what is still to do, what was left lying',
            load: async () => (await import('./commands/council-info.js')).command,
          },
          meeting: {
            kind: 'command',
            summary: 'every seat speaks in rounds; you steer, and conclude',
            load: async () => (await import('./commands/council-meeting.js')).command,
          },
          work: {
            kind: 'command',
            summary: 'seats do a task in a worktree, the chair routes and judges',
            load: async () => (await import('./commands/council-work.js')).command,
          },
        },
        examples: [
          ['parley council convene software-team', 'four seats and a chair, ready to edit in .council/'],
          ['parley council meeting "Which database?"', 'one round, then you say how it goes on'],
          ['parley council work "Add a health check"', 'on a branch of its own; you merge it, or not'],
        ],
      },
    },
  ],
  [
    'Follow and decide',
    {
      list: command('the meetings of this workspace, newest first', () => import('./commands/list.js')),
      show: command(
        'one meeting: where it stands, what was said, what it cost',
        () => import('./commands/show.js'),
      ),
      watch: command('follow a meeting as it goes on', () => import('./commands/watch.js')),
      answer: command('answer the question that a meeting waits with', () => import('./commands/answer.js')),
      resume: command('go on with a meeting from where it stands', () => import('./commands/resume.js')),
      fork: command('go on differently from a line of its journal', () => import('./commands/fork.js')),
    },
  ],
  [
    'Trust and keep',
    {
      verify: command(
        'check a record against its journal and the disk',
        () => import('./commands/verify.js'),
      ),
      export: command('a meeting as Markdown, JSON or one HTML page', () => import('./commands/export.js')),
    },
  ],
  [
    'Around it',
    {
      init: command('make .parley/ with a commented configuration', () => import('./commands/init.js')),
      doctor: command(
        'what is here: node, git, agents, workspace, leftovers',
        () => import('./commands/doctor.js'),
      ),
      serve: command(
        'the page and the talks of all projects, on this machine only',
        () => import('./commands/serve.js'),
      ),
      rule: {
        kind: 'own',
        summary: 'the rules of order, one by one, for scripts and other tools',
        run: async (argv, io) => (await import('./commands/rule.js')).rule(argv, io),
      },
    },
  ],
]

export const commands: Readonly<Record<string, Entry>> = Object.assign(
  {},
  ...sections.map(([, group]) => group),
)

function command(summary: string, load: () => Promise<{ command: import('./command.js').Command }>): Entry {
  return { kind: 'command', summary, load: async () => (await load()).command }
}

type TalkEntry = Extract<Entry, { kind: 'command' }>
const talkModules = {
  'talk-open': () => import('./commands/talk-open.js'),
  'talk-list': () => import('./commands/talk-list.js'),
  'talk-requests': () => import('./commands/talk-requests.js'),
  'talk-close': () => import('./commands/talk-close.js'),
}

/** One of the commands in a module of talks. */
function talk(summary: string, module: keyof typeof talkModules, name: string): TalkEntry {
  const load = async () => {
    const found: Readonly<Record<string, import('./command.js').Command>> = await talkModules[module]()
    const command = found[name]
    if (!command) throw new Error(`${module} has no ${name}`)
    return command
  }
  return { kind: 'command', summary, load }
}
