// How structured replies of a deliberation are told: in words, as Markdown. What a note, a question or a document shows in full right
// after the reply is only counted here.

import { fieldsOf, listIn, numberIn, textIn, textsIn } from '../../view/reading.js'
import { faceOf, type Story } from '../../view/story.js'

type ReplyTelling = (value: unknown, story: Story) => string

/** Undefined for a call that this parley does not know. */
export function reply(call: string, value: unknown, story: Story): string | undefined {
  const id = call.replace(/\.again$/, '')
  return Object.hasOwn(replies, id) ? replies[id]?.(value, story) : undefined
}

const replies: Readonly<Record<string, ReplyTelling>> = {
  'brainstorm.synthesis': (value) =>
    labelled(value, { agree: 'Where they agree', tension: 'Key tension', next_step: 'Next step' }),
  'interview.questions': questions,
  'interview.summary': (value) =>
    blocks(
      textIn(value, 'intent'),
      list('Settled', textsIn(value, 'decisions')),
      list('Open', textsIn(value, 'open_questions')),
    ),
  'interview.topic': (value) => blocks(bold(textIn(value, 'topic')), textIn(value, 'summary')),
  'assembly.semantic': (value) => `Scored ${counted(listIn(value, 'members').length, 'lens', 'lenses')}.`,
  pairing: (value) => `Found ${counted(listIn(value, 'pairs').length, 'pair')} to challenge each other.`,
  synthesis: design,
  'design.revise': design,
  sketch: (value, story) =>
    blocks(
      textIn(value, 'overview'),
      list(
        'Recommended',
        listIn(value, 'recommendations').map(
          (one) => `${bold(nameIn(story, one, 'member'))}: ${textIn(one, 'text') ?? ''}`,
        ),
      ),
      list('Open', textsIn(value, 'open_questions')),
    ),
  tasklist: (value) =>
    numbered(
      listIn(value, 'tasks').map(
        (one) => `${bold(textIn(one, 'title'))} — ${textIn(one, 'description') ?? ''}`,
      ),
    ),
  'meeting.questions': (value, story) =>
    bullets(
      listIn(value, 'questions').map(
        (one) => `to ${nameIn(story, one, 'to')}: ${textIn(one, 'question') ?? ''}`,
      ),
    ) || 'No question to anybody.',
  'meeting.answer': (value) => labelled(value, { answer: '', follow_up: 'Asks back' }),
  'meeting.followup': (value) => labelled(value, { answer: '' }),
  'meeting.synthesis': (value) =>
    labelled(value, {
      insight: 'Key insight',
      tension: 'Unresolved tension',
      recommendation: 'Recommendation',
      question: 'Question for you',
    }),
  'meeting.notes': (value) =>
    blocks(textIn(value, 'summary'), list('Next steps', textsIn(value, 'next_steps'))),
  prd: plan,
  'prd.revise': plan,
  'verify.criterion': (value) => {
    const met = fieldsOf(value)['met'] === true
    const ran = textsIn(value, 'argv').join(' ')
    return blocks(`${met ? 'Met' : 'Not met'}: ${textIn(value, 'why') ?? ''}`, ran && `Ran ${code(ran)}`)
  },
  'audit.criteria': (value) => list('To look for', textsIn(value, 'criteria')),
  'audit.zone': zone,
  'audit.gaps': (value) =>
    list(
      'To be read once more',
      listIn(value, 'reopen').map((one) => `${textIn(one, 'zone') ?? ''}: ${textIn(one, 'why') ?? ''}`),
    ) || 'Nothing to read once more.',
  'audit.report': (value) =>
    blocks(
      textIn(value, 'summary'),
      numbered(
        listIn(value, 'recommendations').map(
          (one) => `${textIn(one, 'text') ?? ''} (${textsIn(one, 'findings').join(', ')})`,
        ),
      ),
    ),
  'skill.note': (value) =>
    bullets(
      listIn(value, 'notes').map(
        (one) => `${textIn(one, 'skill') ?? ''}: ${textIn(one, 'observation') ?? ''}`,
      ),
    ) || 'Nothing to note about the skills.',
}

/** The questions themselves follow as the question to the person. */
function questions(value: unknown, story: Story): string {
  const asked = listIn(value, 'questions').length
  const near = listIn(value, 'scores')
    .map((one) => ({ name: nameIn(story, one, 'member'), score: numberIn(one, 'score') ?? 0 }))
    .filter(({ score }) => score >= 3)
    .toSorted((one, other) => other.score - one.score)
    .map(({ name, score }) => `${name} ${score}`)
  const nearest = near.length === 0 ? '' : ` Nearest to the idea, of 5: ${near.join(', ')}.`
  const more = textIn(value, 'why')
  return blocks(
    `${asked === 0 ? 'No further question.' : `${counted(asked, 'question')} to choose from.`}${nearest}`,
    fieldsOf(value)['more'] === true && more !== undefined && `One more round is needed: ${more}`,
  )
}

/** Tensions and non-negotiables follow as notes, and the design as a document. */
function design(value: unknown): string {
  const decided = listIn(value, 'decisions').map(
    (one) => `${textIn(one, 'decision') ?? ''}: ${bold(textIn(one, 'chosen'))}`,
  )
  return blocks(textIn(value, 'overview'), list('Decided', decided))
}

/** The stories follow as a note. */
function plan(value: unknown): string {
  return blocks(textIn(value, 'overview'), list('Goals', textsIn(value, 'goals')))
}

function zone(value: unknown): string {
  const found = listIn(value, 'findings').map((one) => {
    const line = numberIn(one, 'line')
    const place = `${textIn(one, 'file') ?? ''}${line === undefined ? '' : `:${line}`}`
    return `${textIn(one, 'severity') ?? ''} ${code(place)} ${textIn(one, 'title') ?? ''}`
  })
  const claimed = counted(textsIn(value, 'files_read').length, 'file')
  return blocks(`Says that it read ${claimed}.`, bullets(found) || 'No findings.')
}

/** Fields as labelled paragraphs; those that are missing are left out. */
function labelled(value: unknown, labels: Readonly<Record<string, string>>): string {
  const parts = Object.entries(labels).map(([field, label]) => {
    const text = textIn(value, field)
    return text === undefined || label === '' ? text : `**${label}:** ${text}`
  })
  return blocks(...parts)
}

function blocks(...parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => typeof part === 'string' && part.trim() !== '').join('\n\n')
}

function list(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `${title}:\n\n${bullets(items)}`
}

/** One line each, so that no item can begin another. */
function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${oneLine(item)}`).join('\n')
}

function numbered(items: readonly string[]): string {
  return items.map((item, at) => `${at + 1}. ${oneLine(item)}`).join('\n')
}

function oneLine(text: string): string {
  return text.replace(/[\s\u0085\u2028\u2029]+/g, ' ').trim()
}

function bold(text: string | undefined): string {
  const words = oneLine(text ?? '').replaceAll('*', '')
  return words === '' ? '' : `**${words}**`
}

function code(text: string): string {
  return `\`${oneLine(text).replaceAll('`', '')}\``
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** A member is named by id or display name, in any case. */
function nameIn(story: Story, value: unknown, field: string): string {
  const said = textIn(value, field) ?? ''
  return faceOf(story, said.toLowerCase()).name
}
