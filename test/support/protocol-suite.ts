// The acceptance suite of a protocol: what every meeting promises, whatever its procedure. A protocol is done when its test runs this;
// where it differs, it says so with a reason.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { verifyBundle } from '../../src/parley.js'
import { endsIn } from './crash-chain.js'
import { beforeAnswers, beforeLines, forkOf } from './protocol-suite-forking.js'
import { goldenOf, goOnAlone, recordGolden, restored } from './protocol-suite-golden.js'
import {
  byScript,
  foldersNamedBy,
  type HeldMeeting,
  holdOn,
  leftBy,
  stepsOf,
} from './protocol-suite-holding.js'
import { killedOn } from './protocol-suite-killing.js'
import { firstLineOf, openEverywhere, standingOn, surfacesFor, type Wish } from './protocol-suite-opening.js'
import { losingItsDocuments, notStanding, restoredFrom, textAt } from './protocol-suite-restoring.js'
import type { ProtocolSetup, Script } from './protocol-suite-setup.js'
import { type Stage, withoutJournal } from './protocol-suite-stage.js'
import { documentsOf, tamperings, tamperingsOfPart, unnoticed } from './protocol-suite-tampering.js'
import { voicesOf } from './protocol-suite-voices.js'
import { everything } from './repo.js'
import { type Ran, run, temporary, untilFileEnds } from './run.js'

export type { ProtocolSetup, Script, Voicing } from './protocol-suite-setup.js'
export { type Stage, stageIn } from './protocol-suite-stage.js'

const laws = {
  opens: 'is opened with the same first line on every surface',
  masks: 'masks a secret in its request on every surface, in its id and its files too',
  'request ceiling': 'takes the ceiling of the request before any other, on every surface',
  'config ceiling': 'takes the ceiling of the configuration where no other is given, on every surface',
  'no key': 'is refused on every surface before anything is written when its voice has no key',
  script: 'concludes by a script, and verifies',
  folders: 'names no folder of the machine in its journal, in what it leaves, or in what its seats are told',
  model: 'concludes by models behind the real client, in the same steps as by the script that they repeat',
  killed:
    'killed at lines of every kind, before one and in the middle of another, and resumed: the same steps and files, no recorded call again',
  restored:
    'resumed at lines of every step where its documents are not, has every one of them as recorded before anything new happens, and leaves one that differs',
  'restored goes on':
    'ended at lines of every step and resumed after its documents were deleted, comes to the same steps and files',
  tampered:
    'finds a document that is gone, cut, longer, or changed in its first byte, its last, or one of every kind of character',
  'tampered part':
    "finds a change of this meeting's part of a shared document, and lets others change theirs",
  forks:
    'forked before answers of every kind and answered otherwise, comes to an end that verifies, and the first stays as it is',
  told: 'is told with its title, its words and its outcome by show, list and every format of export',
  bundle:
    'is exported as a bundle that verifies with its record where nothing of it is, and with no other record and no other byte',
  golden: 'replays the journals that are kept, to the documents that they left, and nobody is called',
  'golden goes on':
    'goes on from late lines of every step of them to the same documents, with nothing asked and nobody called',
  hostile: 'takes the same steps when its seats say what looks like structure, and verifies',
} as const

export type Law = keyof typeof laws
/** What does not hold here, each with the reason. */
export type Exceptions = Readonly<Partial<Record<Law | 'library', string>>>

