// Charter gate: no meeting without a charter. One non-blank character is enough: nothing counts sentences.

export type CharterVerdict =
  | { kind: 'accepted'; charter: string; chars: number }
  | { kind: 'blocked'; reason: string; lines: readonly string[] }

export function judgeCharter(charter: string | undefined): CharterVerdict {
  if (charter === undefined || !/\S/.test(charter)) {
    return { kind: 'blocked', reason: 'meeting charter is required', lines: BLOCKED }
  }
  return { kind: 'accepted', charter, chars: charactersIn(charter) }
}

/** The accepted charter as one shell assignment, untrimmed, line breaks as they are. */
export function charterAssignment(charter: string): string {
  return `CHARTER="${charter.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"\n`
}

const BLOCKED: readonly string[] = [
  'BLOCKED — meeting charter is required before INVITE.',
  'Call again with --charter "<one-to-three-sentence charter>",',
  'for example --charter "Choose the queue for order events. Leave with one option and its owner."',
  'Nothing was written: not under .gaia/artifacts/creative-artifacts/, not to .gaia/state/action-items.yaml,' +
    ' not under .gaia/memory/{agent}-sidecar/decisions/.',
]

/** Characters as a reader counts them, so that an emoji is one. */
function charactersIn(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
