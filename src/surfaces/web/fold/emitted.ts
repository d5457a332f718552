// Emitted: a turn of a chartered meeting as its journal notes it. The block opens with a header in brackets and a line for each fact.

export interface Emitted {
  readonly round: number
  readonly turn: number
  readonly speaker: string
  readonly role: string
  readonly cost: number
  readonly phase: string
  readonly id: string
  readonly origin: string
  readonly via: string
  readonly text: string
}

/** Undefined for a block without the header: it is then shown as it stands. */
export function readEmitted(block: string): Emitted | undefined {
  const [head = '', ...rest] = block.split('\n')
  const [, round, turn, speaker, role, cost] = HEAD.exec(head) ?? []
  if (speaker === undefined || role === undefined) return undefined
  const blank = rest.indexOf('')
  const facts = new Map(rest.slice(0, Math.max(blank, 0)).map(factOf))
  return {
    round: Number(round),
    turn: Number(turn),
    speaker,
    role,
    cost: Number(cost),
    phase: facts.get('Phase') ?? '',
    id: facts.get('Turn') ?? '',
    via: facts.get('dispatched_via') ?? '',
    origin: facts.get('origin') ?? '',
    text: rest
      .slice(blank + 1)
      .join('\n')
      .trim(),
  }
}

/** `[citations verified=2 unverified=0 broken=1]`, and what broke in lines of its own. */
export function readCitations(line: string): Tally | undefined {
  const [, verified, unverified, broken] =
    /^\[citations verified=(\d+) unverified=(\d+) broken=(\d+)\]/.exec(line) ?? []
  return verified === undefined
    ? undefined
    : { verified: Number(verified), unverified: Number(unverified), broken: Number(broken) }
}

export interface Tally {
  readonly verified: number
  readonly unverified: number
  readonly broken: number
}

/** `[cost-check turn=5 running-total=812 tokens input=9000 ceiling=40000]`; a dash for no ceiling. */
export function readCeiling(line: string): number | undefined {
  const [, ceiling] = /^\[cost-check .*\bceiling=(\d+)\]/.exec(line) ?? []
  return ceiling === undefined ? undefined : Number(ceiling)
}

/** The reason why a phase was passed over, from its marker. */
export function readPhaseLine(line: string): { name: string; skipped: string | null } | undefined {
  const [, name, skipped] = /^## Phase: (\S+)(?: \(skipped — (.*)\))?$/.exec(line) ?? []
  return name === undefined ? undefined : { name, skipped: skipped ?? null }
}

const HEAD =
  /^\[round (\d+) \/ turn (\d+) \/ (.+) \(([^()]*(?:\([^()]*\))?[^()]*)\) \/ per-turn-cost (\d+) tokens \/ running-total \d+ tokens\]$/

function factOf(line: string): [string, string] {
  const at = line.indexOf(': ')
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 2)]
}
