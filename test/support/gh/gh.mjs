// A `gh` for tests: a real program that keeps issues, labels and milestones in a JSON file, as strict as the real one about what it is
// asked. The file also says what shall go wrong:
//
//   login: false            nobody is logged in
//   repository: null        the folder has no remote on GitHub
//   permission: false       nothing may be made or changed
//   noLabels: true          labels cannot be made
//   garbled: 'issue list'   this call prints what cannot be read
//   fail: { call, nth }     the nth call of that name fails and changes nothing
//   kill: { call, nth }     whoever started it is killed after that call's change was made, before it could be told
//   lag: true               lists by label do not show what is there, as an index that lags behind

import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const file = process.env.GH_STATE ?? stateOfFolder(process.env.GH_STATES)

/** Where each folder has a repository of its own, as every checkout has its remote. */
function stateOfFolder(states) {
  const own = join(states, `${createHash('sha256').update(process.cwd()).digest('hex')}.json`)
  if (!existsSync(own)) writeFileSync(own, readFileSync(join(states, 'empty.json')))
  return own
}

const state = JSON.parse(readFileSync(file, 'utf8'))
const [command, ...rest] = process.argv.slice(2)
const stdin = rest.includes('-') ? readFileSync(0, 'utf8') : ''
const settings = ['GH_PROMPT_DISABLED', 'GH_NO_UPDATE_NOTIFIER', 'NO_COLOR'].map((name) => process.env[name])

function keep() {
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(state, null, 1))
  renameSync(`${file}.${process.pid}`, file)
}

function end(text) {
  keep()
  process.stdout.write(text)
  process.exit(0)
}

function fail(text, code = 1) {
  keep()
  process.stderr.write(`${text}\n`)
  process.exit(code)
}

/** Options that were given; anything else is refused, as the real program does. */
function options(args, known) {
  const found = { words: [] }
  for (let at = 0; at < args.length; at++) {
    const word = args[at]
    if (!word.startsWith('--')) found.words.push(word)
    else if (known.flags?.includes(word)) found[word] = true
    else if (known.values.includes(word)) found[word] = [...(found[word] ?? []), args[++at]]
    else fail(`unknown flag: ${word}`)
  }
  return found
}

function name() {
  if (command === '--version') return 'version'
  if (command !== 'api') return `${command} ${rest[0]}`
  const method = rest.includes('--method') ? rest[rest.indexOf('--method') + 1] : 'GET'
  return { GET: 'milestones', POST: 'milestone create', PATCH: 'milestone reopen' }[method]
}

const call = name()
state.calls.push([command, ...rest])
state.seen = { cwd: process.cwd(), repository: ['GH_REPO', 'GIT_DIR'].filter((name) => name in process.env) }
if (settings.join() !== '1,1,1') fail('it would ask, or print colours')
state.counts = { ...state.counts, [call]: (state.counts?.[call] ?? 0) + 1 }
const nth = state.counts[call]
if (state.fail?.call === call && state.fail.nth === nth)
  fail('HTTP 502: Bad Gateway (https://api.github.com/graphql)')
if (state.garbled === call) end('<html>busy</html>\n')
const changes = [
  'milestone create',
  'milestone reopen',
  'label create',
  'issue create',
  'issue edit',
].includes(call)
if (changes && state.permission === false) fail('HTTP 403: Resource not accessible by personal access token')

function done(text) {
  if (state.kill?.call === call && state.kill.nth === nth) {
    keep()
    process.kill(process.ppid, 'SIGKILL')
    process.exit(0)
  }
  end(text)
}

const told = ({ number, title, body, state: open, url }) => ({ number, title, body, state: open, url })
const address = `https://github.com/${state.repository}`

switch (call) {
  case 'version':
    end('gh version 2.62.0 (2024-11-14)\n')
    break
  case 'auth status':
    if (state.login === false) fail('You are not logged into any GitHub hosts. To log in, run: gh auth login')
    end('github.com\n  Logged in to github.com account tester\n')
    break
  case 'repo view':
    if (state.repository === null) fail('no git remotes found')
    end(`${JSON.stringify({ nameWithOwner: state.repository, url: address })}\n`)
    break
  case 'milestones': {
    // Two arrays after each other, as --paginate prints several pages.
    const half = Math.ceil(state.milestones.length / 2)
    end(JSON.stringify(state.milestones.slice(0, half)) + JSON.stringify(state.milestones.slice(half)))
    break
  }
  case 'milestone create': {
    const { title } = JSON.parse(stdin)
    if (state.milestones.some((one) => one.title === title))
      fail('{"errors":[{"code":"already_exists"}]} HTTP 422')
    const number = state.milestones.length + 1
    state.milestones.push({ number, title, state: 'open', html_url: `${address}/milestone/${number}` })
    done(JSON.stringify(state.milestones.at(-1)))
    break
  }
  case 'milestone reopen': {
    const number = Number(/milestones\/(\d+)$/.exec(rest.find((word) => word.startsWith('repos/')))[1])
    Object.assign(
      state.milestones.find((one) => one.number === number),
      JSON.parse(stdin),
    )
    done('{}')
    break
  }
  case 'label create': {
    const { words } = options(rest.slice(1), { values: ['--color', '--description'] })
    if (words.length !== 1 || words[0].length > 50)
      fail('HTTP 422: name is too long (maximum is 50 characters)')
    if (state.noLabels) fail('HTTP 403: Must have write access')
    if (state.labels.includes(words[0]))
      fail(`label with name "${words[0]}" already exists; use \`--force\` to update its color`)
    state.labels.push(words[0])
    done('')
    break
  }
  case 'issue list': {
    const values = ['--state', '--limit', '--label', '--milestone', '--json']
    const given = options(rest.slice(1), { values })
    const [label] = given['--label'] ?? []
    const [milestone] = given['--milestone'] ?? []
    if (milestone !== undefined && !state.milestones.some(({ title }) => title === milestone))
      fail('no milestone found')
    const found = state.issues.filter(
      (one) =>
        (label === undefined || (!state.lag && one.labels.includes(label))) &&
        (milestone === undefined || one.milestone === milestone),
    )
    end(JSON.stringify(found.toReversed().map(told)))
    break
  }
  case 'issue create': {
    const given = options(rest.slice(1), { values: ['--title', '--body-file', '--label', '--milestone'] })
    const [milestone = null] = given['--milestone'] ?? []
    const labels = given['--label'] ?? []
    const strange = labels.find((label) => !state.labels.includes(label))
    if (strange !== undefined) fail(`could not add label: '${strange}' not found`)
    const known = state.milestones.some((one) => one.title === milestone && one.state === 'open')
    if (milestone !== null && !known) fail(`could not add to milestone '${milestone}': not found`)
    if (stdin.length > 65536) fail('GraphQL: Body is too long (maximum is 65536 characters)')
    const number = (state.issues.at(-1)?.number ?? 0) + 1
    const url = `${address}/issues/${number}`
    state.issues.push({
      number,
      title: given['--title'][0],
      body: stdin,
      state: 'OPEN',
      url,
      labels,
      milestone,
    })
    done(`\n${url}\n`)
    break
  }
  case 'issue view':
  case 'issue edit': {
    const issue = state.issues.find(({ number }) => number === Number(rest[1]))
    if (issue === undefined) fail(`GraphQL: Could not resolve to an issue with the number of ${rest[1]}.`)
    if (call === 'issue view') end(JSON.stringify(told(issue)))
    issue.body = stdin
    done(`${issue.url}\n`)
    break
  }
  default:
    fail(`unknown command "${call}" for "gh"`)
}
