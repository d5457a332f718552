// Search: services that find pages, each behind one function. Which one, and with which key, is the person's to say.

import { z } from 'zod'
import { visibleText } from '../../documents/clean.js'
import type { Reader } from './reader.js'
import { type Got, WebRefused } from './request.js'

export interface Found {
  readonly title: string
  readonly url: string
  readonly snippet: string
}

export type Search = (query: string, count: number, signal: AbortSignal) => Promise<readonly Found[]>

export interface SearchSettings {
  readonly search: 'searxng' | 'brave' | 'tavily'
  readonly url?: string
  /** The key itself, from the variable that the settings name. */
  readonly key?: string
}

/** Undefined where what the service needs is missing: then the tool is not there. */
export function searchBy(settings: SearchSettings, reader: Reader): Search | undefined {
  const { search, url, key } = settings
  if (search === 'searxng') return url === undefined ? undefined : searxng(url, reader)
  if (key === undefined || key === '') return undefined
  return search === 'brave' ? brave(url ?? braveUrl, key, reader) : tavily(url ?? tavilyUrl, key, reader)
}

const braveUrl = 'https://api.search.brave.com/res/v1/web/search'
const tavilyUrl = 'https://api.tavily.com/search'

const text = z.string().catch('')
const Results = z.array(
  z.object({ title: text, url: z.string(), content: text.optional(), description: text.optional() }),
)

function searxng(base: string, reader: Reader): Search {
  return async (query, count, signal) => {
    const url = new URL(`${base.replace(/\/+$/, '')}/search`)
    url.searchParams.set('q', query)
    url.searchParams.set('format', 'json')
    const got = await reader.ask(url, { accept: 'application/json' }, signal)
    if (got.status === 403)
      throw new WebRefused('403: the search service gives no JSON; enable the json format there')
    return foundIn(got, z.object({ results: Results }), ({ results }) => results, count)
  }
}

function brave(base: string, key: string, reader: Reader): Search {
  return async (query, count, signal) => {
    const url = new URL(base)
    url.searchParams.set('q', query)
    url.searchParams.set('count', String(count))
    const got = await reader.ask(url, { accept: 'application/json', 'x-subscription-token': key }, signal)
    return foundIn(
      got,
      z.object({ web: z.object({ results: Results }).optional() }),
      ({ web }) => web?.results ?? [],
      count,
    )
  }
}

function tavily(base: string, key: string, reader: Reader): Search {
  return async (query, count, signal) => {
    const post = JSON.stringify({ query, max_results: count })
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      authorization: `Bearer ${key}`,
    }
    const got = await reader.ask(new URL(base), headers, signal, post)
    return foundIn(got, z.object({ results: Results }), ({ results }) => results, count)
  }
}

/** What the service answered is as foreign as a page. */
function foundIn<T>(
  { status, body }: Got,
  schema: z.ZodType<T>,
  pick: (read: T) => z.infer<typeof Results>,
  count: number,
): readonly Found[] {
  if (status !== 200) throw new WebRefused(`${status}: the search service refuses`)
  const read = schema.safeParse(jsonIn(body))
  if (!read.success) throw new WebRefused('the search service answered something else than results')
  return pick(read.data)
    .filter(({ url }) => /^https?:\/\//i.test(url))
    .slice(0, count)
    .map(({ title, url, content, description }) => ({
      title: visibleText(title),
      url: visibleText(url),
      snippet: visibleText(content ?? description ?? ''),
    }))
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
