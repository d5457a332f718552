// Keys: a key says which step of the procedure this is. `discuss/r2/speak:theo.3` is the third time that theo speaks there.
//
//   K1  The same procedure makes the same keys, however its branches interleave: each branch counts for itself.
//   K2  A key names its strand: the path up to the last `~branch/`. Steps of one strand happen one after another.
//   K3  No two steps of a run share a key, whatever their names are made of.

export class Keys {
  readonly strand: string
  #phase = ''
  readonly #used = new Map<string, number>()

  constructor(strand = '') {
    this.strand = strand
  }

  /** Later keys begin with this phase. */
  enter(phase: string): void {
    this.#phase = `${plainName(phase)}/`
  }

  next(step: string): string {
    return this.strand + this.#phase + this.#count(plainName(step))
  }

  /** The strand of one branch of the next `together`. */
  branches(names: readonly string[]): Map<string, string> {
    const at = this.strand + this.#phase + this.#count('together')
    return new Map(names.map((name) => [name, `${at}~${plainName(name).replaceAll('/', '%2F')}/`]))
  }

  #count(step: string): string {
    const base = this.#phase + step
    const times = (this.#used.get(base) ?? 0) + 1
    this.#used.set(base, times)
    return times === 1 ? step : `${step}.${times}`
  }
}

export function strandOf(key: string): string {
  const branch = key.lastIndexOf('~')
  return branch < 0 ? '' : key.slice(0, key.indexOf('/', branch) + 1)
}

/** `~` marks a branch and a number after a dot is a count, so a name that contains either is escaped. */
function plainName(name: string): string {
  return name.replace(/[%~]|\.(?=\d+$)/g, (mark) => written[mark] ?? mark)
}

const written: Readonly<Record<string, string>> = { '%': '%25', '~': '%7E', '.': '%2E' }
