// Rehearsals: what is said where no model is. An analysis has none yet; until it does, nothing pretends to be one.

export function notRehearsed(): never {
  throw new Error('An analysis cannot be rehearsed yet: give its lead a voice with --agents or --seat.')
}
