// Prompts of the calls beside the conversation: keywords, the reading of the code, adopting old files, judging and checking.

import { part } from '../../../kernel/turn/prompt-parts.js'
import { fencedBlock } from '../../../text/fenced-block.js'
import type { Role } from '../names.js'
import type { Topic } from '../rules/topics.js'
import { cardParts, type StateCard } from './card.js'
import {
  evidencePart,
  fencedPart,
  memberSystem,
  type PromptTexts,
  readTools,
  recordRules,
  type Table,
  workSystem,
} from './frame.js'
import { messageParts, type Turning } from './talk.js'

export function keywordsPrompt(table: Table, text: string): PromptTexts {
  return {
    system: workSystem(table),
    full: [
      fencedPart('text', 'What the item is about, in the person’s words:', 'text', text),
      part(
        'ask',
        'Answer first: 3 to 5 words of 2 to 40 characters by which the code of this would be found. Take words that stand in the text; prefer names of things over verbs.',
      ),
    ],
  }
}

export interface Found {
  readonly keyword: string
  readonly hits: number
  readonly files: readonly string[]
}

export function scanPrompt(
  table: Table,
  about: string,
  found: readonly Found[],
  discovery: string | null,
): PromptTexts {
  const hits = found.map(
    ({ keyword, hits: count, files }) =>
      `${keyword}: ${count} hits\n${files.map((file) => `  ${file}`).join('\n')}`,
  )
  return {
    system: [...workSystem(table), part('tools', readTools)],
    full: [
      fencedPart('about', 'What the item is about:', 'text', about),
      fencedPart(
        'discovery',
        'What is known of the project already; do not search it again:',
        'discovery',
        discovery,
      ),
      fencedPart('hits', 'What was found, by keyword:', 'hits', hits.join('\n')),
      part(
        'ask',
        'Answer first: how large this is (small 1 to 5 files, medium 6 to 15, large more) and why. Read the files that matter. List at most 80 with their category; paths that are there, ' +
          'except for `new`. At most 20 modules, 10 conventions, 40 dependencies.',
      ),
    ],
  }
}

export function adoptPrompt(
  table: Table,
  files: readonly { readonly file: string; readonly text: string }[],
  topics: readonly Topic[],
): PromptTexts {
  const criteria = topics.flatMap((topic) =>
    topic.criteria.filter(({ counts }) => counts === null).map(({ id, text }) => `${id}: ${text}`),
  )
  return {
    system: [...workSystem(table), evidencePart(), part('records', recordRules(null))],
    full: [
      ...files.map(({ file, text }) =>
        fencedPart(`file ${file}`, `${file} (\`kept:${file}\`):`, 'file', text),
      ),
      fencedPart('criteria', 'Criteria that may be claimed:', 'criteria', criteria.join('\n')),
      part(
        'ask',
        'Answer first: every record that these files already hold, at most 120, with the ids that they use and a quote from the file each. Source `draft`. Invent nothing; what is ' +
          'unclear stays out.',
      ),
    ],
  }
}

export interface Judged {
  readonly artifact: string
  readonly text: string
}

/** `check` ids by file: what a model judges before the first write. */
export const writeChecks: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'requirements-spec.md': {
    observable: 'every acceptance criterion could be judged by somebody who does not know the code',
    vague: 'no vague word stands where a number, a comparison or an example should',
  },
  'module-design.md': { responsibility: 'every module has one responsibility' },
}

export const finalChecks: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'requirements-spec.md': { dependencies: 'requirements that need each other say so' },
  'impact-analysis.md': { mitigations: 'mitigations are things that somebody can do' },
  'module-design.md': {
    adrs: 'the design does what the decisions say',
    buildable: 'a developer could build it without asking',
  },
}

/** Words that usually stand for a number that nobody has said. */
const vagueWords =
  'fast quick quickly easy easily simple simply friendly robust flexible efficient efficiently intuitive seamless scalable modern appropriate adequate reasonable'.split(
    ' ',
  )

export function vagueIn(text: string): string[] {
  const words = new Set(text.toLowerCase().match(/[a-z]+/g) ?? [])
  return vagueWords.filter((word) => words.has(word))
}

