// Phase 4: PRD, acceptance contract, stubs and plan, rendered from one reply, so that their ids agree.

import { ask } from '../asking.js'
import { renderContract } from '../documents/contract.js'
import { methodCounts, readPrd, renderPlan, renderPrd, renderTaskList, scopeText } from '../documents/prd.js'
import { stubsOf } from '../documents/stubs.js'
import { commit, writeFile } from '../files.js'
import { passGate } from '../hearing.js'
import { tasksPrompt } from '../prompts/design.js'
import type { Interviewed } from '../prompts/frame.js'
import { prdPrompt } from '../prompts/planning.js'
import { commitSubjects } from '../rules/commits.js'
import { reachText } from '../rules/export.js'
import { planFaults, tasksFaults } from '../rules/gates.js'
import { testPath } from '../rules/methods.js'
import { plannedFrom, type Story } from '../rules/plan.js'
import { plannedBefore } from '../rules/plan-before.js'
import { type Framework, type QualityGate, qualityGates, testingOf } from '../rules/project.js'
import * as shapes from '../schemas.js'
import { conductorSeat, inFolder, present, type Sitting } from '../sitting.js'
import { save } from '../stand.js'
import { lookForGitHub, openContractIssue } from './contract-issue.js'
import type { Designed } from './design.js'

export interface Plan {
  readonly prd: shapes.Prd
  readonly text: string
  readonly stories: readonly Story[]
  readonly gates: readonly QualityGate[]
}

/** Planned and approved; `back` where a guided person wants the design once more. */
export async function makePlan(
  sitting: Sitting,
  interview: Interviewed,
  designed: Designed,
): Promise<Plan | 'back'> {
  await sitting.meeting.phase('plan')
  const ground = { interview, design: designed.text, gates: qualityGates(projectOf(sitting)) }
  let plan = await planned(sitting, ground)
  const guided = sitting.input.mode === 'guided'
  const question = guided ? 'prd.guided' : 'scope.review'
  const withoutIssue = await whyNoIssue(sitting)
  for (;;) {
    const answer = await ask(sitting, question, {
      title: 'Is this the scope?',
      body: [guided ? plan.text : scopeText(plan.prd, plan.stories, inFolder(sitting)), withoutIssue ?? '']
        .join('\n\n')
        .trimEnd(),
      effects: {
        approve: 'commits the plan',
        'approve-issue': 'also makes the contract issue on GitHub',
        back: 'returns to the design',
      },
      grave: ['approve-issue'],
      without: withoutIssue === null ? [] : ['approve-issue'],
    })
    if (answer.choose === 'back') return 'back'
    if (answer.choose === 'approve-issue') await openContractIssue(sitting)
    if (answer.choose.startsWith('approve')) break
    plan = await planned(sitting, ground, { before: plan.text, wish: answer.text ?? '' })
  }
  await keepPlan(sitting)
  return plan
}

async function keepPlan(sitting: Sitting): Promise<void> {
  await save(sitting, { phase: 'action' })
  await linkPapers(sitting)
  const { theme, input } = sitting
  await commit(sitting, 'plan', commitSubjects.plan(theme.id, input.idea))
}

/** Why the contract issue is not offered; null where it is. Auto is not asked, and its export makes the issue. */
async function whyNoIssue(sitting: Sitting): Promise<string | null> {
  if (sitting.input.mode === 'auto') return ''
  const reach = await lookForGitHub(sitting)
  if (reach.kind === 'reached') return null
  return `The contract issue is not offered here: ${reachText(reach.reason)}.`
}

/** The PRD and the contract under a name that other tools know; they lead into the session. */
async function linkPapers(sitting: Sitting): Promise<void> {
  const { meeting, folder, input, written } = sitting
  const papers = [
    [`.claude/prd/prd-${input.slug}.md`, `${folder}prd.md`],
    [`.claude/prd/contract-${input.slug}.md`, `${folder}acceptance-contract.md`],
  ] as const
  const made = await meeting.act(
    'links',
    async ({ files }) => {
      const results: string[] = []
      for (const [path, target] of papers) results.push(await files.link(path, target))
      return results
    },
    { redo: true },
  )
  for (const [at, [path]] of papers.entries()) {
    if (made[at] === 'kept')
      await meeting.note('warning', {
        text: `${path} is a file of its own and stays as it is; no link was made`,
      })
    else written.add(path)
  }
}

/** The plan that was there before this meeting, with what is missing of it made from its PRD. */
export async function planBefore(sitting: Sitting): Promise<Plan> {
  const { texts } = sitting
  const text = texts.get('prd.md') ?? ''
  const [contract, plan] = [texts.get('acceptance-contract.md'), texts.get('plan.md')]
  const endToEnd = testingOf(projectOf(sitting)).endToEnd
  const stories = plannedBefore({ prd: text, contract, plan }, sitting.theme.roster, sitting.seated, endToEnd)
  const made = { prd: readPrd(text), text, stories, gates: qualityGates(projectOf(sitting)) }
  await fillPlan(sitting, made, { contract, plan })
  await keepPlan(sitting)
  return made
}

/** Contract, stubs and plan, each only where it is missing. */
async function fillPlan(
  sitting: Sitting,
  { stories, gates }: Plan,
  has: { readonly contract: string | undefined; readonly plan: string | undefined },
): Promise<void> {
  const lacksStubs = sitting.stubs.size === 0
  if (has.contract === undefined) {
    const stubs = lacksStubs ? await writeStubs(sitting, stories) : stubPaths(sitting, stories)
    await writeContract(sitting, stories, gates, stubs)
  } else if (lacksStubs) await writeStubs(sitting, stories)
  if (has.plan === undefined) await writePlanTable(sitting, stories)
}

