// Fault words: what a gate found missing, as a sentence for the person. The words of the faults themselves are made in gates.ts.

import type { Gate } from './gates.js'

/** What each gate looks at. */
export const gateNames: Readonly<Record<Gate, string>> = {
  interview: 'Interview',
  members: 'Enough members',
  design: 'Design',
  sketch: 'Sketch',
  notes: 'Notes',
  tasks: 'Tasks',
  plan: 'Plan',
  verification: 'Verification',
  report: 'Audit report',
}

const sentences: Readonly<Record<string, (of: string) => string>> = {
  'no-intent': () => 'the summary does not say what is wanted',
  'no-score': (member) => `${member} has no score`,
  'no-section': (title) => `the section “${title}” is empty`,
  'no-resolution': (pair) => `the tension ${pair} has no resolution, or none with a reason`,
  'no-decision': () => 'no decision names what was chosen',
  'no-status': (id) => `it is not said whether the non-negotiable ${id} is met`,
  'no-reason': (id) => `it is not said where the non-negotiable ${id} is met, or why not`,
  unnamed: (member) => `${member} spoke and is named nowhere`,
  unknown: (id) => `${id} is named and does not exist`,
  'no-overview': () => 'there is no overview',
  'no-recommendation': (member) => `the recommendation of ${member} is missing`,
  'no-topic': () => 'the topic is not summed up',
  'no-highlights': () => 'three to five exchanges are to be chosen',
  'no-exchange': (id) => `the exchange ${id} does not exist`,
  'no-steps': () => 'two or three next steps are wanted',
  'no-tasks': () => 'one to twenty tasks with a title are wanted',
  'no-goal': () => 'no goal is given',
  'no-story': () => 'no story is given',
  'no-criterion': (story) => `the story ${story} has no acceptance criterion`,
  'not-seated': (story) => `the story ${story} belongs to nobody at the table`,
  'no-summary': () => 'there is no summary',
  'no-finding': (id) => `the finding ${id} does not exist`,
}

/** A fault is a word, with what it is about behind a colon; one that is not known is said as it is. */
export function faultWords(fault: string): string {
  const colon = fault.indexOf(':')
  const [word, of] = colon < 0 ? [fault, ''] : [fault.slice(0, colon), fault.slice(colon + 1)]
  return Object.hasOwn(sentences, word) ? (sentences[word]?.(of) ?? fault) : fault
}

/** Why a gate stopped the session, without the words of the line that programs read. */
export function gateReason(gate: Gate, faults: readonly string[]): string {
  return `the ${gateNames[gate].toLowerCase()} could not be accepted, also when asked for again: ${faults.map(faultWords).join('; ')}. Nothing is lost: going on asks anew`
}