export function validatePrompt(table: Table, files: readonly Judged[]): PromptTexts {
  const checks = files.flatMap(({ artifact, text }) => {
    const lines = Object.entries(writeChecks[artifact] ?? {}).map(
      ([check, meaning]) => `- ${artifact}, \`${check}\`: ${meaning}`,
    )
    const words = vagueIn(text)
    return artifact === 'requirements-spec.md' && words.length > 0
      ? [...lines, `  These words stand in it; judge each where it stands: ${words.join(', ')}.`]
      : lines
  })
  return judging(
    table,
    files,
    `Answer first: the faults, if any. Judge only this:\n${checks.join('\n')}\nA fault names what is wrong and where, in one sentence. No fault is a good answer.`,
  )
}

/** `records`: the id, type and first words of each, since documents do not show every id that a fix needs. */
export function crosscheckPrompt(
  table: Table,
  files: readonly Judged[],
  records: string,
  role: Role | null,
): PromptTexts {
  const whose = role === null ? '' : ` Look at what is yours to mend: you are \`${role}\`.`
  const { system, full } = judging(
    table,
    files,
    'Answer first: where these documents contradict each other in meaning; ids were compared already.' +
      ' X2: an integration point whose interface does something else. X3: a module that does not belong to its decision. At most 40. A `fix` is a change by the owner of the record, and only where it ' +
      `changes no meaning that the person gave.${whose} No issue is a good answer.`,
  )
  return {
    system: [...system, evidencePart(), part('records', recordRules(role))],
    full: [fencedPart('ids', 'The records behind the documents:', 'records', records), ...full],
  }
}

export function finalizePrompt(table: Table, files: readonly Judged[]): PromptTexts {
  const checks = files.flatMap(({ artifact }) =>
    Object.entries(finalChecks[artifact] ?? {}).map(
      ([check, meaning]) => `- ${artifact}, \`${check}\`: ${meaning}`,
    ),
  )
  return judging(
    table,
    files,
    `Answer first: is this ready to be built (\`ready\`), and why, in at most 60 words? Then the faults:\n${checks.join('\n')}`,
  )
}

function judging(table: Table, files: readonly Judged[], ask: string): PromptTexts {
  return {
    system: workSystem(table),
    full: [
      ...files.map(({ artifact, text }) =>
        part(artifact, `${artifact}:\n\n${fencedBlock('document', text)}`),
      ),
      part('ask', ask),
    ],
  }
}

export interface TeamTurn {
  /** Three to five sentences of the draft. */
  readonly digest: string
  /** The architect alone is given what was found, at most 50 lines. */
  readonly scan: string | null
  readonly messages: Turning['messages']
  readonly card: StateCard
}

const messageForms = [
  '`progress` { persona, artifact, status written|updated|finalized, coverage_summary }',
  '`finding` { persona, topic, content, confidence high|medium|low }',
  '`complete` { persona, artifacts_written[], open_questions[] }',
  '`cross-check` { persona, inconsistencies_found, corrections_made[], status clean|corrected }',
  '`error` { persona, code, description, recovery_taken }',
]

export function teamPrompt(
  table: Table,
  role: Role,
  { digest, scan, messages, card }: TeamTurn,
): PromptTexts {
  const now = [
    ...messageParts({ messages }),
    ...cardParts(card),
    part(
      'ask',
      `Answer first: what in this concerns your field. At most 8 \`messages\`, \`persona\` is \`${role}\`:\n${messageForms.map((form) => `- ${form}`).join('\n')}\nThen your records and claims, each with ` +
        'evidence, and what you assume.',
    ),
  ]
  const scanned =
    role === 'solutions-architect' && scan !== null ? scan.split('\n').slice(0, 50).join('\n') : null
  return {
    system: [...memberSystem(table, role), part('tools', readTools)],
    full: [
      fencedPart('draft', 'What the item is about:', 'draft', digest),
      fencedPart('scan', 'What was found in the code:', 'scan', scanned),
      ...now,
    ],
    since: now,
  }
}
