// Ports: what the kernel needs for a run or a check of a meeting in one workspace.

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Voices } from '../agents/voices.js'
import { CannotGoOn } from '../kernel/errors.js'
import type { Opened } from '../kernel/line/line-data.js'
import type { Deps } from '../kernel/run/deps.js'
import { free } from '../rules/money.js'
import { workspaceDocuments } from '../workspace/documents.js'
import { foldersOf, withoutFolders } from '../workspace/machine-folders.js'
import { personName } from '../workspace/person.js'
import { scrubbed } from '../workspace/secrets.js'
import type { Company, Wired } from './wired.js'

export function depsFor(wired: Wired, voices: Voices, company: Company, opened: Opened): Deps {
  const { root, journals, world, own } = wired
  return {
    world,
    documents: workspaceDocuments(root),
    cwd: root,
    backendFor: (seat) => voices.backendFor(seat),
    toolsFor: (grant) =>
      grant.kind === 'tools' ? (own.tools?.(grant) ?? Promise.resolve([])) : voices.toolsFor(grant),
    pageOf: (id, hash) => journals.of(id).kept(hash, 'page'),
    ceiling: voices.ceiling,
    money: voices.money,
    timeoutMs: voices.timeoutMs,
    scrub: scrubbed,
    person: personOf(wired, opened),
    now: () => new Date(),
    random: () => randomBytes(5).toString('base64url').replace(/[-_]/g, 'x').slice(0, 6).toLowerCase(),
    wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => {}),
    keepSummary: async () => {},
    answer: async (question, signal) => {
      const answer = await company.answer(question, signal)
      if (answer) await voices.answered(answer)
      return answer
    },
    observe: company.observe,
    signal: company.signal,
    ...(company.drain ? { drain: company.drain } : {}),
    ...(company.turnSignal ? { turnSignal: company.turnSignal } : {}),
  }
}

/** Looked up for each answer: the settings may have changed since the run began. */
export function personOf({ root, home, own }: Wired, { input }: Opened): Deps['person'] {
  return async () => personName(home, (await own.personIn?.(input)) ?? root)
}

/** A journal must not tell its readers where the workspace is on this machine. */
export async function namingNoFolder({ root, home, own }: Wired): Promise<(text: string) => string> {
  return withoutFolders([...foldersOf(root, home), ...((await own.folders?.()) ?? [])])
}

/** Voices for a check, which calls no model. */
export const silent: Voices = {
  backendFor: () => Promise.reject(new CannotGoOn('SILENT', 'A verification calls no model.')),
  toolsFor: () => [],
  ceiling: null,
  money: { ceiling: null, priceOf: () => null, mustKnow: () => {}, dearest: free },
  timeoutMs: 0,
  answered: async () => {},
  close: async () => {},
}

export const nobody: Company = {
  answer: async () => undefined,
  observe: () => {},
  signal: new AbortController().signal,
}
