// File mentions: the files that prose speaks of, with the lines it names: `lock.ts:10`, `src/app.ts#L5-L9`, "line 500 of `src/app.ts`".
// A name counts by its form alone, whether or not there is such a file: an invented one must be found to be called broken.

import { type LineRange, moreRangesAt, rangeOf, rangesIn } from './line-ranges.js'

export interface Mention {
  readonly start: number
  /** Behind the name, and behind the lines where they follow it. */
  readonly end: number
  /** As written; lines that stand elsewhere in the sentence are put behind the path. */
  readonly ref: string
  readonly path: string
  readonly range: LineRange | undefined
  /** Further ranges, where several were named. */
  readonly more?: readonly LineRange[]
}

/** In reading order. The time grows with the length of the line. */
export function mentionsIn(line: string): Mention[] {
  return [...line.matchAll(NAME)].flatMap((match) => {
    const written = withoutTail(match[0])
    const path = written.replace(/^(?:\.\/)+/, '')
    return isFileName(path) ? [mentionOf(line, match.index, written, path)] : []
  })
}

/** Walks back from the end: a pattern would begin anew at every dot of a long row. */
function withoutTail(name: string): string {
  let end = name.length
  while (end > 0 && './@+~-'.includes(name[end - 1]!)) end--
  return name.slice(0, end)
}

/** What stands before a name is no part of a name, so no text is read twice. */
const NAME = /(?<![\p{L}\p{N}._/@+~:\\-])[\p{L}\p{N}._/@+~-]+/gu

function mentionOf(line: string, start: number, written: string, path: string): Mention {
  const after = start + written.length
  const close = matchAt(CLOSE_LINES, line, after)
  if (close) {
    const { text, ranges } = moreRangesAt(line, after + close[0].length)
    const end = after + close[0].length + text.length
    return {
      start,
      end,
      ref: line.slice(start, end),
      path,
      ...placed([rangeOf(close[1], close[2]), ...ranges]),
    }
  }
  const behind = matchAt(LIST_BEHIND, line, after)
  const spoken = behind ?? LIST_BEFORE.exec(line.slice(Math.max(0, start - 80), start))
  const ranges = rangesIn(spoken?.[1] ?? spoken?.[2] ?? '')
  const end = after + (behind?.[0].length ?? 0)
  return {
    start,
    end,
    ref: ranges.length > 0 ? `${path}${shownAll(ranges)}` : written,
    path,
    ...placed(ranges),
  }
}

function placed([range, ...more]: readonly LineRange[]): Pick<Mention, 'range' | 'more'> {
  return { range, ...(more.length > 0 ? { more } : {}) }
}

const CLOSE_LINES = /(?::|#L)(\d+)(?:[-–]L?(\d+))?/y

const ONE = String.raw`\d+(?:\s?(?:-|–|—|to|through)\s?\d+)?`
/** Several only after "lines": in "line 3, 40 users complained" the second number is a count. */
const LIST = String.raw`(?:lines\s(${ONE}(?:(?:,\s?|,?\s(?:and|or|&)\s)${ONE})*)|line\s(${ONE}))`
const LIST_BEHIND = new RegExp(
  String.raw`[\`"'*_)\]]{0,4},?\s\(?(?:(?:at|on|around|near|in)\s)?${LIST}`,
  'iy',
)
const LIST_BEFORE = new RegExp(
  String.raw`\b${LIST}\s(?:of|in|from)\s(?:the\s(?:file|module|script)\s)?[\`"'*_(]{0,4}$`,
  'i',
)

function matchAt(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(line)
}

function shownAll([first, ...more]: readonly LineRange[]): string {
  return [first ? shown(first) : '', ...more.map((range) => shown(range).slice(1))].join(',')
}

function shown({ from, to }: LineRange): string {
  return from === to ? `:${from}` : `:${from}-${to}`
}

/** A name alone needs an ending that files have: `example.com:443` and `v1.2:3` are none. Below a folder any ending will do. */
function isFileName(path: string): boolean {
  const last = path.slice(path.lastIndexOf('/') + 1)
  if (BARE.has(last) || /^\.[a-z][\w.-]*$/.test(last)) return true
  const ending = /[^.]\.([A-Za-z][A-Za-z0-9]{0,9})$/.exec(last)?.[1]
  return ending !== undefined && (last !== path || KNOWN.has(ending.toLowerCase()))
}

const BARE = new Set(
  'Makefile Dockerfile Containerfile Justfile Gemfile Rakefile Procfile Vagrantfile LICENSE README CHANGELOG CODEOWNERS'.split(
    ' ',
  ),
)
const KNOWN = new Set(
  (
    'ts tsx mts cts js jsx mjs cjs json jsonc jsonl yaml yml toml md mdx txt rst adoc csv tsv sql sh bash zsh fish ps1 bat bats ' +
    'py pyi rb go rs java kt kts swift c h cc cpp cxx hpp cs fs vb php pl pm lua r jl dart ex exs erl hs clj scala groovy gradle ' +
    'html htm css scss sass less vue svelte astro xml svg proto graphql tf hcl ini cfg conf lock patch diff ipynb tex mk cmake ' +
    'sol zig nim ml log'
  ).split(' '),
)
