// Arguments: what the words behind `parley deliberate` ask for. The first flag of the table that is present wins, wherever it stands.

import { WrongUsage } from '../../kernel/errors.js'
import type { OwnFlag, Spoken } from '../manifest.js'
import { fields } from './fields.js'
import { type Mode, modeShapes, modes } from './modes.js'

export type Asked =
  | { readonly kind: 'list'; readonly all: boolean }
  | { readonly kind: 'status' }
  | { readonly kind: 'archive' | 'lock' | 'export'; readonly slug: string }
  | { readonly kind: 'cleanup'; readonly all: boolean }
  | { readonly kind: 'resume'; readonly slug: string | null; readonly pick: boolean }
  /** A new session; without an idea it has to be asked for, or comes with `from`. */
  | { readonly kind: 'session'; readonly mode: Mode; readonly idea: string }

export interface Arguments {
  readonly asked: Asked
  /** Null where none was named. */
  readonly theme: string | null
  /** The folder of an analysis to start from. */
  readonly from: string | null
  readonly warnings: readonly string[]
}

const session = { takes: 'SLUG', loose: true, group: 'Sessions' } as const

const managing: Readonly<Record<string, OwnFlag>> = {
  list: { about: 'sessions of this workspace', group: 'Sessions' },
  status: { about: 'a summary of this workspace', group: 'Sessions' },
  archive: { ...session, about: 'put a session into a GitHub issue' },
  lock: { ...session, about: 'create the contract issue of a session again' },
  export: { ...session, about: 'create the GitHub issues of a session that has a plan' },
  cleanup: { about: 'go through stale sessions, one by one', group: 'Sessions' },
  resume: { ...session, takes: '[SLUG]', about: 'go on with that session, or with the newest active one' },
}

const moding: Readonly<Record<string, OwnFlag>> = Object.fromEntries(
  modes.flatMap((mode) => {
    const { flag, purpose, duration } = modeShapes[mode]
    return flag === null ? [] : [[flag.slice(2), { about: `${purpose} (${duration})`, group: 'Modes' }]]
  }),
)

/** In order of precedence. */
const table = { ...managing, ...moding }

/** What goes with others of the table alone. */
const beside: Readonly<Record<string, readonly string[]>> = { all: ['list', 'cleanup'], pick: ['resume'] }

export const flags: Readonly<Record<string, OwnFlag>> = {
  ...moding,
  ...managing,
  all: { about: 'with --list or --cleanup: the sessions of all workspaces', group: 'Sessions' },
  pick: { about: 'with --resume: choose among the active sessions', group: 'Sessions' },
  theme: { takes: fields.theme.takes, about: 'another council than the default one' },
  from: {
    takes: 'FOLDER|ID',
    about: 'start from an analysis, or go on with a session; without an idea its title is the idea',
  },
}

export function readArguments(spoken: readonly Spoken[]): Arguments {
  const has = (name: string) => spoken.some(({ flag }) => flag === name)
  const value = (name: string) => spoken.find(({ flag }) => flag === name)?.value ?? null
  const given = Object.keys(table).filter(has)
  const [winner, ...losers] = given
  const alone = Object.keys(beside).find((one) => has(one) && !beside[one]!.some(has))
  if (alone !== undefined)
    throw new WrongUsage(
      `--${alone} goes with --${beside[alone]!.join(' or --')}.`,
      'In an idea it stands behind `--`.',
    )
  const { idea, slug } = restOf(spoken, winner)
  const [theme, from] = [value('theme'), value('from')]
  const asked = askedFor(winner, { idea, slug, all: has('all'), pick: has('pick'), from: from !== null })
  const unused = asked.kind === 'session' || idea === '' ? [] : [idea]
  return {
    ...{ asked, theme, from },
    warnings: [
      ...losers.map((name) => `--${name} is ignored, because --${winner} goes before it.`),
      ...unused.map((words) => `"${words}" is ignored: --${winner} takes no idea.`),
    ],
  }
}

interface Rest {
  readonly idea: string
  readonly slug: string | undefined
}

/** What stays when the flags are taken out, and the word behind the winner where that takes one. */
function restOf(spoken: readonly Spoken[], winner: string | undefined): Rest {
  const at = spoken.findIndex(({ flag }) => flag !== undefined && flag === winner)
  const inline = spoken[at]?.value
  const isTaken = (one: Spoken, place: number) => place > at && one.flag === undefined && !one.free
  const takes = table[winner ?? '']?.takes !== undefined && inline === undefined
  const operand = takes
    ? spoken.find((one, place) => isTaken(one, place) && one.words[0] !== '--')
    : undefined
  const words = spoken.filter((one) => one.flag === undefined && one !== operand)
  const idea = words.flatMap((one) => (one.free || one.words[0] !== '--' ? one.words : []))
  return { idea: idea.join(' ').replace(/\s+/g, ' ').trim(), slug: inline ?? operand?.words[0] }
}

function askedFor(
  winner: string | undefined,
  rest: Rest & { readonly all: boolean; readonly pick: boolean; readonly from: boolean },
): Asked {
  const { idea, slug, all, pick, from } = rest
  switch (winner) {
    case 'status':
      return { kind: winner }
    case 'list':
    case 'cleanup':
      return { kind: winner, all }
    case 'resume':
      return { kind: winner, slug: slug || null, pick }
    case 'archive':
    case 'lock':
    case 'export':
      if (slug) return { kind: winner, slug }
      throw new WrongUsage(`--${winner} wants the session it is for.`, 'Sessions are listed by --list.')
    default:
      if (winner === 'auto' && idea === '' && !from)
        throw new WrongUsage('Auto mode requires an idea.', 'Usage: parley deliberate --auto IDEA…')
      return { kind: 'session', mode: modeOf(winner), idea }
  }
}

function modeOf(winner: string | undefined): Mode {
  return modes.find((mode) => modeShapes[mode].flag === `--${winner}`) ?? 'standard'
}
