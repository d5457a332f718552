// Degradations that any protocol may have, because of who spoke and how: the marks that records carry, and the same in words. Pure.

/** What one turn says of itself. */
export interface TurnCircumstances {
  readonly seat: string
  readonly backend?: string | undefined
  readonly guard?: string | undefined
  readonly changed?: readonly string[] | undefined
}

/** The marks that a turn gives to the result. */
export function marksOf({ seat, backend, guard, changed = [] }: TurnCircumstances): readonly string[] {
  return [
    ...(backend === 'host' ? [`host-voiced:${seat}`] : []),
    ...(guard === 'watch' ? [`unguarded:${seat}`] : []),
    ...(changed.length > 0 ? ['tree-changed'] : []),
  ]
}

/** `unguarded:kai` is "nothing kept kai from writing". Undefined for a mark that belongs to one protocol alone. */
export function commonMarkWords(mark: string): string | undefined {
  const at = mark.indexOf(':')
  const [name, of] = at < 0 ? [mark, ''] : [mark.slice(0, at), mark.slice(at + 1)]
  return words.get(name)?.(of)
}

const words: ReadonlyMap<string, (of: string) => string> = new Map([
  ['unguarded', (seat: string) => `nothing kept ${seat} from writing`],
  ['tree-changed', () => 'files of the workspace changed while a seat spoke, and no tool explains it'],
  ['host-voiced', (seat: string) => `${seat} was voiced by a host, as it reported`],
  ['one-mind', () => 'one mind spoke for several seats'],
  ['relayed-answers', (count: string) => `answers that a model handed over: ${count}`],
  ['web-unenforced', (seat: string) => `${seat} could not be kept from the web`],
])
