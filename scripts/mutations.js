// Mutations: breaks one promise at a time in a copy of the checkout, and says whether the tests of that protocol notice.
// `npm run mutations [council|deliberate] [NAME]`. Exits with 1 if a mutation survives or its patch no longer fits.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fail, root, tool } from './steps.js'

const patches = path.join(root, 'test', 'mutations')
/** The protocol's own tests first: most mutations end there. The others run the built command. */
const testsOf = {
  council: [
    ['src/protocols/council'],
    ['test/protocols/council-meeting.test.ts', 'test/protocols/council-work.test.ts'],
  ],
  deliberate: [['src/protocols/deliberate'], ['test/protocols/deliberate.test.ts']],
}

const [wanted, only] = process.argv.slice(2)
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-mutations-'))
process.on('exit', () => fs.rmSync(copy, { recursive: true, force: true }))
copyCheckout()

const missed = Object.keys(testsOf)
  .filter((protocol) => wanted === undefined || wanted === protocol)
  .flatMap((protocol) =>
    isCaught(protocol, 'nothing') ? fail(`${protocol}: tests fail as it is`) : mutate(protocol),
  )
if (missed.length > 0) fail(`not caught: ${missed.join(', ')}`)

/** The names of those that no test noticed. */
function mutate(protocol) {
  const names = fs
    .readdirSync(path.join(patches, protocol))
    .filter((name) => only === undefined || name.startsWith(only))
  return names.filter((name) => {
    const patch = path.join(patches, protocol, name)
    if (!git('apply', patch)) return told(protocol, name, 'its patch does not fit any more')
    const caught = isCaught(protocol, name)
    if (!git('apply', '-R', patch)) fail(`${name} could not be taken back`)
    return caught ? false : told(protocol, name, 'SURVIVED')
  })
}

function isCaught(protocol, name) {
  return testsOf[protocol].some((tests, at) => {
    if (at > 0) spawnSync(process.execPath, ['scripts/build.js'], { cwd: copy, stdio: 'ignore' })
    const { status, stdout } = spawnSync(tool('vitest'), ['run', ...tests, '--bail=1', '--reporter=json'], {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    if (status === 0) return false
    console.log(`  ${protocol} ${name}: caught by ${firstFailure(stdout)}`)
    return true
  })
}

function firstFailure(report) {
  const { testResults } = JSON.parse(report.slice(report.indexOf('{')))
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')
  return failed ? `«${failed.fullName}»` : 'a file of tests that did not load'
}

function told(protocol, name, what) {
  console.log(`  ${protocol} ${name}: ${what}`)
  return true
}

function copyCheckout() {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of listed.stdout
    .split('\0')
    .filter((name) => name !== '' && fs.existsSync(path.join(root, name))))
    fs.cpSync(path.join(root, file), path.join(copy, file))
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  git('init', '--quiet')
}

function git(...words) {
  return spawnSync('git', words, { cwd: copy, stdio: 'ignore' }).status === 0
}
