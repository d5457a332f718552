// The command's own words: which of them open an analysis, go on with one, or only look.

import { WrongUsage } from '../../kernel/errors.js'
import { flagName, type Given } from '../../kernel/request.js'
import type {
  Around,
  Calling,
  DeedDone,
  DoneInstead,
  Heard,
  OwnWords,
  TextSource,
  WordsRead,
} from '../manifest.js'
import { itemRows } from './before/list.js'
import { headOf, signedElsewhere, signedElsewhereWords, standingOf } from './before/standing.js'
import { fields } from './fields.js'
import { itemMeant, mostDraftBytes } from './prepare.js'
import { reanalyseQuestion } from './questions.js'
import { summaryOf } from './rules/artifacts.js'
import { slugFault } from './rules/slug.js'

export const words: OwnWords = {
  about:
    'Three analysts talk with you in one thread, one question at a time; what they learn becomes requirements, impact, architecture\n' +
    'and design documents, which you sign off. Say `/done` to stop early: what is known is written.',
  examples: [
    ['parley analyze - < ticket.md', 'a new item from a text'],
    ['parley analyze retry-queue', 'go on with an item, or begin it'],
    ['parley analyze retry-queue --light --draft ticket.md', 'a small one'],
    ['parley analyze --list', 'what there is'],
  ],
  fields,
  operands: [
    { name: 'SLUG', about: 'an item by its name, or `-`: a draft on standard input', optional: true },
  ],
  flags: { list: { about: 'the items and how far they are; opens nothing' } },
  read,
  whereToWork: (folder) => ({
    id: 'workspace.ask',
    title: 'Which folder is the project?',
    body: `${folder} is in no repository and holds no project file.`,
    options: [{ key: 'here', label: 'This one', effect: 'documents lie below it' }],
    freeText: { key: 'elsewhere', label: 'Another folder' },
    default: 'here',
  }),
}

function read({ given, spoken }: Heard): WordsRead {
  const { slug, root } = given as { slug?: string; root?: string }
  refuseEmpty(given)
  if (spoken.some(({ flag }) => flag === 'list')) {
    const other = slug ?? Object.keys(given).find((name) => name !== 'root' && given[name] !== false)
    if (other !== undefined)
      throw new WrongUsage(
        `--list opens nothing, so ${other === slug ? slug : `--${flagName(other)}`} has no meaning beside it.`,
        'Give --list alone, or with --root.',
      )
    return { kind: 'deed', warnings: [], run: (around) => itemRows(around, root ?? null) }
  }
  refuseItem(slug, given)
  const { slug: _, ...others } = given
  const all = slug === '-' ? { ...others, draft: '-' } : given
  const { draft, discovery, ...rest } = all as Given & { draft?: string; discovery?: string }
  const isAbout = ['slug', 'draft', 'sourceId'].some((name) => Object.hasOwn(all, name))
  return {
    kind: 'meeting',
    warnings: [],
    fields: rest,
    texts: textsFrom({ draft, discovery }),
    instead,
    missing: isAbout ? null : { field: 'draft', question: async () => whatQuestion },
  }
}

const whatQuestion = {
  id: 'what',
  title: 'What should we analyse?',
  body: '',
  options: [],
  freeText: { key: 'say', label: 'In a line' },
}

function refuseEmpty(given: Given): void {
  const empty = Object.keys(given).find((name) => given[name] === '')
  if (empty === undefined) return
  const flag = `--${flagName(empty)}`
  throw new WrongUsage(`${flag} wants a value.`, `Give one behind it: ${flag} VALUE.`)
}

function refuseItem(slug: string | undefined, { draft, discovery, light, tier }: Given): void {
  const fault = slug === undefined || slug === '-' ? null : slugFault(slug)
  if (fault !== null) throw new WrongUsage(fault.why, fault.hint)
  if (slug === '-' && draft !== undefined)
    throw new WrongUsage('The draft was given twice, as `-` and with --draft.', 'Give it once.')
  if (discovery === '-' && (slug === '-' || draft === '-'))
    throw new WrongUsage(
      `Standard input is named twice, by ${slug === '-' ? '`-`' : '--draft -'} and --discovery -.`,
      'It can be read once: put the other text into a file.',
    )
  if (light && tier !== undefined && tier !== 'light')
    throw new WrongUsage(`--light and --tier ${tier} contradict each other.`, 'Give one of the two.')
}

function textsFrom(named: Readonly<Record<string, string | undefined>>): Record<string, TextSource> {
  return Object.fromEntries(
    Object.entries(named).flatMap(([field, path]) =>
      path === undefined ? [] : [[field, { path, flag: `--${field}`, mostBytes: mostDraftBytes }]],
    ),
  )
}

/** An item that is under way goes on; one that is complete is said to be, or asked about where the code has moved. */
async function instead(given: Given, around: Around, calling: Calling): Promise<DoneInstead | null> {
  const { item } = await itemMeant(given, around)
  const standing = await standingOf(around, item, await headOf(around.world))
  if (standing.kind === 'open') return isBare(given) ? { kind: 'resume', id: standing.meeting } : null
  if (given['again'] || standing.kind === 'new' || standing.kind === 'partial') return null
  const signed = await signedElsewhere(around, item)
  if (signed !== null) calling.tell(signedElsewhereWords(signed))
  if (standing.kind === 'complete')
    return done(`${item.folder} is complete and current.`, await summariesIn(around, item.folder), 0)
  const answer = await calling.ask(reanalyseQuestion(standing.commits))
  if (answer?.choose === 'again') return { kind: 'open-with', fields: { again: true } }
  const kept = `${item.folder} stays as it is, though the code has moved since.`
  return done(kept, [], answer === undefined ? 3 : 0)
}

/** Only the item was named, so an open meeting of it is meant. */
function isBare(given: Given): boolean {
  return Object.entries(given).every(
    ([field, value]) => ['slug', 'sourceId', 'root'].includes(field) || value === false,
  )
}

async function summariesIn({ world }: Around, folder: string): Promise<string[]> {
  const paths = Object.values(summaryOf).map((file) => `${folder}/${file}`)
  const there = await Promise.all(paths.map((path) => world.files.exists(path)))
  return paths.filter((_, at) => there[at])
}

function done(text: string, lines: readonly string[], exit: 0 | 3): DeedDone {
  return {
    kind: 'done',
    text: [text, ...lines.map((line) => `  ${line}`)].join('\n'),
    events: [{ type: 'kept', text, summaries: lines }],
    exit,
  }
}
