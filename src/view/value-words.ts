// Values in words: what a structured reply or the use of a tool says, for people. Never JSON.

import { fieldsOf, textIn, textsIn } from './reading.js'

/** `title: Keep it; seats: ceo, cfo`. Lists of records are counted, since each would be a page of its own. */
export function valueWords(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return listWords(value)
  if (typeof value !== 'object' || value === null)
    return value === null || value === undefined ? '' : String(value)
  const parts = Object.entries(value).flatMap(([name, one]) => {
    const words = valueWords(one)
    return words === '' ? [] : [`${name.replaceAll('_', ' ')}: ${words}`]
  })
  return parts.join('; ')
}

function listWords(list: readonly unknown[]): string {
  if (list.length === 0) return ''
  if (list.every((one) => typeof one !== 'object')) return list.map(String).join(', ')
  return list.length === 1 ? valueWords(list[0]) : `${list.length} of them`
}

/** `reads src/queue.js, lines 1-20`: what a seat does with a tool. Tools that are not parley's own are named as they are. */
export function toolWords(name: string, input: unknown): string {
  const known = Object.hasOwn(own, name) ? own[name]?.(input) : undefined
  if (known !== undefined) return known
  // Arguments that are no JSON: why they failed is told below, and nobody reads them.
  if (typeof input === 'string' && /^\s*[{[]/.test(input)) return name
  const words = valueWords(input)
  return words === '' ? name : `${name}: ${words}`
}

const own: Readonly<Record<string, (input: unknown) => string | undefined>> = {
  read_file: (input) => withPath('reads', input, linesIn(input)),
  list_files: (input) => `lists ${textIn(input, 'glob') ?? 'the files'}`,
  search_text(input) {
    const [query, glob] = [textIn(input, 'query'), textIn(input, 'glob')]
    return query === undefined ? undefined : `searches for \u201c${query}\u201d${glob ? ` in ${glob}` : ''}`
  },
  write_file: (input) => withPath('writes', input),
  edit_file: (input) => withPath('edits', input),
  run_command(input) {
    const argv = textsIn(input, 'argv')
    return argv.length === 0 ? undefined : `runs ${argv.join(' ')}`
  },
  fetch_url: (input) => withField('opens', textIn(input, 'url')),
  web_search(input) {
    const query = textIn(input, 'query')
    return query === undefined ? undefined : `searches the web for \u201c${query}\u201d`
  },
  read_artifact: (input) => withPath('reads', input),
  write_artifact: (input) => withPath('writes', input),
  list_artifacts: () => 'lists the artifacts',
  link_artifact: (input) => withField('links', textIn(input, 'artifactPath')),
  record_decision: (input) => withField('records the decision:', textIn(input, 'decision')),
  propose_followup: (input) => withField('asks for another talk:', textIn(input, 'reason')),
  request_meeting: (input) => withField('asks for a talk with', textIn(input, 'worker')),
  summarize_progress: (input) => withField('says how far it is:', textIn(input, 'summary')),
  read_memory: (input) => withField('reads the memory', textIn(input, 'scope')),
  edit_memory: (input) => withField('changes the memory', textIn(input, 'scope')),
}

function withPath(verb: string, input: unknown, more = ''): string | undefined {
  return withField(verb, textIn(input, 'path'), more)
}

function withField(verb: string, what: string | undefined, more = ''): string | undefined {
  return what === undefined ? undefined : `${verb} ${what}${more}`
}

function linesIn(input: unknown): string {
  const { lines } = fieldsOf(input)
  if (typeof lines === 'string' || typeof lines === 'number') return `, lines ${lines}`
  return Array.isArray(lines) && lines.length > 0 ? `, lines ${lines.join('-')}` : ''
}
