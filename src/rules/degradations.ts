// Degradations that any protocol may have, because of who spoke and how: the marks that records carry, and the same in words. Pure.

/** What one turn says of itself. */
export interface TurnCircumstances {
  readonly seat: string
  readonly backend?: string | undefined
  readonly guard?: string | undefined
  readonly changed?: readonly string[] | undefined
  /** The host's program whose model spoke, as it names itself. */
  readonly client?: string | undefined
  /** More was spent than a ceiling allows. */
  readonly overrun?: boolean | undefined
}

/** The marks that a turn gives to the result. */
export function marksOf(turn: TurnCircumstances): readonly string[] {
  const { seat, backend, guard, changed = [], client, overrun } = turn
  return [
    ...(backend === 'host' ? [`host-voiced:${seat}`] : []),
    ...(client === undefined ? [] : [`voiced-by:${client}`]),
    ...(overrun ? ['ceiling-overrun'] : []),
    ...(guard === 'watch' ? [`unguarded:${seat}`] : []),
    ...(changed.length > 0 ? ['tree-changed'] : []),
  ]
}

/** The name that a program gives itself, as part of a mark: it can end none and begin none. */
export function clientMark(name: string): string {
  return (
    name
      .replace(/[^\p{L}\p{N} ._+/()-]/gu, '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 60) || 'a host without a name'
  )
}

/** Marks as a record lists them: who spoke is said last, in words. */
export function listedMarks(marks: readonly string[]): string {
  const isVoice = (mark: string) => mark.startsWith('voiced-by:')
  const voices = marks.filter(isVoice).map((mark) => commonMarkWords(mark) ?? mark)
  return [...marks.filter((mark) => !isVoice(mark)), ...voices].join(', ')
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
  ['voiced-by', (client: string) => `voiced by ${client}, as it reported`],
  ['ceiling-overrun', () => 'more was spent than the ceiling allows'],
  ['one-mind', () => 'one mind spoke for several seats'],
  ['relayed-answers', (count: string) => `answers that a model handed over: ${count}`],
  ['web-unenforced', (seat: string) => `${seat} could not be kept from the web`],
])