/** Where the stubs of these stories lie, by criterion. */
function stubPaths(sitting: Sitting, stories: readonly Story[]): ReadonlyMap<string, string> {
  const files = stories.flatMap((story) => stubsOf(story, testingOf(projectOf(sitting))))
  const there = files.filter(({ path }) => sitting.stubs.has(`${sitting.folder}${path}`))
  return new Map(there.flatMap(({ path, criteria }) => criteria.map((id) => [id, path] as const)))
}

async function planned(
  sitting: Sitting,
  ground: Parameters<typeof prdPrompt>[1],
  revising?: { readonly before: string; readonly wish: string },
): Promise<Plan> {
  const seated = present(sitting)
  const prd = await passGate(sitting, 'plan', {
    seat: conductorSeat(sitting),
    id: revising === undefined ? 'prd' : 'prd.revise',
    schema: shapes.Prd,
    prompt: (faults) => prdPrompt(sitting, ground, faults, revising),
    faults: (value) => planFaults(value, seated),
  })
  const testing = testingOf(projectOf(sitting))
  const { stories, warnings } = plannedFrom(prd, seated, testing.endToEnd)
  for (const text of warnings) await sitting.meeting.note('warning', { text })
  const text = await writePlan(sitting, prd, stories, ground.gates)
  return { prd, text, stories, gates: ground.gates }
}

async function writePlan(
  sitting: Sitting,
  prd: shapes.Prd,
  stories: readonly Story[],
  gates: readonly QualityGate[],
): Promise<string> {
  const { input, theme, meeting } = sitting
  const parts = { idea: input.idea, stories, gates, roster: theme.roster }
  const text = await writeFile(sitting, 'prd.md', renderPrd(prd, parts), { marked: true, as: 'prd' })
  await writeContract(sitting, stories, gates, await writeStubs(sitting, stories))
  await writePlanTable(sitting, stories)
  await meeting.note('stories', {
    stories: stories.map(({ id, title, member, dependsOn, criteria }) => ({
      id,
      title,
      member,
      depends_on: dependsOn,
      criteria: criteria.map(({ id: criterion, words, method }) => ({ id: criterion, words, method })),
    })),
    methods: methodCounts(stories),
    text: `${stories.length} stories`,
  })
  return text
}

async function writeContract(
  sitting: Sitting,
  stories: readonly Story[],
  gates: readonly QualityGate[],
  stubs: ReadonlyMap<string, string>,
): Promise<void> {
  const { input } = sitting
  const testing = testingOf(projectOf(sitting))
  const testPaths = new Map(stories.map(({ id, title }) => [id, testPath(title, input.files, testing)]))
  const contract = renderContract({
    idea: input.idea,
    session: sitting.session,
    gates,
    stories,
    testPaths,
    stubs,
  })
  await writeFile(sitting, 'acceptance-contract.md', contract, {
    parts: contract.split('\n').filter((line) => line.startsWith('#')),
    as: 'contract',
  })
}

async function writePlanTable(sitting: Sitting, stories: readonly Story[]): Promise<void> {
  const plan = renderPlan({ idea: sitting.input.idea, stories, roster: sitting.theme.roster })
  await writeFile(sitting, 'plan.md', plan, { parts: plan.split('\n').slice(0, 1), as: 'plan' })
}

/** A stub of a story that was dropped does not stay. */
async function writeStubs(sitting: Sitting, stories: readonly Story[]): Promise<ReadonlyMap<string, string>> {
  const testing = testingOf(projectOf(sitting))
  const files = stories.flatMap((story) => stubsOf(story, testing))
  const kept = new Set(files.map(({ path }) => `${sitting.folder}${path}`))
  const stale = [...sitting.stubs].filter((path) => !kept.has(path))
  for (const path of stale) {
    await sitting.meeting.remove(path)
    sitting.written.add(path)
  }
  if (sitting.stubs.size === 0) await warnOfStubs(sitting, testing.framework)
  sitting.stubs = kept
  const byCriterion = new Map<string, string>()
  for (const { path, text, criteria } of files) {
    await writeFile(sitting, path, text)
    for (const id of criteria) byCriterion.set(id, path)
  }
  return byCriterion
}

/** Runners that look into every folder, also into one whose name begins with a dot. */
const collecting: readonly (Framework | null)[] = ['vitest', 'jest', 'node:test']

async function warnOfStubs({ meeting }: Sitting, framework: Framework | null): Promise<void> {
  if (!collecting.includes(framework)) return
  const text = `${framework} also finds the session’s test stubs, which fail until they are built; leave .claude/ out in its settings if that is in your way`
  await meeting.note('notice', { text })
}

/** Quick: a list of tasks, no PRD and no contract. */
export async function makeTaskList(sitting: Sitting, sketch: string): Promise<shapes.Tasks> {
  const { meeting, input } = sitting
  await meeting.phase('tasks')
  const tasks = await passGate(sitting, 'tasks', {
    seat: conductorSeat(sitting),
    id: 'tasklist',
    schema: shapes.Tasks,
    prompt: (faults) => tasksPrompt(sitting, sketch, faults),
    faults: tasksFaults,
  })
  const text = renderTaskList(input.idea, tasks)
  await writeFile(sitting, 'plan.md', text, { parts: text.split('\n').slice(0, 1), as: 'plan' })
  return tasks
}

function projectOf({ input }: Sitting) {
  return { files: input.files, texts: input.manifests }
}
