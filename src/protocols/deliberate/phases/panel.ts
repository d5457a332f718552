// A meeting: openings, cross-examination, and what each takes from it. The notes are the members' own words; the conductor chooses.

import type { Meeting } from '../../../kernel/protocol.js'
import {
  type Answers,
  exchangeFile,
  renderExchange,
  renderInsight,
  renderNotes,
  renderOpening,
} from '../documents/meeting-mode.js'
import { dayOf } from '../documents/time.js'
import { writeFile } from '../files.js'
import { hearIfRoom, hearShape, hearTextIfRoom, passGate } from '../hearing.js'
import { noteHooks } from '../hooks.js'
import type { Interviewed } from '../prompts/frame.js'
import {
  answerPrompt,
  followUpPrompt,
  insightPrompt,
  notesPrompt,
  openingPrompt,
  type PanelGround,
  questionsToOthers,
} from '../prompts/panel.js'
import { notesFaults } from '../rules/gates.js'
import { type Exchange, exchangesFrom } from '../rules/meeting.js'
import { nameOf } from '../rules/members.js'
import { cycleFolder } from '../rules/onward.js'
import * as shapes from '../schemas.js'
import { conductorSeat, memberSeat, present, type Sitting } from '../sitting.js'
import { save } from '../stand.js'
import { allAtOnce, together } from './members.js'

interface Asked {
  readonly exchange: Exchange
  readonly file: string
}

export async function holdPanel(sitting: Sitting, interview: Interviewed): Promise<string> {
  await save(sitting, { phase: 'deliberation' })
  const openings = await hearOpenings(sitting, interview)
  const ground: PanelGround = { interview, openings: labelled(sitting, openings) }
  const asked = await crossExamine(sitting, ground)
  const insights = await hearInsights(sitting, ground, asked)
  return writeNotes(sitting, ground, { openings, asked, insights })
}

async function hearOpenings(sitting: Sitting, interview: Interviewed): Promise<Map<string, string>> {
  await sitting.meeting.phase('openings')
  const speak = (branch: Meeting, id: string) => {
    const asked = { seat: memberSeat(sitting, id), id: 'meeting.opening' }
    return hearTextIfRoom(sitting, branch, asked, openingPrompt(sitting, id, interview))
  }
  const members = present(sitting).map(({ id }) => id)
  const said = await together(sitting, 'openings', members, speak)
  const files = new Map<string, string>()
  for (const [id, reply] of said) {
    const text = renderOpening(nameOf(id, sitting.theme.roster), sitting.input.idea, reply)
    files.set(id, await writeFile(sitting, `${cycleFolder(sitting.cycle)}round1/${id}.md`, text))
  }
  return files
}

/** Everybody asks one or two; each question goes to its target, at most one goes back, and there it ends. */
async function crossExamine(sitting: Sitting, ground: PanelGround): Promise<Asked[]> {
  const exchanges = await hearQuestions(sitting, ground)
  await sitting.meeting.phase('answers')
  const answers = await inOrder(sitting, exchanges, (branch, one) =>
    hearShape(
      sitting,
      branch,
      { seat: memberSeat(sitting, one.target), id: 'meeting.answer' },
      answerPrompt(sitting, one, ground),
      shapes.Answered,
    ),
  )
  await sitting.meeting.phase('follow-ups')
  const open = exchanges.filter((one) => answers.get(one.id)?.follow_up !== undefined)
  const closed = await inOrder(sitting, open, (branch, one) => {
    const { answer, follow_up: back = '' } = answers.get(one.id)!
    const prompt = followUpPrompt(sitting, one, answer, back, ground)
    return hearShape(
      sitting,
      branch,
      { seat: memberSeat(sitting, one.asker), id: 'meeting.followup' },
      prompt,
      shapes.Closed,
    )
  })
  await noteExchanges(sitting, exchanges, [answers, closed])
  const asked: Asked[] = []
  for (const exchange of exchanges) {
    const text = renderExchange(
      exchange,
      answersOf(answers.get(exchange.id), closed.get(exchange.id)?.answer ?? null),
    )
    asked.push({
      exchange,
      file: await writeFile(sitting, `${cycleFolder(sitting.cycle)}round2/${exchangeFile(exchange)}`, text),
    })
  }
  return asked
}

