// The command's own words: which of them open an analysis, go on with one, or only look.

import type { Given } from '../../kernel/request.js'
import type { Around, Calling, DeedDone, DoneInstead, OwnWords, TextSource, WordsRead } from '../manifest.js'
import { type Arguments, flags, readArguments } from './arguments.js'
import { itemRows } from './before/list.js'
import { headOf, signedElsewhere, signedElsewhereWords, standingOf } from './before/standing.js'
import { helpText } from './help.js'
import { itemMeant, mostDraftBytes } from './prepare.js'
import { reanalyseQuestion } from './questions.js'
import { summaryOf } from './rules/artifacts.js'

export const words: OwnWords = {
  flags,
  freeText: false,
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

function read(argv: readonly string[]): WordsRead {
  if (argv.includes('--help')) return { kind: 'help', text: async () => helpText }
  const given = readArguments(argv)
  if (given.kind === 'wrong') return given
  if (given.list) return { kind: 'deed', warnings: [], run: (around) => itemRows(around, given.root) }
  return {
    kind: 'meeting',
    protocol: 'analyze',
    warnings: [],
    fields: fieldsFrom(given),
    texts: textsFrom(given),
    instead: (all, around, calling) => instead(given, all, around, calling),
    missing: isAbout(given) ? null : { field: 'draft', question: async () => whatQuestion },
  }
}

const whatQuestion = {
  id: 'what',
  title: 'What should we analyse?',
  body: '',
  options: [],
  freeText: { key: 'say', label: 'In a line' },
}

/** Whether the words name an item or bring one. */
function isAbout({ slug, draft, sourceId }: Arguments): boolean {
  return [slug, draft, sourceId].some((one) => one !== null)
}

function fieldsFrom({
  slug,
  source,
  sourceId,
  tier,
  light,
  team,
  root,
  personas,
  topics,
  maxExchanges,
  again,
  web,
}: Arguments): Given {
  const all = { slug, source, sourceId, tier: light ? null : tier, root, personas, topics, maxExchanges }
  const given = Object.entries(all).filter(([, value]) => value !== null)
  return { ...Object.fromEntries(given), light, team, again, web }
}

function textsFrom({ draft, discovery }: Arguments): Record<string, TextSource> {
  const named = [
    ['draft', draft],
    ['discovery', discovery],
  ] as const
  return Object.fromEntries(
    named.flatMap(([field, path]) =>
      path === null ? [] : [[field, { path, flag: `--${field}`, mostBytes: mostDraftBytes }]],
    ),
  )
}

/** An item that is under way goes on; one that is complete is said to be, or asked about where the code has moved. */
async function instead(
  { again }: Arguments,
  given: Given,
  around: Around,
  calling: Calling,
): Promise<DoneInstead | null> {
  const { item } = await itemMeant(given, around)
  const standing = await standingOf(around, item, await headOf(around.world))
  if (standing.kind === 'open') return isBare(given) ? { kind: 'resume', id: standing.meeting } : null
  if (again || standing.kind === 'new' || standing.kind === 'partial') return null
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
