// Questions of the council: the pause after a round, what to do with a leftover, and two for convening.

import type { Question } from '../../kernel/question.js'
import type { Leftover } from './rules/leftovers.js'

/** The pause after a round. Free text steers the next round and never concludes. */
export function whereNext(table: string, size: string, unwritten = false): Question {
  return {
    id: 'round',
    title: 'Where next?',
    body: `${table}\n\n${size}\n\nWhatever you write steers the next round; the seats read your words as they are.`,
    grid: table,
    options: [
      { key: 'another-round', label: 'Another round', effect: 'goes on without new input' },
      {
        key: 'conclude',
        label: 'Conclude',
        effect: `ends the meeting; the chair synthesizes, and ${unwritten ? 'no file is written' : 'the record is committed to the branch that you are on'}`,
        grave: true,
      },
    ],
    freeText: { key: 'steer', label: 'Steer the next round' },
  }
}

export interface TemplateLine {
  readonly name: string
  readonly description: string
  readonly seats: readonly string[]
  readonly chair: string
}

export const recommended = 'software-team'

/** At most four are offered; any other is chosen by typing its name. `before` says why it is asked. */
export function whichTemplate(templates: readonly TemplateLine[], before = ''): Question {
  const first = templates.filter(({ name }) => name === recommended)
  const others = templates.filter(({ name }) => name !== recommended)
  const [offered, more] = [[...first, ...others].slice(0, 4), [...first, ...others].slice(4)]
  const named = more.map(({ name, description }) => `- ${name}: ${description}`)
  return {
    id: 'convene.template',
    title: 'Which council?',
    body: [before, more.length === 0 ? '' : ['Also there, by name:', '', ...named].join('\n')]
      .filter((part) => part !== '')
      .join('\n\n'),
    options: offered.map(({ name, description }) => ({
      key: name,
      label: name === recommended ? `${name} (Recommended)` : name,
      effect: description,
    })),
    freeText: { key: 'template', label: 'Another template, by name' },
    default: recommended,
  }
}

/** Asked before a council that is already there is overwritten. */
export function recreate(name: string, template: string, edited: readonly string[]): Question {
  const seats =
    edited.length === 0
      ? 'No seat file that would be overwritten differs from the library.'
      : `These seat files differ from the library and would lose their text: ${edited.join(', ')}.`
  return {
    id: 'convene.recreate',
    title: 'Overwrite this council?',
    body:
      `A council "${name}" is convened here. Convening ${template} overwrites .council/council.yaml and the copies in ` +
      `.council/seats/. Memory, records and scratchpads stay. ${seats}`,
    options: [
      { key: 'cancel', label: 'Cancel — keep the current council', effect: 'nothing is written' },
      {
        key: 'recreate',
        label: 'Recreate — overwrite roster and seats',
        effect: 'roster and seats become the template’s',
        grave: true,
      },
    ],
    personOnly: true,
  }
}

const offers = {
  resume: { label: 'Resume', effect: 'goes on where it stopped', grave: false },
  archive: { label: 'Archive', effect: '', grave: false },
  keep: { label: 'Keep', effect: 'leaves it as it is and goes on', grave: false },
  delete: { label: 'Delete', effect: 'removes worktree and branch, if nothing would be lost', grave: true },
} as const

/** One question for each leftover. `keep` is taken where nobody can answer. */
export function aboutLeftover(leftover: Leftover): Question {
  return {
    id: 'leftover',
    title: `Left over: ${leftover.title || leftover.id}`,
    body: [`${leftover.id}: ${leftover.what}.`, ...leftover.details].join('\n'),
    options: leftover.offers.map((key) => ({
      key,
      ...offers[key],
      ...(key === 'archive' ? { effect: leftover.archiving } : {}),
    })),
    default: 'keep',
  }
}
