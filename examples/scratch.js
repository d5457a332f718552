// What the examples share: a scratch folder, the command, and a council whose replies are in a file.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../bin/parley.js', import.meta.url))

export function scratch() {
  const root = mkdtempSync(join(tmpdir(), 'parley-example-'))
  // The command and the library are one person, with one home: what one of them opens, the other finds.
  const home = join(root, '.home')
  process.env.PARLEY_HOME = home
  const write = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  /** Runs the command; gives back its exit code and output. */
  const parley = (...args) => {
    const env = { ...process.env, NO_COLOR: '1' }
    try {
      return {
        code: 0,
        out: execFileSync(process.execPath, [command, ...args], {
          cwd: root,
          env,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'pipe'],
        }),
      }
    } catch (error) {
      return { code: error.status, out: `${error.stdout}${error.stderr}` }
    }
  }
  return { root, write, parley }
}

const said = (text) => ({ call: 'seat.turn', text })

/** A council of four, with what each of them will say. */
export function scriptedCouncil({ write, parley }) {
  parley('council', 'convene', 'software-team')
  const synthesis = {
    title: 'Cache thumbnails for a day',
    preamble: 'The team looked at the thumbnail cache.',
    recommendation: 'Keep thumbnails for one day.',
    reasoning: 'Most are asked for again within hours.',
    dissents: [],
    follow_ups: [{ action: 'Measure the hit rate', owner: 'qa-engineer' }],
    topics: [
      {
        name: 'thumbnail-cache',
        title: 'Thumbnail Cache',
        decision: 'One day.',
        why: 'They are asked for again.',
      },
    ],
  }
  const seats = {
    'staff-engineer': [
      said('**Position:** One day is enough.'),
      { call: 'chair.synthesize', value: synthesis },
    ],
    'security-engineer': [
      said('**Position:** No.\n\n**Dissent:** Private thumbnails must not outlive their session.'),
    ],
    'qa-engineer': [said('**Position:** Measure first.')],
    'product-manager': [said('**Position:** Users want speed.')],
  }
  write('script.json', JSON.stringify({ seats }))
  return 'script:script.json'
}
