// API client: every request that the page makes to the server, one function each, typed as the hall's answers.

import type {
  Afterwards,
  Ceilings,
  ClosePreview,
  CloseResult,
  Decision,
  DocumentView,
  Forms,
  Found,
  Health,
  MeetingEntry,
  MeetingRef,
  MeetingView,
  OpenMeeting,
  Project,
  RecordedMeeting,
  SourceView,
  TalkRequest,
  Ticked,
  Verified,
  Way,
} from '../../../hall/api.js'
import { get, post, remove } from './client.js'

export const api = {
  health: () => get<Health>('/api/health'),
  projects: () => get<readonly Project[]>('/api/projects'),
  register: (project: { name: string; path: string; title?: string }) =>
    post<Project>('/api/projects', project),
  deregister: (name: string) => remove<void>(`/api/projects/${encodeURIComponent(name)}`),
  meetings: (filter: Filter) => get<readonly MeetingEntry[]>(`/api/meetings${search(filter)}`),
  search: (filter: Filter) => get<Found>(`/api/search${search(filter)}`),
  open: (request: OpenMeeting) => post<MeetingRef>('/api/meetings', request),
  recordings: () => get<readonly RecordedMeeting[]>('/api/recorded'),
  recorded: (word: string) => post<MeetingRef>(`/api/recorded/${encodeURIComponent(word)}`),
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
  retry: (ref: MeetingRef, what: 'notes' | 'merge', settled = false) =>
    post<CloseResult>(`${at(ref)}/retry`, settled ? { what, settled } : { what }),
  verify: (ref: MeetingRef) => post<Verified>(`${at(ref)}/verify`),
  requests: (filter: Filter) => get<readonly TalkRequest[]>(`/api/requests${search(filter)}`),
  accept: (ref: MeetingRef, message?: string) =>
    post<MeetingRef>(`${at(ref)}/accept`, message ? { message } : {}),
  decline: (ref: MeetingRef, reason?: string) => post<void>(`${at(ref)}/decline`, reason ? { reason } : {}),
  defer: (ref: MeetingRef, until: string) => post<void>(`${at(ref)}/defer`, { until }),
  document: (project: string, path: string) =>
    get<DocumentView>(`/api/documents/${encodeURIComponent(project)}${search({ path })}`),
  source: (of: MeetingRef, ref: string) => get<SourceView>(`${at(of)}/source${search({ ref })}`),
  afterwards: (of: MeetingRef) => get<Afterwards>(`${at(of)}/afterwards`),
  exported: (of: MeetingRef, format: string) =>
    get<{ readonly name: string; readonly type: string; readonly text: string }>(
      `${at(of)}/export${search({ format })}`,
    ),
  fork: (of: MeetingRef, line: number) => post<MeetingRef>(`${at(of)}/fork`, { at: line }),
  decisions: (filter: Filter) => get<readonly Decision[]>(`/api/decisions${search(filter)}`),
  tick: (ref: MeetingRef, box: Ticked) => post<void>(`${at(ref)}/follow-ups`, box),
  ways: () => get<readonly Way[]>('/api/ways'),
  forms: (project: string) => get<Forms>(`/api/forms/${encodeURIComponent(project)}`),
}

export type Filter = Readonly<Record<string, string | undefined>>

function at({ project, id }: MeetingRef): string {
  return `/api/meetings/${encodeURIComponent(project)}/${encodeURIComponent(id)}`
}

function search(filter: Filter): string {
  const set = Object.entries(filter).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`
}