export function protocolSuite(setup: ProtocolSetup, exceptions: Exceptions = {}): void {
  const law = (key: Law, body: () => Promise<void>) => {
    const reason = exceptions[key]
    const limit = { timeout: key === 'killed' ? longLimit : limitMs }
    if (reason === undefined) test(laws[key], limit, body)
    else test.skip(`${laws[key]} (not here: ${reason})`, body)
  }

  describe(`protocol ${setup.protocol}`, () => {
    const until = untilFileEnds()
    const surfaces = surfacesFor(setup, until)
    if (setup.hosted) test.skip(`is opened as a library (not here: ${exceptions.library})`, () => {})

    const everywhere = (more: Wish = {}) => openEverywhere(surfaces, setup, more)

    law('opens', async () => {
      expect(firstLineOf(await everywhere())).toMatchObject({
        kind: 'opened',
        data: { id: 'ID', protocol: setup.protocol, agents: { ceiling: null } },
      })
    })

    law('masks', async () => {
      const fields = { ...setup.fields, [setup.named]: `${secret} ${setup.fields[setup.named]}` }
      const all = await everywhere({ fields })
      expect(JSON.stringify(firstLineOf(all))).toContain('REDACTED')
      for (const { name, stage, came } of all) {
        const kept = [came, everything(stage.meetings), everything(stage.repo.root), stage.repo.git('branch')]
        expect(JSON.stringify(kept).toLowerCase().includes(secret.toLowerCase()), name).toBe(false)
      }
    })

    law('request ceiling', async () => {
      const prepare = (stage: Stage) => config(stage, 700_000)
      expect(firstLineOf(await everywhere({ ceiling: 500_000, prepare })).data.agents.ceiling).toBe(500_000)
    })

    law('config ceiling', async () => {
      const prepare = (stage: Stage) => config(stage, 700_000)
      expect(firstLineOf(await everywhere({ prepare })).data.agents.ceiling).toBe(700_000)
    })

    law('no key', async () => {
      for (const name of Object.keys(process.env).filter((one) => one.endsWith('_API_KEY')))
        vi.stubEnv(name, undefined)
      onTestFinished(() => void vi.unstubAllEnvs())
      for (const { name, stage, before, came } of await everywhere({
        agents: 'model:anthropic/claude-sonnet-4-5',
      })) {
        expect(came, name).toMatchObject({ refused: expect.stringContaining('ANTHROPIC_API_KEY') })
        expect(standingOn(stage), name).toEqual(before)
      }
    })

    // Before all that replays them.
    const recorded = process.env['PARLEY_GOLDEN']
    test.runIf(recorded === 'all' || recorded === setup.protocol)(
      'records its golden journals anew',
      { timeout: longLimit },
      () => recordGolden(setup, until),
    )

    let scripted: Promise<HeldMeeting> | undefined
    /** One scripted meeting, held once for all tests that only look at it. */
    const held = () => {
      const hold = async () => {
        const stage = await setup.stage(until)
        return holdOn(stage, setup, byScript(stage, setup.script))
      }
      scripted ??= hold()
      return scripted
    }

    law('script', async () => {
      const { stage, id, ran, lines } = await held()
      expect(ran.code, ran.stderr).toBe(0)
      expect(lines.at(-1)?.kind).toBe('concluded')
      expect(await stage.parley('verify', id)).toMatchObject({ code: 0 })
    })

    law('folders', async () => {
      expect(foldersNamedBy(await held())).toEqual([])
    })

    law('model', async () => {
      const said = await held()
      const stage = await setup.stage(onTestFinished)
      const voices = await voicesOf(said.lines, onTestFinished)
      const seats = voices.seats.flatMap((seat) => ['--seat', `${seat}=${voices.voice(seat)}`])
      const agents = ['--agents', voices.voice(voices.seats[0] ?? ''), ...seats]
      const told = await holdOn(stage, setup, { agents, answers: setup.script.answers })
      expect(told.ran.code, told.ran.stderr).toBe(0)
      expect(stepsOf(told)).toEqual(stepsOf(said))
      expect(backendsIn(told.lines)).toEqual(['model'])
      expect(voices.left()).toBe(0)
      expect(await stage.parley('verify', told.id)).toMatchObject({ code: 0 })
    })

    law('killed', async () => {
      const whole = await held()
      const stage = await setup.stage(onTestFinished)
      const broken = await killedOn(stage, setup, whole.lines)
      expect(stepsOf(broken)).toEqual(stepsOf(whole))
      expect(leftBy(broken)).toEqual(leftBy(whole))
      expect((await stage.library.verify(broken.id)).findings).toEqual([])
    })

    law('restored', async () => {
      const whole = await held()
      // Between two of these the same documents stand; `restored goes on` resumes at every step.
      for (const kept of endsIn(whole.lines.filter(({ kind }) => kind === 'wrote'))) {
        const { root, documents, resume } = await restoredFrom(setup, whole, kept)
        if (documents.length === 0) continue
        const how = `line ${kept}`
        const found = await resume()
        expect(notStanding(root, documents), how).toEqual([])
        expect(found, how).toMatchObject({ changed: [], lost: [] })
        const [changed = '', ...others] = rotated(
          documents.map(({ path }) => path),
          kept,
        )
        writeFileSync(join(root, changed), 'Of somebody else.\n')
        for (const path of others) rmSync(join(root, path))
        expect(await resume(), how).toMatchObject({ changed: [changed], lost: [] })
        expect(notStanding(root, documents), how).toEqual([changed])
        expect(textAt(join(root, changed)), how).toBe('Of somebody else.\n')
      }
    })

    law('restored goes on', async () => {
      const whole = await held()
      const broken = await losingItsDocuments(await setup.stage(onTestFinished), setup, endsIn(whole.lines))
      expect(stepsOf(broken)).toEqual(stepsOf(whole))
      expect(leftBy(broken)).toEqual(leftBy(whole))
      expect((await broken.stage.library.verify(broken.id)).findings).toEqual([])
    })

    law('tampered', async () => {
      const whole = await held()
      const own = documentsOf(whole).filter(({ parts }) => parts === undefined)
      expect(own).not.toEqual([])
      expect(await unnoticed(whole, own.map(tamperings))).toEqual([])
      expect((await whole.stage.library.verify(whole.id)).findings).toEqual([])
    })

    law('tampered part', async () => {
      const whole = await held()
      const { stage, id } = whole
      const shared = documentsOf(whole).flatMap((one) => (one.parts ? [{ ...one, parts: one.parts }] : []))
      expect(shared).not.toEqual([])
      const ways = shared.map((one) => one.parts.flatMap((part) => tamperingsOfPart(one, part)))
      expect(await unnoticed(whole, ways)).toEqual([])
      for (const one of shared) {
        const file = join(stage.library.root, one.path)
        writeFileSync(file, `Of another meeting.\n${one.bytes}Of another meeting.\n`)
        expect((await stage.library.verify(id)).findings, one.path).toEqual([])
        writeFileSync(file, one.bytes)
      }
    })

    law('forks', async () => {
      const whole = await held()
      const { stage, id, lines } = whole
      const branchings = setup.forksBefore ? beforeLines(lines, setup.forksBefore) : beforeAnswers(lines)
      expect(branchings).not.toEqual([])
      for (const branching of branchings) {
        const { as, ending } = await forkOf(whole, branching, setup)
        const end = setup.ends?.[branching.choose ?? ''] ?? 'concluded'
        expect(ending.kind, branching.how).toBe(end)
        expect((await stage.library.verify(as)).findings, branching.how).toEqual([])
      }
      expect((await stage.library.verify(id)).findings).toEqual([])
    })

    law('told', async () => {
      const { stage, id } = await held()
      const title = (await stage.library.summary(id))?.title ?? 'no title'
      const told = (ran: Ran, words: readonly string[], how: string) => {
        expect(ran.code, `${how}: ${ran.stderr}`).toBe(0)
        const text = readable(ran.stdout)
        for (const word of words) expect(text, how).toContain(readable(word))
      }
      for (const format of ['markdown', 'html', 'json'])
        told(await stage.parley('export', id, '--format', format), [title, ...setup.words], format)
      told(await stage.parley('show', id), setup.words, 'show')
      told(await stage.parley('list', '--all'), [id, title], 'list')
    })

    law('bundle', async () => {
      const whole = await held()
      const { stage, id } = whole
      const away = temporary()
      const [bundle, record] = [join(away, 'meeting.jsonl'), join(away, 'record.md')]
      expect(await stage.parley('export', id, '--out', bundle)).toMatchObject({ code: 0 })
      writeFileSync(record, recordOf(whole))
      const env = { PARLEY_HOME: join(away, 'home') }
      const ran = await run(['verify', 'meeting.jsonl', 'record.md'], { cwd: away, env })
      expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining(`verified ${id}`)])
      const bytes = readFileSync(bundle)
      for (const folder of [stage.repo.root, stage.home]) expect(bytes.includes(folder)).toBe(false)
      const found = async (text: string, changed = bytes) =>
        (await verifyBundle(changed, text)).findings.map(({ what }) => what).join()
      const text = recordOf(whole)
      expect(await found(text)).toBe('')
      expect(await found(/.*sha256:[0-9a-f]{64}/.exec(text)?.[0] ?? '')).toContain('edited since')
      expect(await found(text.replace(/sha256:[0-9a-f]{8}/, 'sha256:00000000'))).toContain('another journal')
      expect(await found(text.replaceAll('sha256:', ''))).toContain('names no journal')
      const flipped = Buffer.from(bytes)
      const at = Math.floor(bytes.length / 2)
      flipped[at] = flipped[at]! ^ 1
      expect(await found(text, flipped)).not.toBe('')
    })

    law('golden', async () => {
      const all = goldenOf(setup.protocol)
      expect(all).not.toEqual([])
      for (const golden of all) {
        const { library } = restored(setup, golden)
        const found = await library.verify(golden.id)
        expect(found, golden.version).toMatchObject({ findings: [], lines: golden.lines.length })
        expect(found.turns, golden.version).toBeGreaterThan(0)
      }
    })

    law('golden goes on', async () => {
      const all = goldenOf(setup.protocol)
      for (const golden of all) {
        const from = golden.lines.findIndex((line) => setup.goesOnFrom?.(line))
        expect(from, golden.version).toBeGreaterThan(0)
        const ends = endsIn(golden.lines.slice(from, -1))
        for (const kept of ends) {
          const place = restored(setup, golden, kept)
          const how = `${golden.version} from line ${kept}`
          expect(await goOnAlone(place, golden.id), how).toMatchObject({ kind: 'concluded' })
          for (const [path, text] of Object.entries(golden.documents))
            expect(withoutJournal(place.read(path) ?? ''), `${how}, ${path}`).toBe(withoutJournal(text))
        }
      }
    })

    law('hostile', async () => {
      const stage = await setup.stage(onTestFinished)
      const said = await holdOn(stage, setup, byScript(stage, forgedBy(setup)))
      expect(said.ran.code, said.ran.stderr).toBe(0)
      expect(JSON.stringify(said.lines)).toContain(JSON.stringify(setup.forged[0]).slice(1, -1))
      expect(stepsOf(said)).toEqual(stepsOf(await held()))
      expect((await stage.library.verify(said.id)).findings).toEqual([])
    })
  })
}

