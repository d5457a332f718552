// Wired: one workspace with its journals, its world and its kinds of meeting; and what a caller may replace in it.

import type { HostCalls } from '../agents/host/calls.js'
import { workspaceJournals } from '../journals.js'
import type { Backend, Grant, Tool } from '../kernel/agents.js'
import type { Journals } from '../kernel/line/journal.js'
import type { Answer, Question } from '../kernel/question.js'
import type { Deps } from '../kernel/run/deps.js'
import type { MeetingEvent } from '../kernel/run/events.js'
import type { World } from '../kernel/world.js'
import { shippedKind } from '../opening.js'
import type { MeetingKind } from '../protocols/manifest.js'
import { parleyHome } from '../workspace/home.js'
import { shippedLibrary } from '../workspace/library.js'
import type { NamedFolder } from '../workspace/machine-folders.js'
import { createWorld } from '../workspace/world.js'

/** Who answers and watches a run of a meeting, and what ends it. */
export interface Company {
  /** The person's answer, or undefined where nobody is there. */
  answer(question: Question, signal: AbortSignal): Promise<Answer | undefined>
  observe(event: MeetingEvent): void
  /** Ends the run at once. */
  readonly signal: AbortSignal
  /** Ends it gently: what is under way is finished and recorded, nothing new begins. */
  readonly drain?: AbortSignal
  turnSignal?: Deps['turnSignal']
  /** Whether programs that seats start may use the network. Default: as the person's own settings say. */
  readonly network?: boolean
  /** Where seats wait for the words of a host. Without it no meeting with such seats goes on. */
  readonly host?: HostCalls | undefined
  /** Patterns of files that hold secrets and that seats may read in this run. Not recorded: a journal must not open files. */
  readonly secretFiles?: readonly string[]
}

/** What differs from an ordinary workspace. */
export interface Own {
  /** Where its journals are kept. */
  readonly journals?: Journals
  /** The folder of the person's own data. Default: PARLEY_HOME. */
  readonly home?: string
  /** The folder for which meetings are prepared: its settings count, and a preparation reads it. Default: the root. */
  readonly preparedFor?: string
  /** Kinds of meeting that are held only here, since they need more than a workspace. */
  readonly kinds?: Readonly<Record<string, MeetingKind>>
  /** The folder whose git settings name the person who answers a meeting with this input. Default: the root. */
  personIn?(input: unknown): Promise<string | undefined>
  /** Other folders whose paths may appear in a meeting here, and the names that its journal uses for them. */
  folders?(): Promise<readonly NamedFolder[]>
  /** Voices that this program brings along: `own:KEY` names one. */
  readonly backends?: Readonly<Record<string, Backend>>
  /** Makes the tools of a grant that names its own. */
  tools?(grant: ToolsGrant): Promise<readonly Tool[]>
}

type ToolsGrant = Extract<Grant, { kind: 'tools' }>

export interface Wired {
  readonly root: string
  readonly home: string
  readonly journals: Journals
  readonly world: World
  readonly own: Own
  /** The kind of meeting that journals know by this name. */
  kindNamed(protocol: string): Promise<MeetingKind>
}

export function wire(root: string, own: Own): Wired {
  const home = own.home ?? parleyHome()
  return {
    root,
    home,
    journals: own.journals ?? workspaceJournals(root, home),
    world: createWorld(root, shippedLibrary(), home),
    own,
    kindNamed: async (name) =>
      (own.kinds && Object.hasOwn(own.kinds, name) ? own.kinds[name] : undefined) ?? shippedKind(name),
  }
}
