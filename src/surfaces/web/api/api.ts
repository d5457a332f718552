// API client: every request that the page makes to the server, one function each, typed as the hall's answers.

import type {
  Adopting,
  Adoption,
  Afterwards,
  Ceilings,
  Check,
  ClosePreview,
  CloseResult,
  Decision,
  DocumentEntry,
  DocumentView,
  Estimate,
  FileView,
  Forms,
  Found,
  Health,
  MeetingEntry,
  MeetingRef,
  MeetingView,
  OpenMeeting,
  Project,
  SetUp,
  SourceView,
  StandingEdit,
  StandingView,
  TalkRequest,
  Ticked,
  Verified,
  VoiceCheck,
  VoicesAsked,
  Way,
} from '../../../hall/api.js'
import type { Given } from '../../../kernel/request.js'
import { get, post, remove } from './client.js'

export const api = {
  health: () => get<Health>('/api/health'),
  projects: () => get<readonly Project[]>('/api/projects'),
  register: (project: { name: string; path: string; title?: string }) =>
    post<Project>('/api/projects', project),
  deregister: (name: string) => remove<void>(`/api/projects/${encodeURIComponent(name)}`),
  meetings: (filter: Filter) => get<readonly MeetingEntry[]>(`/api/meetings${search(filter)}`),
  search: (filter: Filter) => get<Found>(`/api/search${search(filter)}`),
  estimate: (request: OpenMeeting) => post<Estimate>('/api/estimate', request),
  open: (request: OpenMeeting) => post<MeetingRef>('/api/meetings', request),
  checkVoices: (asked: VoicesAsked & { project: string }) =>
    post<readonly VoiceCheck[]>('/api/voices', asked),
  recorded: () => post<MeetingRef>('/api/recorded'),
  meeting: (ref: MeetingRef) => get<MeetingView>(at(ref)),
  /** What is said in this meeting, and what changes anywhere: all that a tab hears. */
  events: (ref: MeetingRef) => `${at(ref)}/events?feed=1`,
  feed: '/api/events',
  answer: (ref: MeetingRef, given: { question: string; choose: string; text?: string }) =>
    post<void>(`${at(ref)}/answer`, given),
  message: (ref: MeetingRef, text: string) => post<void>(`${at(ref)}/messages`, { text }),
  interrupt: (ref: MeetingRef) => post<unknown>(`${at(ref)}/interrupt`),
  preview: (ref: MeetingRef) => get<ClosePreview>(`${at(ref)}/preview`),
  close: (ref: MeetingRef) => post<CloseResult>(`${at(ref)}/close`),
  resume: (ref: MeetingRef, ceilings: Ceilings = {}) => post<void>(`${at(ref)}/resume`, ceilings),
  drop: (ref: MeetingRef) => post<void>(`${at(ref)}/drop`),
  adoption: (ref: MeetingRef, voices: VoicesAsked) => post<Adoption>(`${at(ref)}/adoption`, voices),
  adopt: (ref: MeetingRef, given: Adopting) => post<void>(`${at(ref)}/adopt`, given),
  rename: (ref: MeetingRef, title: string) => post<void>(`${at(ref)}/rename`, { title }),
  retry: (ref: MeetingRef, what: 'notes' | 'merge', settled = false) =>
    post<CloseResult>(`${at(ref)}/retry`, settled ? { what, settled } : { what }),
  verify: (ref: MeetingRef) => post<Verified>(`${at(ref)}/verify`),
  requests: (filter: Filter) => get<readonly TalkRequest[]>(`/api/requests${search(filter)}`),
  accept: (ref: MeetingRef, message?: string) =>
    post<MeetingRef>(`${at(ref)}/accept`, message ? { message } : {}),
  decline: (ref: MeetingRef, reason?: string) => post<void>(`${at(ref)}/decline`, reason ? { reason } : {}),
  defer: (ref: MeetingRef, until: string) => post<void>(`${at(ref)}/defer`, { until }),
  documents: (filter: Filter) => get<readonly DocumentEntry[]>(`/api/documents${search(filter)}`),
  document: (project: string, path: string) =>
    get<DocumentView>(`/api/documents/${encodeURIComponent(project)}${search({ path })}`),
  source: (of: MeetingRef, ref: string) => get<SourceView>(`${at(of)}/source${search({ ref })}`),
  file: (of: MeetingRef, ref: string) => get<FileView>(`${at(of)}/file${search({ ref })}`),
  afterwards: (of: MeetingRef) => get<Afterwards>(`${at(of)}/afterwards`),
  exported: (of: MeetingRef, format: string) =>
    get<{ readonly name: string; readonly type: string; readonly text: string }>(
      `${at(of)}/export${search({ format })}`,
    ),
  fork: (of: MeetingRef, line: number) => post<MeetingRef>(`${at(of)}/fork`, { at: line }),
  decisions: (filter: Filter) => get<readonly Decision[]>(`/api/decisions${search(filter)}`),
  standing: (project: string) => get<readonly StandingView[]>(`/api/standing/${encodeURIComponent(project)}`),
  setUp: (project: string, name: string, values: Given, yes: boolean) =>
    post<SetUp>(keptAt(project, name), { values, yes }),
  editStanding: (project: string, name: string, edit: StandingEdit) =>
    post<void>(`${keptAt(project, name)}/papers`, edit),
  tick: (project: string, name: string, box: Ticked) =>
    post<void>(`${keptAt(project, name)}/follow-ups`, box),
  doctor: (project: string) => get<readonly Check[]>(`/api/doctor/${encodeURIComponent(project)}`),
  tryVoices: (project: string) => post<readonly Check[]>(`/api/doctor/${encodeURIComponent(project)}`),
  ways: () => get<readonly Way[]>('/api/ways'),
  forms: (project: string) => get<Forms>(`/api/forms/${encodeURIComponent(project)}`),
}

export type Filter = Readonly<Record<string, string | undefined>>

function at({ project, id }: MeetingRef): string {
  return `/api/meetings/${encodeURIComponent(project)}/${encodeURIComponent(id)}`
}

function keptAt(project: string, name: string): string {
  return `/api/standing/${encodeURIComponent(project)}/${encodeURIComponent(name)}`
}

function search(filter: Filter): string {
  const set = Object.entries(filter).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`
}
