// Words: figures and states as the page says them.

import type { MeetingEntry } from '../../../hall/api.js'
import type { Status } from '../../../kernel/summary.js'

/** 1 234 as `1,234`; from ten thousand on `12.3k`, from a million `1.2M`. */
export function figure(count: number): string {
  if (count >= 1_000_000) return `${short(count / 1_000_000)}M`
  return count >= 10_000 ? `${short(count / 1000)}k` : count.toLocaleString('en-US')
}

export function plural(count: number, word: string): string {
  return `${figure(count)} ${word}${count === 1 ? '' : 's'}`
}

/** Where a meeting stands, in words; a process at work is what makes it run. */
export function standing(entry: Pick<MeetingEntry, 'status' | 'live' | 'protocol'>): string {
  return entry.status === 'running' && !entry.live ? 'stopped in between' : statusWords[entry.status]
}

const statusWords: Readonly<Record<Status, string>> = {
  running: 'running',
  waiting: 'waits for you',
  paused: 'paused',
  halted: 'halted by a rule',
  failed: 'failed',
  aborted: 'aborted',
  concluded: 'concluded',
  damaged: 'damaged',
}

function short(value: number): string {
  return value >= 100 ? String(Math.round(value)) : (Math.floor(value * 10) / 10).toString()
}
