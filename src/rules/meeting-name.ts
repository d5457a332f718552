// Which meetings a word names: a whole id, `last`, the beginning of an id, or a part of it; and short names for one.

interface Named {
  readonly id: string
}

/**
 * What the word names among these meetings, newest first; several when it is not enough to tell them apart. The closest way to name
 * one counts: a part of an id names nothing where the word is the beginning of another.
 */
export function meetingsMeant<T extends Named>(word: string, newestFirst: readonly T[]): readonly T[] {
  if (word === '') return []
  const exact = newestFirst.filter(({ id }) => id === word)
  if (exact.length > 0) return exact
  if (word === 'last') return newestFirst.slice(0, 1)
  const day = dayIn(word)
  if (day) return newestFirst.filter(({ id }) => day.test(id))
  const begin = newestFirst.filter(({ id }) => isBeginning(word, id))
  return begin.length > 0 ? begin : newestFirst.filter(({ id }) => isPart(word, id))
}

/**
 * Beginnings of this id in whole words that name it alone among these, longest first. Later ids do not make one of them name another
 * meeting: it is refused then, with a list. None is a day, which names all meetings of that day.
 */
export function shortNames(id: string, all: readonly Named[]): readonly string[] {
  const words = id.split('-')
  const beginnings = words.slice(1).map((_, at) => words.slice(0, words.length - 1 - at).join('-'))
  const alone = (name: string) => {
    const [only, ...others] = meetingsMeant(name, all)
    return only?.id === id && others.length === 0
  }
  return beginnings.filter((name) => name !== '' && !/^\d{1,8}(?:-\d\d){0,2}$/.test(name) && alone(name))
}

/** A day, however it is written, names every meeting of that day, wherever and however its id has it. */
function dayIn(word: string): RegExp | undefined {
  const [, year, month, date] = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(word) ?? []
  return year === undefined ? undefined : new RegExp(`(?:^|-)${year}-?${month}-?${date}(?:-|$)`)
}

/** Kinds of meetings write the day in an id with dashes or without: either way of writing it finds both. */
function isBeginning(word: string, id: string): boolean {
  return plain(id).startsWith(plain(word))
}

function plain(text: string): string {
  return text.toLowerCase().replace(/^(\d{4})-(\d\d)(?:-(\d\d))?(?=-|$)/, '$1$2$3')
}

function isPart(word: string, id: string): boolean {
  return id.toLowerCase().includes(word.toLowerCase().trim().replaceAll(/\s+/g, '-'))
}
