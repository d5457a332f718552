// Golden journals for the suite of protocols: meetings as some version of their protocol recorded them, kept under test/journals.
//
// When one goes red, meetings that people hold today can no longer be read, verified or gone on with. Do not mend the journal: mend
// the code, or raise the version of the protocol and add another golden journal.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Ending } from '../../src/kernel/hold.js'
import type { Line } from '../../src/kernel/line.js'
import { unseal } from '../../src/kernel/seal.js'
import { withSeals } from '../../src/kernel/sealed.suite.js'
import { type Company, type Parley, parley } from '../../src/parley.js'
import { sealsOf } from '../../src/workspace/seal-key.js'
import type { ProtocolSetup } from './protocol-suite-setup.js'
import { temporary } from './run.js'

export interface Golden {
  /** `v1`. */
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
  put(
    join(hosted?.meetings ?? join(root, '.parley/meetings'), golden.id, 'journal.jsonl'),
    withSeals(`${lines.join('\n')}\n`, golden.id, sealsOf(root)),
  )
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
