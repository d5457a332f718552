// The commands of talks: they speak to the server, which holds every talk.

import type { Command, Entry } from '../command.js'

type TalkEntry = Extract<Entry, { kind: 'command' }>
const talkModules = {
  'talk-open': () => import('../commands/talk-open.js'),
  'talk-list': () => import('../commands/talk-list.js'),
  'talk-requests': () => import('../commands/talk-requests.js'),
  'talk-close': () => import('../commands/talk-close.js'),
}

export const talkGroup: Entry = {
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
}

/** One of the commands in a module of talks. */
function talk(summary: string, module: keyof typeof talkModules, name: string): TalkEntry {
  const load = async () => {
    const found: Readonly<Record<string, Command>> = await talkModules[module]()
    const command = found[name]
    if (!command) throw new Error(`${module} has no ${name}`)
    return command
  }
  return { kind: 'command', summary, load }
}