/** Who asked whom, and who answered: the edges of a graph. */
async function noteExchanges(
  { meeting }: Sitting,
  exchanges: readonly Exchange[],
  [answers, closed]: readonly [ReadonlyMap<string, unknown>, ReadonlyMap<string, unknown>],
): Promise<void> {
  const asked = exchanges.map(({ id, asker, target, question }) => {
    const answered = [
      ...(answers.get(id) === undefined ? [] : [target]),
      ...(closed.get(id) === undefined ? [] : [asker]),
    ]
    return { id, asker, target, question, answered }
  })
  const text = `${asked.length} ${asked.length === 1 ? 'question went' : 'questions went'} from one to another`
  await meeting.note('exchanges', { exchanges: asked, text })
}

async function hearQuestions(sitting: Sitting, ground: PanelGround): Promise<Exchange[]> {
  await sitting.meeting.phase('questions')
  await noteHooks(sitting, 'challenge')
  const members = present(sitting)
  const speak = (branch: Meeting, id: string) => {
    const asking = { seat: memberSeat(sitting, id), id: 'meeting.questions' }
    const prompt = questionsToOthers(sitting, id, ground.interview, ground.openings)
    return hearIfRoom(sitting, branch, asking, prompt, shapes.Asked)
  }
  const ids = members.map(({ id }) => id)
  const asked = new Map(
    [...(await allAtOnce(sitting, ids, speak))].flatMap(([id, one]) =>
      one.kind === 'heard' ? [[id, one.value] as const] : [],
    ),
  )
  return exchangesFrom(asked, members)
}

/** One after the other, so that whoever is asked twice answers in one conversation. A failure is no answer. */
async function inOrder<T>(
  { meeting }: Sitting,
  exchanges: readonly Exchange[],
  speak: (
    branch: Meeting,
    one: Exchange,
  ) => Promise<{ readonly kind: 'heard'; readonly value: T } | { readonly kind: 'unheard' }>,
): Promise<Map<string, T>> {
  const heard = new Map<string, T>()
  for (const one of exchanges) {
    const said = await speak(meeting, one)
    if (said.kind === 'heard') heard.set(one.id, said.value)
  }
  return heard
}

function answersOf(
  answered: { readonly answer: string; readonly follow_up?: string | undefined } | undefined,
  closed: string | null,
): Answers {
  const answer = answered?.answer ?? null
  return answered?.follow_up === undefined
    ? { answer }
    : { answer, followUp: { question: answered.follow_up, answer: closed } }
}

async function hearInsights(
  sitting: Sitting,
  ground: PanelGround,
  asked: readonly Asked[],
): Promise<Map<string, string>> {
  await sitting.meeting.phase('synthesis')
  const files = asked.map(({ exchange, file }) => ({ label: exchange.id, text: file }))
  const written = new Map<string, string>()
  const speak = (branch: Meeting, id: string) => {
    const asking = { seat: memberSeat(sitting, id), id: 'meeting.synthesis' }
    return hearIfRoom(sitting, branch, asking, insightPrompt(sitting, id, ground, files), shapes.Insight)
  }
  const members = present(sitting).map(({ id }) => id)
  const said = await together(sitting, 'synthesis', members, speak)
  for (const [id, insight] of said)
    written.set(
      id,
      await writeFile(sitting, `${cycleFolder(sitting.cycle)}round3/${id}.md`, renderInsight(insight)),
    )
  return written
}

async function writeNotes(
  sitting: Sitting,
  ground: PanelGround,
  {
    openings,
    asked,
    insights,
  }: {
    readonly openings: ReadonlyMap<string, string>
    readonly asked: readonly Asked[]
    readonly insights: ReadonlyMap<string, string>
  },
): Promise<string> {
  const { meeting, theme, input } = sitting
  await meeting.phase('notes')
  const exchanges = asked.map(({ exchange, file }) => ({ id: exchange.id, label: exchange.id, text: file }))
  const notes = await passGate(sitting, 'notes', {
    seat: conductorSeat(sitting),
    id: 'meeting.notes',
    schema: shapes.Notes,
    prompt: (faults) => notesPrompt(sitting, ground, exchanges, labelled(sitting, insights), faults),
    faults: (value) =>
      notesFaults(
        value,
        exchanges.map(({ id }) => id),
      ),
  })
  const text = renderNotes(notes, {
    themeName: theme.name,
    date: dayOf(input.started),
    roster: theme.roster,
    panel: sitting.seated.filter((id) => openings.has(id)),
    openings,
    insights,
    exchanges: asked,
  })
  return writeFile(sitting, 'meeting-notes.md', text, { marked: true, as: 'notes' })
}

function labelled({ theme }: Sitting, files: ReadonlyMap<string, string>) {
  return [...files].map(([id, text]) => ({ label: nameOf(id, theme.roster), text }))
}
