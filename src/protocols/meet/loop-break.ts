// A loop-break: the facilitator's turn when two voices go back and forth. The transcript has the rule's line above what is asked.

export const loopBreakRole = 'LOOP-BREAK'

export function loopBreakBody(line: string): string {
  return `${line}\n${breakRequest}`
}

export const breakRequest =
  'Two voices are going back and forth. Whoever speaks next: cite something new, decide, pin a proposal, or say what would change your mind.'

/** What people are told of a turn: of a loop-break only what is asked. */
export function plainBody(role: string, body: string): string {
  const asked = role === loopBreakRole ? body.slice(body.indexOf('\n') + 1).trim() : ''
  return asked === '' ? body : asked
}
