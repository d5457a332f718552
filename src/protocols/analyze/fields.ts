// What an analysis is asked for with. At the command line long texts come from files; on the page and over HTTP they are given as text.

import type { Fields } from '../../kernel/request.js'
import { webField } from '../web-field.js'
import { itemSources, type Tier, tiers } from './names.js'

const tierWords: Readonly<Record<Tier, string>> = {
  trivial: 'recorded shortly, nothing is signed off',
  light: 'requirements and design are signed off',
  standard: 'requirements, architecture and design are signed off',
  epic: 'as standard, and looked into more deeply',
}

export const exchangeBounds = { least: 3, most: 100, usual: 30 } as const

export const fields = {
  slug: {
    kind: 'text',
    label: 'Item',
    help: 'its short name in letters, digits and dashes; made from the draft where it is left out',
    operand: 'SLUG',
  },
  draft: {
    kind: 'text',
    label: 'Draft',
    help: 'the idea or the ticket, as it is',
    takes: 'FILE',
    fromFile: true,
    lines: 10,
  },
  source: {
    kind: 'choice',
    label: 'Source',
    help: 'where the item comes from',
    takes: 'SOURCE',
    unset: { label: 'not said', about: 'as its folder says, else manual' },
    among: itemSources.map((value) => ({ value, label: value, about: '' })),
  },
  sourceId: {
    kind: 'text',
    label: 'Source id',
    help: 'what it is called there, such as GH-42',
    takes: 'ID',
  },
  tier: {
    kind: 'choice',
    label: 'Tier',
    help: 'how large it is; decided together where it is left open',
    takes: 'TIER',
    unset: {
      label: 'decide together',
      about: 'proposed once the code is read, and asked before the first sign-off',
    },
    among: tiers.map((value) => ({ value, label: value, about: tierWords[value] })),
  },
  light: { kind: 'switch', label: 'Light', help: 'the same as the tier light', advanced: true },
  discovery: {
    kind: 'text',
    label: 'What is known',
    help: 'what is known of the project: architecture, tests, observed behaviour',
    takes: 'FILE',
    fromFile: true,
    lines: 6,
    advanced: true,
  },
  team: {
    kind: 'switch',
    label: 'Team',
    help: 'each analyst has a seat and a voice of its own',
    advanced: true,
  },
  root: {
    kind: 'text',
    label: 'Root',
    help: 'the folder of all items, below the project (docs/requirements)',
    takes: 'DIR',
    advanced: true,
  },
  personas: {
    kind: 'text',
    label: 'Personas',
    help: 'the only folder where personas are looked for',
    takes: 'DIR',
    advanced: true,
  },
  topics: {
    kind: 'text',
    label: 'Topics',
    help: 'the only folder where topics are looked for',
    takes: 'DIR',
    advanced: true,
  },
  maxExchanges: {
    kind: 'number',
    label: 'Most exchanges',
    help: 'of the talk, before what there is goes to sign-off; otherwise 30',
    least: exchangeBounds.least,
    most: exchangeBounds.most,
    advanced: true,
  },
  web: webField,
  again: {
    kind: 'switch',
    label: 'Again',
    help: 'analyse a finished item anew',
    advanced: true,
  },
} as const satisfies Fields
