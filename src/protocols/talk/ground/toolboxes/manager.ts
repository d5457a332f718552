// The manager's toolbox: asking the person to talk with some worker. The manager alone has it.

import { z } from 'zod'
import { define, ToolRefused, yes } from '../../../../agents/tools/define.js'
import type { Tool } from '../../../../kernel/agents.js'
import { requestId } from '../../documents/ids.js'
import { findWorker, type Packages } from '../packages.js'
import type { TalkTools } from './context.js'
import { existingArtifacts } from './lore.js'
import { fileRequest } from './requests.js'

export function managerToolbox(context: TalkTools, packages: Packages): readonly Tool[] {
  return [
    define({
      name: 'request_meeting',
      description:
        'Asks the person for a talk with one of the workers. They see the request and accept, defer or decline it.',
      writes: true,
      input: z.strictObject({
        worker: z.string().min(1).max(200).describe('Which worker, by name.'),
        reason: z.string().trim().min(1).max(10_000).describe('Why this talk is wanted.'),
        agenda: z
          .string()
          .trim()
          .min(1)
          .max(10_000)
          .optional()
          .describe('What is to be talked about; else the reason.'),
        referencedArtifacts: z
          .array(z.string().min(1).max(500))
          .max(50)
          .optional()
          .describe('Relative to .lore/.'),
      }),
      async run({ worker, reason, agenda, referencedArtifacts }) {
        const found = findWorker(packages, worker)
        if (found === null)
          throw new ToolRefused(`There is no worker "${worker}". There are: ${known(packages)}.`)
        const referenced = await existingArtifacts(context.activity, referencedArtifacts ?? [])
        const at = context.now()
        const idFor = (n: number) => requestId(at, reason, n)
        const id = await fileRequest(context, {
          idFor,
          at,
          worker: found.identity,
          reason,
          agenda,
          referenced,
        })
        return yes(`Asked for a talk with ${found.identity.name}: ${id}.`)
      },
    }),
  ]
}

function known({ workers }: Packages): string {
  return workers.map(({ packageName, identity }) => `${packageName} (${identity.name})`).join(', ') || 'none'
}
