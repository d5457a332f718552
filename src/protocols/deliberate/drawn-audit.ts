// Drawing of the audit: what was read of each zone, and what was not.

import type { Drawing } from '../../view/drawings.js'
import { fieldsOf, listIn, numberIn, textIn, textsIn } from '../../view/reading.js'
import { faceOf, type Story } from '../../view/story.js'

const states: Readonly<Record<string, string>> = {
  pending: 'not looked at yet',
  'in-progress': 'being read',
  clean: 'clean',
  flagged: 'has findings',
  'needs-review': 'to be read again',
}

const files = { one: 'file', many: 'files', done: 'read' }

export function drawnCoverage(data: unknown, story: Story): readonly Drawing[] {
  const bars = listIn(data, 'zones').map((zone) => {
    const status = textIn(zone, 'status') ?? ''
    const agent = textIn(zone, 'agent')
    const state = Object.hasOwn(states, status) ? (states[status] ?? status) : status
    return {
      name: textIn(zone, 'zone') ?? '',
      done: numberIn(zone, 'read') ?? 0,
      of: numberIn(zone, 'files') ?? 0,
      state: agent === undefined ? state : `${state}, ${faceOf(story, agent).name}`,
      left: textsIn(zone, 'unread'),
    }
  })
  if (bars.length === 0) return []
  const [read, all] = [numberIn(data, 'read') ?? 0, numberIn(data, 'files') ?? 0]
  const found = fieldsOf(data)['findings']
  const counts = ['critical', 'warning', 'info'].map((one) => `${numberIn(found, one) ?? 0} ${one}`)
  const remark = `Pass ${numberIn(data, 'pass') ?? 1}: ${read} of ${all} files read to their last line. Findings: ${counts.join(', ')}.`
  return [{ kind: 'bars', id: 'coverage', title: 'What the audit has read', counts: files, bars, remark }]
}
