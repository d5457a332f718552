// Tellings: how every protocol is told, and what a document is by where it lies. Whoever draws stories has one of these.

import { plainTelling } from './plain.js'
import type { DocumentPlace, Telling } from './telling.js'

export class Tellings {
  readonly all: readonly Telling[]

  constructor(all: readonly Telling[]) {
    this.all = all
  }

  /** The telling of this protocol; a plain one for a protocol that nobody here knows. */
  of(protocol: string): Telling {
    return this.all.find(({ protocols }) => Object.hasOwn(protocols, protocol)) ?? plainTelling
  }

  /** What people call such a meeting. */
  nameOf(protocol: string): string {
    const { protocols } = this.of(protocol)
    return (Object.hasOwn(protocols, protocol) ? protocols[protocol] : undefined) ?? protocol
  }

  /** Every protocol that is known, by the name that journals have for it. */
  get protocols(): readonly string[] {
    return this.all.flatMap(({ protocols }) => Object.keys(protocols))
  }

  placeOf(path: string): Place {
    return placeIn(
      path,
      this.all.flatMap(({ documents }) => documents),
    )
  }

  /** Folders of a project where meetings leave documents. */
  get folders(): readonly string[] {
    return this.all.flatMap(({ folders }) => folders)
  }
}

export type Place = Required<Omit<DocumentPlace, 'path'>>

export function placeIn(path: string, places: readonly DocumentPlace[]): Place {
  const place = places.find((known) => known.path.test(path))
  return { kind: place?.kind ?? 'other', title: place?.title ?? '', working: place?.working ?? false }
}
