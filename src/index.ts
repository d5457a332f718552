// parley as a library: every export is named on purpose. What is not here may change in any release.
//
// `parley(root)` is one workspace and its meetings, as the command uses it. The other exports are for programs with their own
// protocol, backend or journals.

export type { Agents } from './agents/recorded.js'
// Journals in folders, and what lists show of one.
export { summarise, workspaceJournals } from './journals.js'
// Agents: what gives a seat its voice.
export type {
  Backend,
  Exchange,
  Grant,
  Health,
  JsonSchema,
  PastCall,
  Prompt,
  Reply,
  Room,
  SayOptions,
  Seat,
  Tool,
  ToolEvent,
  ToolResult,
  ToolUse,
  Usage,
  Voice,
} from './kernel/agents.js'
// Errors: each has a code for programs and a hint for people.
export {
  BackendFailed,
  CannotGoOn,
  Damaged,
  Diverged,
  type ErrorCode,
  type FailureKind,
  Held,
  OtherVersion,
  OutsideBoundary,
  ParleyError,
  WrongUsage,
} from './kernel/errors.js'
export { seal, unseal } from './kernel/line/hash.js'
// The journal: the port, its lines, and what they fold to.
export type { Journal, Lease } from './kernel/line/journal.js'
export { type Entry, type Kind, kinds, type Line } from './kernel/line/line.js'
export type { LineData, Opened, Receipt, TurnData } from './kernel/line/line-data.js'
export type { Status, Summary } from './kernel/line/summary.js'
// Protocols: what a procedure is, and what it may do.
export type {
  ActOptions,
  Meeting,
  NotSaid,
  Protocol,
  Revision,
  Said,
  SeatPrompt,
  SpeakOptions,
  Spent,
  StructuredOptions,
  WriteOptions,
} from './kernel/protocol.js'
// Questions: one shape for every place where a meeting waits for the person.
export {
  type Answer,
  type AnsweredBy,
  answerTo,
  choices,
  type Option,
  type Question,
} from './kernel/question.js'
export type { Choice, Field, Fields, Given, Values } from './kernel/request.js'
// Holding a meeting by its parts.
export { answer } from './kernel/run/answer.js'
export type { Deps } from './kernel/run/deps.js'
export type { Documents } from './kernel/run/documents.js'
export type { MeetingEvent } from './kernel/run/events.js'
export { type Ending, hold, open, openQuestion } from './kernel/run/hold.js'
export { type Finding, type Verification, verify } from './kernel/verify/verify.js'
// The world: what `act` hands to a protocol.
export type { Commit, Files, Git, Library, Removal, Repository, World } from './kernel/world.js'
// A workspace and its meetings.
export type { MeetingRequest, OpenedAs, PreparedMeeting } from './opening.js'
export { type Company, type HeldUntil, type Own, type Parley, parley } from './parley.js'
// Manifests: how a protocol is offered, asked for and prepared.
export type {
  Around,
  Asking,
  Manifest,
  MeetingKind,
  NotReady,
  Prepared,
  Ready,
  Verb,
} from './protocols/manifest.js'
// Meetings from a program: opened, run and judged in a few lines.
export type { FailCondition, Verdict, VerdictSeat } from './rules/verdict.js'
export {
  type AnalyzeOptions,
  type CouncilOptions,
  type DeliberateOptions,
  type MeetOptions,
  openMeeting,
  type ProgramAnswer,
  type RunWith,
  type Started,
  type StartOptions,
  startAnalyze,
  startCouncil,
  startDeliberate,
  startMeet,
} from './start.js'
export { version } from './version.js'
export { fileJournal } from './workspace/journal-file.js'
