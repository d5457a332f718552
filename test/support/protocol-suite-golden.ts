// Golden journals for the suite of protocols: meetings as they were held, kept under test/journals. `npm run golden` holds them anew.
//
// When one goes red, meetings that people hold today can no longer be read, verified or gone on with: mend the code, or raise the
// version of the protocol and record its journals anew.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { seal, unseal } from '../../src/kernel/line/hash.js'
import type { Line } from '../../src/kernel/line/line.js'
import type { Ending } from '../../src/kernel/run/hold.js'
import { type Company, type Parley, parley } from '../../src/parley.js'
import { byScript, type HeldMeeting, holdOn } from './protocol-suite-holding.js'
import type { ProtocolSetup } from './protocol-suite-setup.js'
import { everything, meetingsIn } from './repo.js'
import { temporary, type Until } from './run.js'

export interface Golden {
  /** The name of its folder. */
  readonly version: string
  readonly id: string
  readonly lines: readonly Line[]
  /** What it left, and what it looked at. */
  readonly documents: Readonly<Record<string, string>>
}

const journals = new URL('../journals/', import.meta.url).pathname

export function goldenOf(protocol: string): readonly Golden[] {
  const folder = join(journals, protocol)
  return readdirSync(folder).map((version) => {
    const text = (file: string) => readFileSync(join(folder, version, file), 'utf8')
    const lines: Line[] = []
    for (const line of text('journal.jsonl').split('\n').slice(0, -1))
      lines.push(unseal(line, lines.length + 1, lines.at(-1)?.hash ?? ''))
    const [first] = lines
    if (first?.kind !== 'opened') throw new Error(`${protocol} ${version} opens no meeting.`)
    return { version, id: first.data.id, lines, documents: JSON.parse(text('documents.json')) }
  })
}

/** Holds the meetings of a protocol whose journals are kept, and keeps them in place of those that are there. */
export async function recordGolden(setup: ProtocolSetup, until: Until): Promise<void> {
  rmSync(join(journals, setup.protocol), { recursive: true, force: true })
  for (const [name, other] of Object.entries({ v1: {}, ...setup.alsoGolden })) {
    const stage = await setup.stage(until)
    const one = { ...setup, ...other }
    const held = await holdOn(stage, one, byScript(stage, one.script))
    if (held.lines.at(-1)?.kind !== 'concluded')
      throw new Error(`${setup.protocol} ${name} does not conclude: ${held.ran.stdout}${held.ran.stderr}`)
    const folder = join(journals, setup.protocol, name)
    mkdirSync(folder, { recursive: true })
    const texts = held.lines.map((line) => `${seal(line, line.n, line.prev).text}\n`)
    writeFileSync(join(folder, 'journal.jsonl'), texts.join(''))
    writeFileSync(join(folder, 'documents.json'), `${JSON.stringify(documentsOf(setup, held), null, 2)}\n`)
  }
}

/** What stands where the meeting was held: what it left, and all that it could look at. Of a talk the home holds more, and no secrets. */
function documentsOf(setup: ProtocolSetup, { stage, lines }: HeldMeeting): Record<string, string> {
  const { root } = stage.library
  const left = pathsIn(lines).filter((path) => existsSync(join(root, path)))
  const found = setup.hosted ? {} : everything(root)
  const around = Object.keys(found).filter(
    (path) => found[path] !== '(folder)' && !path.startsWith('.parley/'),
  )
  const paths = [...new Set([...around, ...left])].toSorted()
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

export interface Restored {
  readonly library: Parley
  read(path: string): string | null
}

/** The workspace as it was when the journal had this many lines: what was written by then, and what others had laid there. */
export function restored(setup: ProtocolSetup, golden: Golden, kept = golden.lines.length): Restored {
  const root = temporary()
  const hosted = setup.hosted?.(root)
  const written = new Set(pathsIn(golden.lines))
  const byThen = new Set(pathsIn(golden.lines.slice(0, kept)))
  const put = (file: string, text: string) => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  for (const [path, text] of Object.entries(golden.documents))
    if (!written.has(path) || byThen.has(path)) put(join(root, path), text)
  const journal = readFileSync(join(journals, setup.protocol, golden.version, 'journal.jsonl'), 'utf8')
  const lines = journal.split('\n').slice(0, kept)
  put(join(hosted?.meetings ?? meetingsIn(root, root), golden.id, 'journal.jsonl'), `${lines.join('\n')}\n`)
  return {
    library: parley(root, { home: root, ...hosted?.own }),
    read: (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null),
  }
}

function pathsIn(lines: readonly Line[]): string[] {
  return lines.flatMap((line) => (line.kind === 'wrote' ? [line.data.path] : []))
}

/** Goes on where nothing is left to ask and nothing to say: whoever is called finds no script. */
export function goOnAlone({ library }: Restored, id: string): Promise<Ending> {
  const alone: Company = {
    answer: ({ title }) => Promise.reject(new Error(`It asks: ${title}`)),
    observe: () => {},
    signal: new AbortController().signal,
  }
  return library.hold(id, alone, {
    default: 'script:none.yaml',
    seats: {},
    ceiling: null,
    timeoutSeconds: 60,
  })
}
