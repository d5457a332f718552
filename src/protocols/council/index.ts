// The council's four verbs, as surfaces use them.
//
//   convene   convene(world, documents, { template, yes }, ask)            world.root = the folder the command was started in
//   info      info(world, meetings) -> facts;  infoText(facts) -> text      world.root = nearest ancestor with councilFile
//   meeting   preflight -> leftovers -> identify -> openingInput -> open `council.meeting` under identity.id -> hold
//   work      preflight, preflightWork -> leftovers -> identify -> openingInput -> open `council.work` -> hold
//
// Leftovers: for each of `leftovers(world, meetings)` ask `aboutLeftover(it)`, then `settle(world, documents, it, choice)`.
// Stopping a work run: the first interrupt creates the (empty) file `stopPath(id)` below the root; the run sees it at the
// next turn boundary, finishes, and removes it. A second interrupt aborts the run through its signal.
// To watch: notes `round` { round, rows, table, size }, `progress` { line }, `warning` { text, paths? }, `handover` { lines }.

export type { Ask } from './ask.js'
export { type ConveneRequest, type Convening, convene, templates } from './convene.js'
export { councilFile, stopPath } from './documents/places.js'
export { type Identity, identify } from './identity.js'
export { type Info, info, infoText } from './info.js'
export { type CouncilInput, councilInput } from './input.js'
export { leftovers } from './leftovers.js'
export { meeting } from './meeting.js'
export type { Outcome, WorkOutcome } from './outcome.js'
export { type ConvenedCouncil, openingInput, preflight, preflightWork } from './preflight.js'
export { aboutLeftover, recreate, whichTemplate } from './questions.js'
export type { Leftover, LeftoverKind, Offer, OpenMeeting } from './rules/leftovers.js'
export { type Settlement, settle } from './settle.js'
export { work } from './work.js'
