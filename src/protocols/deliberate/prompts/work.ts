// Prompts of path A: what a member builds, and what a verifier must show.

import type { SeatPrompt } from '../../../kernel/protocol.js'
import { type PromptPart, part } from '../../../kernel/turn/prompt-parts.js'
import { fencedBlock } from '../../../text/fenced-block.js'
import { hitsIn } from '../rules/keywords.js'
import { saysMore } from '../rules/plan.js'
import { chosenSkills } from '../rules/skills.js'
import { memberSeat, type Sitting } from '../sitting.js'
import { filesPart, memberPrompt, plainPrompt } from './frame.js'

export interface WorkTask {
  /** `T-001` */
  readonly id: string
  /** `US-001` */
  readonly story: string
  readonly title: string
  /** Who does it. */
  readonly member: string
  readonly words: string
  readonly criteria: readonly { readonly id: string; readonly words: string; readonly scenario: string }[]
  /** Findings of an audit are mended: there are no criteria with tests of their own. */
  readonly fixes?: boolean
  /** Of its commit. */
  readonly subject: string
}

const ownGround =
  'You work in a worktree of your own: the root of your tools is a copy of the last commit, on its own branch. Nothing outside of it can be changed. You have ' +
  'list_files, search_text, read_file, write_file, edit_file and run_command (one program, no shell). Installed dependencies may be missing there: install them if ' +
  'you need them and can. Test stubs below `.claude/` fail as long as they are stubs; where the project’s tests run them too, the engine leaves them out, so ' +
  'do not count them. Make no commits: the engine commits when you are done.'

export interface TaskNotes {
  readonly notes: readonly string[]
  readonly by: 'person' | 'engine'
}

export function taskPrompt(sitting: Sitting, task: WorkTask, { notes, by }: TaskNotes): SeatPrompt {
  const { member, criteria } = task
  const again = by !== 'person'
  const ask = [
    part('notes', notesText(notes, by)),
    part(
      'task',
      `${again ? 'Go on with' : 'Your task is'} ${task.id}, ${task.story}: ${task.title}\n${task.words}${doneWhen(criteria)}`,
    ),
    ...(again ? [] : [stubsPart(sitting, criteria), skillPart(sitting, task), part('ground', ownGround)]),
    part('ask', task.fixes ? fixIt : buildIt),
  ]
  return memberPrompt(sitting, memberSeat(sitting, member), { opening: [planPart(sitting)], ask })
}

const buildIt =
  'Build it now, with its tests. Every criterion has a test whose name holds its id (AC-001 in words, ac_001 in names of functions), in a file of the project, outside of ' +
  '`.claude/`; the engine runs it by that id and counts only what passes. A test that is skipped, or that says it is not implemented, proves nothing. Run what you wrote. ' +
  'Then say in at most 150 words which files you changed, what you ran and what it printed, and what is not done.'

const fixIt =
  'Mend each of them now, in as small a change as it takes, with a test where one can show it. A finding that is wrong you leave as it is, and say why. Run the tests of what you changed. ' +
  'Then say in at most 150 words, by finding: what you changed and where, what you ran and what it printed, and what is not done.'

function doneWhen(criteria: WorkTask['criteria']): string {
  if (criteria.length === 0) return ''
  const lines = criteria.map(
    ({ id, words, scenario }) => `- ${id}: ${words}${saysMore(scenario, words) ? `\n  ${scenario}` : ''}`,
  )
  return `\n\nIt is done when these hold:\n${lines.join('\n')}`
}

function notesText(notes: readonly string[], by: TaskNotes['by']): string {
  if (notes.length === 0) return ''
  const from = {
    person: 'The person adds to this task:',
    engine: 'The engine ran the checks, and this does not hold yet:',
  }[by]
  const text = notes.map((note) => `- ${note}`).join('\n')
  return by === 'person' ? `${from}\n${text}` : `${from}\n\n${fencedBlock('notes', text)}`
}

/** The papers of the session, for who has not seen them. */
function planPart({ texts }: Sitting): PromptPart {
  const files = ['design.md', 'prd.md'].flatMap((label) => {
    const text = texts.get(label)
    return text === undefined ? [] : [{ label, text }]
  })
  return filesPart('plan', 'The design and the plan that the person approved:', files)
}

/** Stubs show how each criterion can be tested; they lie outside the worktree. */
function stubsPart({ texts, folder }: Sitting, criteria: WorkTask['criteria']): PromptPart {
  const files = [...texts].filter(
    ([path, text]) => path.startsWith('test-stubs/') && criteria.some(({ id }) => text.includes(id)),
  )
  return filesPart(
    'stubs',
    `Stubs of its tests, which all fail (they lie in ${folder}, outside of the worktree). Write them into the project:`,
    files.map(([label, text]) => ({ label, text })),
  )
}

/** The one of the member's skills that fits the task; none where the task names nothing that it is for. */
function skillPart({ loaded }: Sitting, { member, title, words }: WorkTask): PromptPart {
  const own = loaded.get(member) ?? []
  const text = `${title} ${words}`
  const [best] = chosenSkills(own, text)
  const files = own.filter(({ skill, triggers }) => skill === best && hitsIn(text, triggers) > 0)
  return filesPart(
    'skill',
    'Your skill for this:',
    files.map(({ skill, text }) => ({ label: skill, text })),
  )
}

export function proofPrompt(criterion: {
  readonly id: string
  readonly words: string
  readonly method: string
  readonly test: string
}): SeatPrompt {
  return plainPrompt(
    [
      part(
        'seat',
        'You verify one criterion of a plan by running one program. You change nothing: not a file, not a setting. What cannot be shown by a program that ends with exit code 0 is not met.',
      ),
    ],
    [
      part('criterion', `${criterion.id} (${criterion.method}): ${criterion.words}`),
      part('hint', criterion.test === '' ? '' : `Its test is expected in ${criterion.test}.`),
      part(
        'ask',
        'The root of your tools is the worktree with the work. Find the one command that proves it, run it with run_command, and answer: `met`: whether it holds. `argv`: exactly the argv that you ran. ' +
          '`file` and `line`: where the proof stands, if it stands in a file. `why`: one sentence. A figure counts only if the program itself fails when it is missed.',
      ),
    ],
  )
}
