// Web: the tools that reach the web in one run of a meeting, as the person's settings say. None where the web is off.

import type { Tool } from '../../kernel/agents.js'
import type { WebConfig } from '../../workspace/config.js'
import { maskedTool } from '../tools/define.js'
import { Reader, type ReaderOptions } from './reader.js'
import { searchBy } from './search.js'
import { fetchUrl, webSearch } from './tools.js'

export interface WebOptions
  extends Pick<ReaderOptions, 'scrub' | 'readBefore' | 'limits' | 'resolve' | 'ca' | 'pauseMs'> {
  /** False: the workspace or the person switched the web off. */
  readonly config: WebConfig | false | undefined
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The same tools for every call of the run: they share the count of pages and what sites allow. */
export function webTools({ config, env, ...options }: WebOptions): readonly Tool[] {
  if (config === false) return []
  const { allowHosts, maxPages, search, searchUrl, apiKeyEnv } = config ?? {}
  const reader = new Reader({
    ...options,
    ...(allowHosts ? { allowHosts } : {}),
    ...(maxPages === undefined ? {} : { maxPages }),
  })
  const key = apiKeyEnv === undefined ? undefined : env[apiKeyEnv]
  const found =
    search === undefined || search === 'none' || search === 'provider'
      ? undefined
      : searchBy({ search, ...(searchUrl ? { url: searchUrl } : {}), ...(key ? { key } : {}) }, reader)
  const tools = [fetchUrl(reader), ...(found ? [webSearch(found)] : [])]
  return tools.map((tool) => maskedTool(tool, options.scrub))
}
