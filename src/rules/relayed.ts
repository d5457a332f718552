// Relayed answers: what the model of a host handed over in the person's name is never shown as the person's own. Pure.

interface Given {
  readonly by: string
  readonly name?: string | null | undefined
}

/** ` (relayed by claude-code 2.1)`; empty for every other answer. */
export function relayedNote({ by, name }: Given): string {
  return by === 'relayed' ? ` (relayed by ${name ?? 'a model'})` : ''
}

/** Words of an answer as a meeting quotes them: marked where a model handed them over. */
export function quotedWords(answer: Given & { readonly text?: string | undefined }): string {
  const { text = '' } = answer
  const note = relayedNote(answer).trim()
  return note === '' || text === '' ? text : `${note} ${text}`
}

/** What relays the first words of a talk that was recorded: they are a person's, and no model makes them anew. */
export const byRecording = 'a recording'

/** Who gave it, for a heading; `you` is what the person is called there. */
export function answererName({ by, name }: Given, you: string): string {
  if (by !== 'relayed') return name ?? you
  return name === byRecording ? you : `A model for ${you}`
}
