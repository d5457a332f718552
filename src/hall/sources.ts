// Sources: the lines where a citation of a meeting points, as the file has them now. Only files of the project that the meeting cites are
// read, never git's or parley's own, and none that holds keys by its name.

import { createHash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { isGit, isRecord } from '../agents/tools/inside.js'
import type { LineRange } from '../rules/line-ranges.js'
import { secretByContent, secretByName } from '../rules/secret-files.js'
import { citedBy } from '../view/citations.js'
import { placeToRead } from '../workspace/inside.js'
import { type MeetingRef, Refused, type SourceView } from './api.js'
import { located, type Parts } from './parts.js'

/** So many lines are shown where a reference names more, or none. */
const mostLines = 40
const linesWithoutRange = 6
const mostCharacters = 500
const mostBytes = 5_000_000

export async function source(parts: Parts, ref: MeetingRef, cited: string): Promise<SourceView> {
  const { parley } = await located(parts, ref)
  const { items } = await parts.shelf.story(parley, ref.id)
  const found = citedBy(items).find((one) => one.ref === cited && one.path !== null)
  if (!found?.path) throw unknown(`This meeting cites no file as "${cited}".`)
  const { range, more = [] } = found
  return sourceAt(parley.root, found.place ?? found.path, range === null ? [] : [range, ...more])
}

/** These lines of a file below this root; the first few where none are named. */
export async function sourceAt(
  root: string,
  path: string,
  ranges: readonly LineRange[],
): Promise<SourceView> {
  return linesOf(path, ranges, await bytesOf(root, path))
}

async function bytesOf(root: string, path: string): Promise<Buffer> {
  const place = await placeToRead(root, path).catch(() => null)
  if (place === null) throw unknown(`There is no file ${path} in this project now.`)
  // A link inside the project may lead to what is not shown: both names count.
  const real = relative(await realpath(root), place)
    .split(sep)
    .join('/')
  const paths = [path, real]
  if (paths.some(isPrivate)) throw notShown(path)
  const { size, isFile } = await fileAt(place)
  if (!isFile || size > mostBytes) throw unknown(`${path} is no text file of ordinary size.`)
  const bytes = await readFile(place)
  if (bytes.includes(0)) throw unknown(`${path} is no text file.`)
  if (paths.some((one) => secretByContent(one, bytes.toString()) !== null)) throw notShown(path)
  return bytes
}

function isPrivate(path: string): boolean {
  return secretByName(path) !== null || path.split('/').some((name) => isGit(name) || isRecord(name))
}

function notShown(path: string): Refused {
  return unknown(`${path} is not shown: it belongs to git or parley, or may hold keys.`)
}

async function fileAt(place: string): Promise<{ readonly size: number; readonly isFile: boolean }> {
  const found = await stat(place)
  return { size: found.size, isFile: found.isFile() }
}

function linesOf(path: string, cited: readonly LineRange[], bytes: Buffer): SourceView {
  const all = bytes.toString('utf8').split('\n')
  if (all.at(-1) === '') all.pop()
  let room = mostLines
  let left = 0
  const ranges = joinedRanges(cited.length > 0 ? cited : [{ from: 1, to: linesWithoutRange }]).map(
    ({ from, to }) => {
      const wanted = all.slice(from - 1, to)
      const lines = wanted.slice(0, room).map((line) => line.slice(0, mostCharacters))
      room -= lines.length
      left += wanted.length - lines.length
      return { from, lines }
    },
  )
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { path, ranges: ranges.filter(({ lines }) => lines.length > 0), left, sha256 }
}

/** In the file's order; ranges that touch each other are one. A reference may name them in any order, and lines that cannot be. */
function joinedRanges(cited: readonly LineRange[]): readonly LineRange[] {
  const joined: LineRange[] = []
  for (const one of cited.toSorted((a, b) => a.from - b.from)) {
    const [from, to] = [Math.max(1, one.from), Math.max(1, one.to)]
    const last = joined.at(-1)
    if (last && from <= last.to + 1)
      joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, to) }
    else joined.push({ from, to })
  }
  return joined
}

function unknown(message: string): Refused {
  return new Refused('unknown-document', message)
}