/** The document in which the meeting names its journal, as it stands. */
function recordOf(held: HeldMeeting): string {
  const hash = held.lines.flatMap(({ kind, data }) =>
    kind === 'acted' && data.name === 'journal' ? [data.result] : [],
  )
  const texts = documentsOf(held).map(({ bytes }) => String(bytes))
  return texts.find((text) => text.includes(String(hash[0]))) ?? 'no record'
}

/** Whole processes on a busy machine; a chain has as many of them as its journal has lines. */
const limitMs = 240_000
const longLimit = 900_000

/** Put together here, so that nothing finds it in this file. */
const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')

function config({ repo }: Stage, tokens: number): void {
  repo.write('.parley/config.yaml', `token_ceiling: ${tokens}\n`)
}

/** Entities, escapes, line breaks and styles of a rendering taken out, so that words can be found in any of them. */
function readable(text: string): string {
  return text
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\\[n"]/g, ' ')
    .replace(/[\s\\*]+/g, ' ')
}

/** The script of a company that forges: after the first line of what they say come others, which look like structure. */
function forgedBy({ script, forged, prose }: ProtocolSetup): Script {
  const inText = (text: string) => text.replace(/^[^\n]*/, (first) => `${first}\n${forged.join('\n')}`)
  const inValue = (value: object) =>
    Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, prose.includes(name) ? inText(String(one)) : one]),
    )
  const inEntry = (entry: unknown): unknown => {
    const { text, value } = entry as { text?: string; value?: object }
    if (text !== undefined && text.length > shortest) return { ...(entry as object), text: inText(text) }
    return value === undefined ? entry : { ...(entry as object), value: inValue(value) }
  }
  const seats = Object.entries(script.seats).map(([seat, list]) => [seat, list.map(inEntry)])
  return { ...script, seats: Object.fromEntries(seats) }
}

/** What is shorter is a word of the protocol's own, such as `[pass]`. */
const shortest = 10

/** The same list, begun further in. */
function rotated<T>(list: readonly T[], by: number): readonly T[] {
  return [...list.slice(by % list.length), ...list.slice(0, by % list.length)]
}

function backendsIn(lines: HeldMeeting['lines']): readonly string[] {
  return [...new Set(lines.flatMap((line) => (line.kind === 'turn' ? [line.data.receipt.backend] : [])))]
}
