// For tests: auditors that read the files of the fake workspace as the real tool shows them, or only say so.

import type { Backend, Prompt, Reply, SayOptions, Seat, ToolUse } from '../../../kernel/agents.js'
import { linesOf, pageOf, rangeIn } from '../../../rules/numbered-lines.js'
import { type FakeWorkspace, type Lines, scripted } from '../../council/harness.suite.js'
import type { Held } from '../harness.suite.js'

/** What an auditor does in one call: what it reads, `path` or `path:10-20`, and what it reports. */
export interface Looks {
  readonly reads?: readonly string[]
  readonly says?: readonly string[]
  readonly findings?: readonly object[]
  readonly fails?: Error
}

export interface AskedZone {
  readonly seat: string
  readonly zone: string
  readonly pass: number
  /** The files of its list. */
  readonly files: readonly string[]
  readonly text: string
}

export type Auditor = (asked: AskedZone) => Looks

/** Reads all of its list and finds nothing. */
export const diligent: Auditor = ({ files }) => ({ reads: files, says: files })

export function auditedBy(
  held: Held,
  auditor: Auditor,
  lines: Lines,
): { backendFor: () => Promise<Backend> } {
  const others = scripted(held.calls, lines)
  const backend: Backend = {
    ...others,
    open: async (seat: Seat, room) => {
      const voice = await others.open(seat, room)
      return {
        ...voice,
        say: async (prompt: Prompt, options: SayOptions): Promise<Reply> => {
          if (prompt.call !== 'audit.zone') return voice.say(prompt, options)
          held.calls.push({ seat: seat.id, prompt, options })
          return replyOf(held.at, auditor(askedIn(seat.id, prompt.text)))
        },
      }
    },
  }
  return { backendFor: async () => backend }
}

export function askedIn(seat: string, text: string): AskedZone {
  const [, zone, pass] = /\((\S+), pass (\d+)\), \d+ files:/.exec(text) ?? []
  const files = [...text.matchAll(/^(\S+) \(\d+ lines\)$/gm)].map(([, path]) => path!)
  return { seat, zone: zone ?? '', pass: Number(pass), files, text }
}

function replyOf(at: FakeWorkspace, { reads = [], says = [], findings = [], fails }: Looks): Reply {
  if (fails) throw fails
  const tools = reads.map((read, index): ToolUse => {
    const [path, lines] = read.split(':')
    const page = pageOf(linesOf(at.files.get(path!) ?? ''), rangeIn(lines))
    const input = { path, ...(lines ? { lines } : {}) }
    return {
      id: `read-${index}`,
      name: 'read_file',
      input,
      ok: true,
      output: page?.output ?? `${path} is empty.`,
    }
  })
  return {
    text: '',
    value: { files_read: says, findings },
    usage: { input: 100, output: 10, estimated: false },
    tools,
  }
}
