// The tools that a worker was offered, for whoever looks at a prompt: only to be read. None of them can be used.

import type { Grant, Tool } from '../../../kernel/agents.js'
import type { Equipment } from './equipment.js'
import { findWorker } from './packages.js'
import { packagesOf } from './shared.js'
import { resolveTools } from './toolboxes/resolve.js'

/** As they are defined now. Domain toolboxes are left out: they are programs, and looking at a prompt runs none. */
export async function definitionsOf(
  home: string,
  { of }: Extract<Grant, { kind: 'tools' }>,
): Promise<readonly Tool[]> {
  const asked = of as unknown as Equipment
  const packages = await packagesOf({ home })
  const worker = findWorker(packages, asked.worker)
  if (!worker) return []
  const { meeting, project } = asked
  const nothing = async () => ''
  const tools = await resolveTools(
    {
      worker: { ...worker, domainToolboxes: [] },
      project,
      meetingId: meeting as Parameters<typeof resolveTools>[0]['meetingId'],
      home,
      activity: home,
      integration: home,
      locks: { exclusively: (_, work) => work() },
      now: () => '',
      scrub: nothing,
      scrubbed: async () => ({ text: '', kinds: [] }),
      commitIntegration: async () => {},
      onEvent: () => {},
    },
    packages,
  )
  const run = async () => ({ ok: false, output: '' })
  return tools.map(({ name, description, input, writes }) => ({ name, description, input, writes, run }))
}
