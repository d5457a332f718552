// The command's own words: which of them ask for a session, which for something else.

import { WrongUsage } from '../../kernel/errors.js'
import type { Question } from '../../kernel/question.js'
import type { Around, DeedDone, Heard, OwnWords, WordsRead } from '../manifest.js'
import { flags, readArguments } from './arguments.js'
import { loadTheme } from './before/theme.js'
import type { Theme } from './documents/theme-shape.js'
import { manage } from './manage/manage.js'
import { over } from './manage/resume.js'
import type { Mode } from './modes.js'
import { readyToGoOn, sessionNamed } from './prepare.js'
import { touchpoint } from './touchpoints.js'

export const words: OwnWords = {
  about:
    'From an idea to a design and a plan, with a session on disk for each idea: an interview, three rounds, a design, a plan, and\n' +
    'you decide at each step (~20 min). A mode is another way. All words that are no flags are the idea. Where several are\n' +
    'given, one of Sessions goes before one of Modes, and the first of a list before the others.',
  examples: [
    ['parley deliberate add a dark mode', 'interview, deliberation, plan'],
    ['parley deliberate --quick rename the settings page', 'a sketch and a task list'],
    ['parley deliberate --meet what should we stop doing', 'a meeting with notes'],
    ['parley deliberate --resume --pick', 'choose where to go on'],
  ],
  operands: [{ name: 'IDEA', optional: true, rest: true }],
  flags,
  read,
  whereToWork,
}

function read({ spoken }: Heard): WordsRead {
  const { asked, theme, warnings, from } = readArguments(spoken)
  if (asked.kind === 'session') {
    const fields = {
      mode: asked.mode,
      ...(theme === null ? {} : { theme }),
      ...(asked.idea === '' ? {} : { idea: asked.idea }),
      ...(from === null ? {} : { from }),
    }
    const missing =
      asked.idea === '' && from === null
        ? { field: 'idea', question: (around: Around) => intake(around, theme, asked.mode) }
        : null
    const { mode } = asked
    return {
      kind: 'meeting',
      warnings,
      fields,
      missing,
      ...(from === null ? {} : { instead: (_, around) => shown(around, { from, theme, mode }) }),
    }
  }
  if (from !== null)
    throw new WrongUsage(
      `--from and --${asked.kind} exclude each other: only a new meeting begins with a folder.`,
      'Leave one of them out.',
    )
  return {
    kind: 'deed',
    warnings,
    run: (around, calling) => manage(asked, theme, around, calling),
  }
}

/** A session that is over is shown in place of a meeting that would have nothing to do. */
async function shown(
  around: Around,
  { from, theme, mode }: { readonly from: string; readonly theme: string | null; readonly mode: Mode },
): Promise<DeedDone | null> {
  const id = await sessionNamed({ from, theme: theme === null ? [] : [theme] }, around)
  if (id === null) return null
  const asked = mode === 'standard' ? null : mode
  const going = await readyToGoOn(around, { id, theme, asked, wanted: null })
  return going.kind === 'over' ? over(id, going.text) : null
}

const intakeWords: Readonly<Partial<Record<Mode, string>>> = {
  quick: 'A sentence is enough.',
  audit: 'Your words become its criteria.',
}

/** What the session is to be about, where no word said so. */
async function intake({ world }: Around, id: string | null, mode: Mode): Promise<Question> {
  const { theme } = await loadTheme(world, id)
  const { freeText } = touchpoint('intake')
  return {
    id: 'intake',
    title: intakeTitle(theme, mode),
    body: intakeWords[mode] ?? 'As much or as little detail as you like.',
    options: [],
    ...(freeText ? { freeText } : {}),
  }
}

function intakeTitle({ name, intakePrompt }: Theme, mode: Mode): string {
  if (mode === 'meeting') return `What shall the ${name} discuss?`
  return mode === 'audit' ? 'What shall the audit look for?' : intakePrompt
}

/** Asked where nothing says which folder the project is. */
function whereToWork(folder: string): Question {
  const { options, freeText } = touchpoint('workspace.ask')
  return {
    id: 'workspace.ask',
    title: 'Which folder is the project?',
    body: `${folder} is in no repository and holds no project file.`,
    options: options.map((option) => ({ ...option, effect: 'sessions lie below it, in .claude/' })),
    ...(freeText ? { freeText } : {}),
    default: 'here',
  }
}
