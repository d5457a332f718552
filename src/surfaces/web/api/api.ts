// API client: calls any operation of the hall over HTTP, with the types that the table of operations gives it.

import type { MeetingRef } from '../../../hall/api.js'
import type { Operations } from '../../../hall/operations.js'
import { type OperationName, type Route, routes } from '../../../hall/routes.js'
import { ask } from './client.js'

type Run<N extends OperationName> = Operations[N]['run']
type Takes<N extends OperationName> = Parameters<Run<N>>[1]
type Gives<N extends OperationName> = Awaited<ReturnType<Run<N>>>

/** The parameters of its path. */
type Named<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Named<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never
type NamedOf<N extends OperationName> = Named<(typeof routes)[N]['path']>

/** All else that it takes. In a query every value is a text, which the server checks. */
type Given<N extends OperationName> = (typeof routes)[N]['method'] extends 'post'
  ? Besides<N>
  : { readonly [K in keyof Besides<N>]: string }
type Besides<N extends OperationName> = [NamedOf<N>] extends [never] ? Takes<N> : Omit<Takes<N>, NamedOf<N>>

type Last<G> = Record<never, never> extends G ? [given?: G] : [given: G]
type Args<N extends OperationName> = [NamedOf<N>] extends [never]
  ? Last<Given<N>>
  : [of: Readonly<Record<NamedOf<N>, string>>, ...Last<Given<N>>]

type Texts = Readonly<Record<string, string | undefined>>

/** `of` names what the path is about, and may hold more than that; only `given` is sent besides. */
export function call<N extends OperationName>(name: N, ...args: Args<N>): Promise<Gives<N>> {
  const { method, path }: Route = routes[name]
  const sent: readonly unknown[] = path.includes(':') ? args : [{}, ...args]
  const [of, given = {}] = sent as [Texts, object?]
  const at = pathOf(path, of)
  return method === 'post'
    ? ask('POST', at, given)
    : ask(method.toUpperCase(), `${at}${search(given as Texts)}`)
}

/** What changes anywhere. */
export const feed = '/api/events'

/** What is said in this meeting, and what changes anywhere: all that a tab hears. */
export function eventsOf({ project, id }: MeetingRef): string {
  return `${pathOf(routes['meeting.show'].path, { project, id })}/events?feed=1`
}

function pathOf(path: string, of: Texts): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(of[name] ?? ''))
}

function search(given: Texts): string {
  const set = Object.entries(given).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`
}
