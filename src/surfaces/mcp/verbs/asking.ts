// Questions: the person is asked through the host where it can ask them, and answers for themselves. Where it cannot, what the host's
// model hands over is recorded as relayed, never as the person's own word.

import {
  acceptedContent,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { MeetingRef, MeetingView } from '../../../hall/api.js'
import { CannotGoOn, ParleyError } from '../../../kernel/errors.js'
import type { Question } from '../../../kernel/question.js'
import { openQuestion } from '../../../kernel/run/hold.js'
import { meetingNamed } from '../desk.js'
import { oneLine, type Told } from '../results.js'
import type { Input } from '../tools.js'
import { type Calling, clientName } from './calling.js'
import { goOn } from './going-on.js'
import {
  askedOf,
  asksPerson,
  askText,
  choicesOf,
  type Open,
  saidBefore,
  stateOf,
  stopHere,
  waysOut,
} from './question-text.js'

const shortly = 1_200

export async function answer(
  calling: Calling,
  input: Input<'parley_answer'>,
): Promise<Told | { readonly ask: InputRequiredResult }> {
  const { place, desk, caller } = calling
  const ref = await meetingNamed(place, input.id)
  const view = await place.hall.meeting(ref)
  const open = questionNamed(view, input.question)
  if (asksPerson(caller, desk)) return asked(calling, ref, view, open, input)
  if (input.choose === undefined) return askText(calling, view, open)
  mustBeRelayed(calling, ref, open)
  return given(calling, ref, open, {
    choose: input.choose,
    text: input.text,
    by: 'relayed',
    name: clientName(calling),
  })
}

/** The person at the host answers, whatever its model would choose. */
async function asked(
  calling: Calling,
  ref: MeetingRef,
  view: MeetingView,
  open: Open,
  input: Input<'parley_answer'>,
): Promise<Told | { readonly ask: InputRequiredResult }> {
  const responses = calling.inputResponses
  const id = stateOf(ref, open)
  if (responses !== undefined && !Object.hasOwn(responses, id)) throw stale(ref)
  const response = inputResponse(responses, id)
  if (response.kind === 'missing')
    return {
      ask: elicitation(id, open.question, { said: await saidBefore(view, open), chosen: input.choose }),
    }
  if (response.kind !== 'elicit' || response.action !== 'accept') return unanswered(calling, view, open)
  const content = acceptedContent(responses, id, Content)
  if (content === undefined) return unanswered(calling, view, open)
  const text = content.text?.trim() ? content.text : undefined
  const takes = content.choose === open.question.freeText?.key
  return given(calling, ref, open, { choose: content.choose, text: takes ? text : undefined, by: 'person' })
}

/** A host without anybody at it declines at once: told to ask again, its model would ask for ever. */
async function unanswered(calling: Calling, view: MeetingView, open: Open): Promise<Told> {
  calling.desk.unanswered.add(askedOf(calling.caller, view, open))
  return { ...(await askText(calling, view, open)), next: `Nobody answered there. ${stopHere(view.id)}` }
}

const Content = z.object({ choose: z.string().max(200), text: z.string().max(100_000).optional() })

function elicitation(
  id: string,
  question: Question,
  { said, chosen }: { readonly said: string; readonly chosen: string | undefined },
): InputRequiredResult {
  const choices = choicesOf(question)
  const usual = choices.find(({ key }) => key === chosen)?.key
  return inputRequired({
    inputRequests: {
      [id]: inputRequired.elicit({
        message: messageOf(question, said),
        requestedSchema: {
          type: 'object',
          properties: {
            choose: {
              type: 'string',
              title: oneLine(question.title, 100),
              oneOf: choices.map(({ key, label }) => ({ const: key, title: label })),
              ...(usual === undefined ? {} : { default: usual }),
            },
            ...(question.freeText
              ? { text: { type: 'string', title: oneLine(`Your words, for ${question.freeText.key}`, 100) } }
              : {}),
          },
          required: ['choose'],
        },
      }),
    },
  }) as InputRequiredResult
}

/** Whole, however long: nobody is asked to accept what they have not been shown. */
function messageOf(question: Question, said: string): string {
  const lines = choicesOf(question).map(({ key, label }) => `${key}: ${label}`)
  const title = said.endsWith(question.title) ? '' : question.title
  const parts = [said, title, question.body.trim(), lines.join('\n')]
  return parts.filter((part) => part !== '').join('\n\n')
}

interface GivenHere {
  readonly choose: string
  readonly text?: string | undefined
  readonly by: 'person' | 'relayed'
  readonly name?: string
}

async function given(calling: Calling, ref: MeetingRef, open: Open, answered: GivenHere): Promise<Told> {
  const { text, ...rest } = answered
  const words = text === undefined ? {} : { text }
  try {
    await calling.place.hall.answer(ref, { ...rest, ...words, question: open.key })
  } catch (error) {
    throw error instanceof ParleyError && error.code === 'wrong-state' ? stale(ref) : error
  }
  return goOn(calling, ref, { waitMs: shortly })
}

function mustBeRelayed({ desk, place }: Calling, { id }: MeetingRef, { question }: Open): void {
  const ways = `${waysOut(id, question, place.page())}. ${stopHere(id)}`
  if (question.personOnly)
    throw new CannotGoOn('PERSON_ONLY', `"${question.title}" is answered by the person alone.`, ways)
  if (desk.relay === 'never')
    throw new CannotGoOn('PERSON_ONLY', 'No answer is taken from a model here (--relay never).', ways)
}

function questionNamed(view: MeetingView, name: string | undefined): Open {
  const open = name === undefined ? openQuestion(view.lines) : named(view, name)
  if (open) return open
  const now = openQuestion(view.lines)
  if (now) throw stale(view)
  throw new CannotGoOn('NO_QUESTION', `${view.id} asks nothing now.`, `Go on with parley_next id=${view.id}.`)
}

/** By its id, or by the key of its step. */
function named(view: MeetingView, name: string): Open | undefined {
  const byId = openQuestion(view.lines, name)
  const key = view.questions.find((one) => one.key === name)?.id
  return byId ?? (key === undefined ? undefined : openQuestion(view.lines, key))
}

function stale({ id }: Pick<MeetingRef, 'id'>): CannotGoOn {
  return new CannotGoOn(
    'STALE',
    'That question is no longer open; nothing was recorded.',
    `See what it asks now: parley_next id=${id}.`,
  )
}
