// Hosts: a protocol whose meetings the hall holds is opened by its own host, whichever protocol it is.

import { expect, test } from 'vitest'
import type { Manifest } from '../protocols/manifest.js'
import { repository, temporaryFolder } from '../workspace/temporary.suite.js'
import { put } from './hall.suite.js'
import { type Host, mustHost } from './hosts.js'
import { openMeeting } from './opening.js'
import type { Parts } from './parts.js'

test('a meeting of a hosted protocol is opened by its host, with the project, the fields and the voices that were asked for', async () => {
  const home = temporaryFolder()
  put(home, 'config.yaml', `projects:\n  - { name: demo, path: ${repository()} }\n`)
  const asked: unknown[] = []
  const host: Host = {
    kind: () => expect.fail('a form was not asked for'),
    async open({ name }, wanted, exists) {
      asked.push([name, wanted])
      const ref = { project: name, id: 'w-1' }
      exists?.(ref)
      return ref
    },
  }
  const parts = { home, hosts: new Map([['watch', host]]) } as unknown as Parts
  const request = { protocol: 'watch', project: 'demo', agents: 'claude', tide: 'high' }
  const told: unknown[] = []
  expect(await openMeeting(parts, request, (ref) => told.push(ref))).toEqual({ project: 'demo', id: 'w-1' })
  expect(told).toEqual([{ project: 'demo', id: 'w-1' }])
  expect(asked).toEqual([
    [
      'demo',
      {
        protocol: 'watch',
        fields: { tide: 'high' },
        agents: expect.objectContaining({ default: 'claude' }),
      },
    ],
  ])
  await expect(openMeeting(parts, { ...request, project: 'gone' })).rejects.toMatchObject({
    code: 'unknown-project',
  })
})

test('a protocol that says it is hosted and has no host keeps the hall from beginning', () => {
  const manifest = { hosted: true, meetings: { 'watch.night': {} } } as unknown as Manifest
  expect(() => mustHost(new Map(), [manifest])).toThrow('no host for watch.night')
  expect(() => mustHost(new Map(), [{ ...manifest, hosted: false }])).not.toThrow()
})
