// Phase 5: what becomes of the plan. What a choice does is said before it is made, and nothing that publishes is ever a default.

import { ask } from '../asking.js'
import { gatesIn } from '../documents/contract.js'
import { oneLine } from '../documents/text.js'
import type { Interviewed } from '../prompts/frame.js'
import { reachText } from '../rules/export.js'
import { type HandoffGround, handoffOf, quickHandoffOf } from '../rules/handoff.js'
import { papersText, type Sitting } from '../sitting.js'
import { save } from '../stand.js'
import { audit } from './audit.js'
import { exportPlan, writeIssueFiles } from './export.js'
import type { Plan } from './planning.js'
import { workOnPlan } from './work.js'
import { canWork } from './workplace.js'

/** Asks until something is chosen that ends the session; `review` shows the papers and asks again, and so does an export left undone. */
export async function chooseAction(sitting: Sitting, plan: Plan, interview: Interviewed): Promise<void> {
  await sitting.meeting.phase('action')
  if (sitting.shape.action === 'export') return exportUnasked(sitting)
  const noTeam = await whyNoTeam(sitting)
  const count = `${plan.stories.length} stories, one task each.`
  for (let undone: string | null = null; ; ) {
    const answer = await ask(sitting, 'action.choose', {
      title: 'What becomes of the plan?',
      body: withPapers(sitting, [
        count,
        foundText(sitting),
        wouldCreate(sitting, plan),
        noTeam,
        undoneText(undone),
      ]),
      effects: {
        github: 'makes the issues on GitHub',
        team: 'the members build it in a worktree, on a branch of its own',
        audit: 'auditors read every file against the plan',
        ralf: 'prints the command',
        launch: 'prints the command',
        review: 'shows the papers and asks again',
        keep: 'ends the session with its plan',
      },
      grave: ['github'],
      without: noTeam === '' ? [] : ['team'],
    })
    if (answer.choose === 'review') continue
    await save(sitting, { action: answer.choose })
    if (answer.choose === 'team') return workOnPlan(sitting, plan)
    if (answer.choose === 'audit') return audit(sitting, { interview, prd: plan.text })
    if (answer.choose !== 'github') return handOver(sitting, handoffOf(answer.choose, groundOf(sitting)))
    undone = await exportPlan(sitting)
    if (undone === null) return
    await sitting.meeting.phase('action')
  }
}

/** The command was the person's word for the export, and for nothing else. */
export async function exportWanted(sitting: Sitting): Promise<void> {
  await sitting.meeting.phase('action')
  await save(sitting, { action: 'github' })
  await exportPlan(sitting)
}

/** Auto: its flag was the person's word for the export. What cannot be published lies ready. */
async function exportUnasked(sitting: Sitting): Promise<void> {
  await save(sitting, { action: 'github' })
  await exportPlan(sitting)
}

/** Quick: the choice is written down and the command printed; nothing is published. */
export async function chooseQuick(sitting: Sitting, tasks: number): Promise<void> {
  const { meeting, input } = sitting
  await meeting.phase('action')
  const answer = await ask(sitting, 'action.quick', {
    title: 'What becomes of the tasks?',
    body: withPapers(sitting, [`${tasks} tasks.`]),
    effects: {
      team: 'prints the command',
      ralf: 'prints the command',
      export: 'writes the issues as files and prints the command that publishes them',
      keep: 'nothing more',
    },
  })
  await save(sitting, { action: answer.choose })
  if (answer.choose !== 'export') return handOver(sitting, quickHandoffOf(answer.choose, sitting))
  await writeIssueFiles(sitting)
  const command = `${sitting.theme.command} --export ${input.slug}`
  await handOver(sitting, command)
}

async function handOver({ meeting }: Sitting, command: string | undefined): Promise<void> {
  if (command !== undefined) await meeting.note('handover', { lines: [command], remarks: [], text: command })
}

function groundOf({ input: { slug, idea }, folder }: Sitting): HandoffGround {
  return { slug, idea, folder }
}

function withPapers(sitting: Sitting, texts: readonly string[]): string {
  return [...texts, papersText(sitting)].filter((text) => text !== '').join('\n\n')
}

/** What an export would make, and where. */
function wouldCreate({ reach, texts, stand }: Sitting, { stories }: Plan): string {
  if (reach === null) return ''
  if (reach.kind === 'refused')
    return `GitHub cannot be used: ${reachText(reach.reason)}. An export would leave the issues ready as files.`
  const contract =
    texts.has('acceptance-contract.md') && stand.contractIssue === null ? ', the contract issue' : ''
  return `An export would make one milestone${contract} and ${stories.length} story issues in ${reach.repository.name}.`
}

/** Of a session whose papers may have come with a clone: what building it would run. */
function foundText({ input: { earlier }, texts }: Sitting): string {
  if (earlier === undefined) return ''
  const commands = gatesIn(texts.get('acceptance-contract.md') ?? '').map(({ command }) => inCode(command))
  return [
    'These papers were there before this meeting: read them before you choose.',
    ...(commands.length === 0 ? [] : [`Building it with the team runs: ${commands.join(', ')}.`]),
  ].join(' ')
}

function inCode(text: string): string {
  return `\`${oneLine(text).replaceAll('`', "'").slice(0, 200)}\``
}

function undoneText(reason: string | null): string {
  return reason === null ? '' : `The export was not done (${reason}); the issues lie ready as files.`
}

/** Empty where the members can build the plan. */
async function whyNoTeam(sitting: Sitting): Promise<string> {
  return (await canWork(sitting))
    ? ''
    : 'The team cannot build it here: there is no commit to start a branch from.'
}
