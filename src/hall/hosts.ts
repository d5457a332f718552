// Hosts: the protocols whose meetings the hall itself holds, because they need a ground of its making or outlive any command. A manifest
// says `hosted`, and the hall has a host for it here; every other meeting lies in the folder of its project and is held from there.

import type { Parley } from '../parley.js'
import { protocols } from '../protocols/index.js'
import type { Manifest, MeetingKind } from '../protocols/manifest.js'
import type { MeetingRef, TurnAllowance } from './api.js'
import type { KnownProject } from './projects.js'

/** What a meeting is opened with. */
export type Wanted = Parameters<Parley['prepare']>[0]

/** What a hosted meeting is: besides, what the programs of its turns may do. */
export type HostedWish = Wanted & TurnAllowance

/** Told as soon as the meeting has an id and a journal; its opening may still fail. */
export type Exists = (ref: MeetingRef) => void

export interface Host {
  /** What it asks for, in this project. */
  kind(project: KnownProject): MeetingKind
  /** Opens a meeting of it, which is under way when this returns. */
  open(project: KnownProject, wanted: HostedWish, exists?: Exists): Promise<MeetingRef>
}

/** By the name under which journals know the meetings. */
export type Hosts = ReadonlyMap<string, Host>

/** A protocol that says it is hosted and has no host could be chosen in a form, and opened nowhere: the hall does not begin then. */
export function mustHost(hosts: Hosts, among: readonly Manifest[] = protocols): void {
  const without = among
    .filter(({ hosted }) => hosted === true)
    .flatMap(({ meetings }) => Object.keys(meetings).filter((name) => !hosts.has(name)))
  if (without.length > 0)
    throw new Error(`The hall has no host for ${without.join(', ')}, which only it can hold.`)
}
