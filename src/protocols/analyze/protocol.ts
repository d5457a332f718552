// Analysis: one person and three personas talk in a single thread, which leaves documents behind that the person has signed off.

import type { Protocol } from '../../kernel/protocol.js'
import { type Analysis, beginAnalysis, coverageNow, standingNow, tellDegraded, tierOf } from './analysis.js'
import { heed, settleScope, signOff } from './confirming.js'
import type { AnalyzeOutcome } from './documents/report.js'
import { finish } from './finishing.js'
import { type AnalyzeInput, analyzeInput, folderOf } from './input.js'
import { adopt, findExisting, lookAtCode, seeEdits } from './looking.js'
import { replyQuestion } from './questions.js'
import { boundaryFiles, dueArtifacts, hasEnough } from './rules/artifacts.js'
import { type Asked, fixedQuestion } from './rules/checks.js'
import { withClosed } from './rules/coverage.js'
import { titleOf } from './rules/slug.js'
import { isReady, openPoints } from './rules/steering.js'
import { show, showQuestion, takeTurn } from './turns.js'
import { writeDue } from './writing.js'

export const analyze: Protocol<AnalyzeInput, AnalyzeOutcome> = {
  name: 'analyze',
  version: 1,
  input: analyzeInput,
  title: ({ slug, draft }) => titleOf(slug, draft?.text ?? ''),
  boundary: (input, id) => [
    ...boundaryFiles.map((file) => `${folderOf(input, id)}/${file}`),
    `.parley/before/${id}/*`,
  ],

  async run(meeting, input) {
    const analysis = beginAnalysis(meeting, input)
    await open(analysis)
    await meeting.phase('talk')
    await converse(analysis)
    await meeting.phase('close')
    return finish(analysis)
  },
}

async function open(analysis: Analysis): Promise<void> {
  const { meeting, input } = analysis
  await meeting.phase('open')
  await findExisting(analysis)
  for (const text of input.notices) await meeting.note('notice', { degree: 'INFO', text })
  if (input.draft !== null && input.draft.from !== `${input.folder}/draft.md`)
    await keepDraft(analysis, input.draft.text)
}

/** A draft that is there stays as it is. */
async function keepDraft({ meeting, folder }: Analysis, text: string): Promise<void> {
  const there = await meeting.act('existing', async (world) => world.files.digest(`${folder}/draft.md`))
  if (there === null) await meeting.write(`${folder}/draft.md`, text)
  else if (there !== meeting.digest(text))
    await meeting.note('notice', {
      degree: 'INFO',
      text: `${folder}/draft.md is another text and stays as it is; this analysis uses the one that was given.`,
    })
}

/** Until everything is signed off, or the person stops. */
async function converse(analysis: Analysis): Promise<void> {
  await openTalk(analysis)
  while (!analysis.degraded.has('ceiling')) {
    const question = analysis.lastQuestion ?? noQuestion
    if ((await heed(analysis, replyQuestion(question.text))) === null) return
    if (!analysis.answered.includes(question)) analysis.answered.push(question)
    await exchange(analysis)
    if (!isEnoughNow(analysis)) continue
    if (!(await settleScope(analysis))) return
    // The tier that was just settled may have documents due that the proposed one had not.
    await writeDue(analysis)
    // Where it grew and its documents are not there yet, the talk goes on with a new turn.
    if (openNow(analysis).length === 0) break
    await exchange(analysis)
  }
  if (analysis.degraded.has('ceiling') && !(await settleScope(analysis))) return
  await writeDue(analysis)
  return signOff(analysis)
}

/** Asked where the person stopped the opening before anything was said. */
const noQuestion: Asked = { text: fixedQuestion, kind: 'open', targets: [] }

async function openTalk(analysis: Analysis): Promise<void> {
  const spoken = await takeTurn(analysis, 'opening')
  if (spoken === null) return endIfSpent(analysis)
  analysis.lastQuestion = spoken.question
  await show(analysis, spoken, { kind: 'opening', withQuestion: true })
}

/** From a reply to the turn that answers it, with its documents on disk. A turn that was stopped leaves the question as it was. */
async function exchange(analysis: Analysis): Promise<void> {
  await adopt(analysis)
  await lookAtCode(analysis)
  await seeEdits(analysis)
  const spoken = await takeTurn(analysis, 'talk')
  if (spoken === null) return endIfSpent(analysis)
  analysis.talked++
  analysis.lastQuestion = spoken.question
  if (analysis.talked >= analysis.input.maxExchanges) closeTalk(analysis, 'capped')
  // What its documents lack is judged anew when they are written.
  analysis.faults = []
  analysis.clearFor = openNow(analysis).length === 0 ? analysis.clearFor + 1 : 0
  const seemsEnough = isEnoughNow(analysis)
  await show(analysis, spoken, { kind: 'talk', withQuestion: !seemsEnough })
  await writeDue(analysis)
  if (seemsEnough && !isEnoughNow(analysis)) {
    analysis.clearFor = 0
    await showQuestion(analysis, spoken)
  } else if (seemsEnough) {
    // Nobody was asked it, so no reply answers it.
    analysis.lastQuestion = null
  }
  await tellDegraded(analysis)
}

async function endIfSpent(analysis: Analysis): Promise<void> {
  if (!analysis.degraded.has('ceiling')) return
  closeTalk(analysis, 'ceiling')
  await analysis.meeting.note('notice', {
    degree: 'WARNING',
    text: 'The limit on what this meeting may spend is reached. What is known goes to sign-off; nothing more is asked of the analysts.',
  })
  await tellDegraded(analysis)
}

/** Nothing more will be asked: what is known has to do. */
function closeTalk(analysis: Analysis, why: 'capped' | 'ceiling'): void {
  analysis.degraded.add(why)
  const topics = analysis.input.topics.map(({ id }) => id)
  analysis.tracker = withClosed(analysis.tracker, topics, 'cap')
}

function isCutShort({ degraded }: Analysis): boolean {
  return degraded.has('capped') || degraded.has('ceiling')
}

/** What stands in the way of confirmation. A file that has enough counts as written, unless its owner's checks hold it back. */
function openNow(analysis: Analysis): string[] {
  const { input, store, scanState, heard, written } = analysis
  const tier = tierOf(analysis)
  const standing = standingNow(analysis)
  const ready = dueArtifacts(tier, store)
    .filter((file) => hasEnough(file, standing))
    .filter((file) => analysis.faults.every(({ artifact }) => artifact !== file))
  const isCapped = isCutShort(analysis)
  const missing = isCapped
    ? (['business-analyst', 'solutions-architect', 'system-designer'] as const)
    : input.seats.filter((seat) => seat.missing).map(({ id }) => id)
  return openPoints({
    tier,
    topics: input.topics,
    coverage: coverageNow(analysis),
    store,
    scan: scanState,
    written: new Set([...written.keys(), ...ready, ...(isCapped ? ['quick-scan.md'] : [])]),
    heard,
    missing: new Set(missing),
  })
}

function isEnoughNow(analysis: Analysis): boolean {
  return isReady(openNow(analysis), analysis.plateau || isCutShort(analysis), analysis.clearFor)
}
