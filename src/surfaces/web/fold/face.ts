// Faces: the monogram of a seat and its hue. The hue comes from its name alone, so that a seat looks the same everywhere.

/** One or two letters: initials of the words of a name, tags in brackets left out. */
export function monogram(name: string): string {
  const words = name
    .replace(/\[[^\]]*\]/g, '')
    .split(/[\s\-_.]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const letters = words.map((word) => [...word].find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? '')
  return (letters.length > 1 ? `${letters[0]}${letters.at(-1)}` : (letters[0] ?? '?')).toUpperCase()
}

/** The monograms of one table, by name: where two would be alike, the first two letters that tell them apart, else any that nobody has. */
export function monogramsOf(names: readonly string[]): ReadonlyMap<string, string> {
  const all = [...new Set(names)]
  const usual = all.map(monogram)
  const marks = new Map<string, string>()
  const taken = new Set<string>()
  for (const [at, name] of all.entries()) {
    const alike = all.filter((other, place) => other !== name && usual[place] === usual[at])
    const wanted = alike.length === 0 ? (usual[at] ?? '?') : apart(name, alike)
    const mark = [wanted, ...others(name)].find((one) => !taken.has(one.toLowerCase())) ?? wanted
    taken.add(mark.toLowerCase())
    marks.set(name, mark)
  }
  return marks
}

/** Its first letter with each of its others, then with a number. */
function others(name: string): readonly string[] {
  const [first = '?', ...rest] = [...name].filter((letter) => /[\p{L}\p{N}]/u.test(letter))
  const numbers = Array.from({ length: 99 }, (_, at) => String(at + 2))
  return [...rest.map((letter) => letter.toLowerCase()), ...numbers].map((more) => first.toUpperCase() + more)
}

function apart(name: string, alike: readonly string[]): string {
  const letters = [...name.replace(/\[[^\]]*\]/g, '')].filter((letter) => /[\p{L}\p{N}]/u.test(letter))
  const plain = alike.map((other) => [...other].filter((letter) => /[\p{L}\p{N}]/u.test(letter)))
  const differs = letters.findIndex(
    (letter, at) => at > 0 && plain.every((other) => other[at]?.toLowerCase() !== letter.toLowerCase()),
  )
  return `${letters[0] ?? '?'}`.toUpperCase() + (letters[Math.max(1, differs)] ?? '').toLowerCase()
}

/**
 * Degrees on the colour wheel, from the name alone: a seat has one colour on every page and at every table. So two seats may share
 * one, which is why no two monograms of a table are alike; of the tables that parley brings, no two do. The range of the accent
 * colour is reserved for what waits for the person.
 */
export function hueOf(name: string): number {
  let sum = seed
  for (const letter of idIn(name)) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 16777619)
  const spread = (sum ^ (sum >>> 15)) >>> 0
  return hues[spread % hues.length] ?? 0
}

/** Most seats have their name as their id, written otherwise: both give one colour. */
function idIn(name: string): string {
  return name.toLowerCase().replace(/[\s._-]+/g, '')
}

// Far enough apart to differ as thin lines; none within 35 degrees of the accent (45).
const hues = [85, 112, 140, 165, 190, 215, 240, 262, 284, 306, 330, 355]

// Chosen by trial, so that the seats of every council in the library differ.
const seed = 103_268
