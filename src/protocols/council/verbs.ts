// Commands of the council that open no session: `convene` and `info`.

import type { Fields } from '../../kernel/request.js'
import { verb } from '../manifest.js'
import { type Convening, convene, templateChoices } from './convene.js'
import { councilFile, recordPath } from './documents/places.js'
import { info, infoText } from './info.js'
import { tickOff } from './tick-off.js'

const conveneFields = {
  template: {
    kind: 'text',
    label: 'Template',
    help: 'which council; asked for when absent, software-team where nobody can be asked',
    operand: 'TEMPLATE',
  },
} as const satisfies Fields

export const conveneVerb = verb({
  about:
    'Seats a council in this folder: .council/council.yaml with its roster and budgets, and one editable persona a seat.\n' +
    'A council that is already here is overwritten only with your word (or --yes); memory and records always stay.',
  examples: [
    ['parley council convene software-team', 'a staff engineer in the chair, security, QA and product'],
    ['parley council convene', 'choose from all templates'],
    ['parley council convene c-suite --yes', 'overwrites the council that is here'],
  ],
  fields: conveneFields,
  here: true,
  options: async ({ world }) => ({ template: await templateChoices(world) }),
  async run({ template }, { world, documents }, { ask, yes, command }) {
    const done = await convene(world, documents, { template, yes }, ask)
    const { kind, ...facts } = done
    return {
      text: convenedText(done, command),
      event: { type: 'convened', done: kind === 'convened', ...facts },
    }
  },
})

export const infoVerb = verb({
  about:
    'The council of this folder: its seats and budgets, the follow-ups that are still open, and loose ends.',
  examples: [['parley council info', 'who they are and what is left to do']],
  fields: {},
  marker: councilFile,
  async run(_, around, { columns }) {
    const facts = await info(around.world, await around.meetings())
    return { text: infoText(facts, columns), event: { type: 'council', ...facts } }
  },
})

const doneFields = {
  number: {
    kind: 'text',
    label: 'Number',
    help: 'which follow-up, as `parley council info` and `parley` number them',
    operand: 'NUMBER',
    required: true,
  },
} as const satisfies Fields

export const doneVerb = verb({
  about:
    'Ticks an open follow-up off: its box in the record becomes `- [x]`, as if you had edited the file. Nothing is committed, and\n' +
    '`parley verify` takes a ticked box for no edit.',
  examples: [['parley council done 2', 'the second of the open follow-ups is done']],
  fields: doneFields,
  marker: councilFile,
  async run({ number }, { world, documents }) {
    const { item, owner, id, left } = await tickOff(world, documents, number)
    const more = left === 0 ? 'None is open now.' : `${left} still open.`
    return {
      text: `Done: ${item} (${owner}).\nTicked in ${recordPath(id)}, not committed. ${more}`,
      event: { type: 'follow-up', done: true, item, owner, id, left },
    }
  },
})

function convenedText(done: Convening, command: string): string {
  if (done.kind === 'cancelled') return `Kept the council "${done.name}"; nothing was written.`
  return (
    `Convened "${done.name}": ${done.description}\n` +
    `  Chair: ${done.chair}\n  Seats: ${done.seats.join(', ')}\n\n` +
    'Edit .council/council.yaml and .council/seats/ as you like: they are yours.\n' +
    `Next: ${command} council meeting "…"`
  )
}
