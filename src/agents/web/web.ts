// Web: the tools that reach the web in one run of a meeting, as the person's settings say. None where the web is off.

import type { Tool } from '../../kernel/agents.js'
import type { WebConfig } from '../../workspace/config.js'
import { maskedTool } from '../tools/define.js'
import { Reader, type ReaderOptions } from './reader.js'
import { fetchUrl } from './tools.js'

export interface WebOptions
  extends Pick<ReaderOptions, 'scrub' | 'readBefore' | 'limits' | 'resolve' | 'ca' | 'pauseMs'> {
  /** False: the workspace or the person switched the web off. */
  readonly config: WebConfig | false | undefined
}

/** The same tools for every call of the run: they share the count of pages. */
export function webTools({ config, ...options }: WebOptions): readonly Tool[] {
  if (config === false) return []
  const { allowHosts, maxPages } = config ?? {}
  const reader = new Reader({
    ...options,
    ...(allowHosts ? { allowHosts } : {}),
    ...(maxPages === undefined ? {} : { maxPages }),
  })
  return [maskedTool(fetchUrl(reader), options.scrub)]
}
