// The table of commands: one line each, loaded only when called.

import { protocols } from '../../protocols/index.js'
import type { Manifest, MeetingKind, Offer, OwnWords, Verb } from '../../protocols/manifest.js'
import type { Entry } from './command.js'
import { talkGroup } from './talk/commands.js'

/** Groups of commands that call the server, for protocols that only the server can hold. */
const hosted: Readonly<Record<string, Entry>> = { talk: talkGroup }

export const sections: readonly (readonly [string, Readonly<Record<string, Entry>>])[] = [
  [
    'Hold a meeting',
    {
      demo: command('a recorded meeting, shown again: no model, no key', () => import('./commands/demo.js')),
      ask: command(
        'one question to a whole council: one round, one answer, no files',
        () => import('./commands/ask.js'),
      ),
      ...Object.fromEntries(protocols.map((manifest) => [manifest.name, entryFor(manifest)])),
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
      resume: command('continue a meeting from where it stopped', () => import('./commands/resume.js')),
      drop: command('end meetings that nobody will finish', () => import('./commands/drop.js')),
      fork: command(
        'branch off at a line of its journal and go on differently',
        () => import('./commands/fork.js'),
      ),
      diff: command('two meetings of one origin side by side', () => import('./commands/diff.js')),
    },
  ],
  [
    'Trust and keep',
    {
      verify: command(
        'check a record against its journal and the disk',
        () => import('./commands/verify.js'),
      ),
      verdict: command(
        'does a meeting pass? for CI: exit 5 where a named condition holds',
        () => import('./commands/verdict.js'),
      ),
      export: command(
        'a meeting as Markdown, HTML or JSON, as a decision record or as issues',
        () => import('./commands/export.js'),
      ),
    },
  ],
  [
    'Around it',
    {
      doctor: command(
        'what is here: node, git, agents, workspace, leftovers',
        () => import('./commands/doctor.js'),
      ),
      serve: command(
        'the page and the talks of all projects, on this machine only',
        () => import('./commands/serve.js'),
      ),
      mcp: command(
        'let Claude Code, Codex, Cursor and other hosts hold meetings here',
        () => import('./commands/mcp.js'),
      ),
      completion: command(
        'let your shell complete commands, flags and meetings',
        () => import('./commands/completion.js'),
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

/** The commands of a protocol: its one meeting, or a group of its verbs and meetings. A hosted one has a group that calls the server. */
function entryFor(manifest: Manifest): Entry {
  const { name, summary, group, meetings, verbs = {} } = manifest
  if (manifest.hosted) return hosted[name] ?? unknownHost(name)
  if (manifest.words) return wordsEntry(manifest, () => manifest.words!())
  const opening = Object.entries(meetings).map(
    ([protocol, offer]) => [offer.word, meetingEntry(protocol, offer)] as const,
  )
  const alone = opening.find(([word]) => word === null)
  if (alone || !group) return alone?.[1] ?? unknownHost(name)
  const doing = Object.values(verbs).map((offer) => [offer.word, verbEntry(offer)] as const)
  return { kind: 'group', summary, ...group, commands: Object.fromEntries([...doing, ...opening]) }
}

/** A command that reads its own words. */
function wordsEntry({ name, summary }: Manifest, words: () => Promise<OwnWords>): Entry {
  const load = async () => (await import('./own-words.js')).ownCommand(name, await words())
  return { kind: 'command', summary, load }
}

function meetingEntry(protocol: string, { summary, load }: Offer<MeetingKind>): Entry {
  const opening = async () => (await import('./open.js')).meetingCommand(protocol, await load())
  return { kind: 'command', summary, load: opening }
}

function verbEntry({ summary, load }: Offer<Verb>): Entry {
  return { kind: 'command', summary, load: async () => (await import('./open.js')).verbCommand(await load()) }
}

function unknownHost(name: string): never {
  throw new Error(`The protocol ${name} offers no command.`)
}
