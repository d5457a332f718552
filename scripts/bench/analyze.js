// Analyze: whether a late exchange of a long talk costs the engine more than an early one. The voice is a script, so nothing else is measured.

import fs from 'node:fs'
import path from 'node:path'
import { api, cpu, inFolder, ms } from './_support.js'

const exchanges = 64
const [early, late] = [6, 60]
/** Exchanges on each side that are averaged. */
const around = 3

export async function measure() {
  await inFolder(oneTalk)
  const runs = []
  for (let run = 0; run < 4; run++) runs.push(await inFolder(oneTalk))
  const best = runs.toSorted((a, b) => a.late / a.early - b.late / b.early)[0]
  return [
    {
      what: `exchange ${late} of an analysis against exchange ${early}`,
      ratio: best.late / best.early,
      bar: 1.3,
      detail: `${ms(best.late)} and ${ms(best.early)} of processor`,
    },
  ]
}

async function oneTalk(folder) {
  lay(folder, '.parley/analyze/topics/long.md', topic())
  lay(folder, 'src/queue.ts', 'export const retry = (queue) => queue.send()\n')
  lay(folder, 'talk.json', JSON.stringify({ seats: { lead: said() } }))
  const here = api.parley(folder, { home: path.join(folder, 'home') })
  const fields = {
    slug: 'long',
    tier: 'standard',
    draft: '# Bound the retries of the queue\n',
    maxExchanges: 100,
  }
  const prepared = await here.prepare({
    protocol: 'analyze',
    fields,
    agents: { default: 'script:talk.json' },
  })
  const id = await here.begin(prepared)
  const clock = []
  const answer = async (question) => {
    clock.push(cpu())
    if (clock.length > exchanges) return undefined
    const text = `It is about thing${clock.length}.`
    return { question: question.id, choose: 'say', text, by: 'person' }
  }
  const ending = await here.hold(id, { answer, observe: () => {}, signal: new AbortController().signal })
  if (ending.kind !== 'waiting' || clock.length !== exchanges + 1)
    throw new Error(`The talk ended: ${ending.kind}`)
  const cost = (at) => (clock[at + around - 1] - clock[at - around - 1]) / (2 * around)
  return { early: cost(early), late: cost(late) }
}

function lay(folder, name, text) {
  const file = path.join(folder, name)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, text)
}

/** A topic with more to know than the talk gets to, so that it goes on. */
function topic() {
  const criteria = Array.from({ length: 2 * exchanges }, (_, at) => `  - Thing ${at + 1} is known`)
  return `---\ntopic_id: long\ntopic_name: Long\nprimary_persona: business-analyst\ncoverage_criteria:\n${criteria.join('\n')}\n---\n\nAsk.\n`
}

function said() {
  const maya = (text) => ({ role: 'business-analyst', points: [text] })
  const ask = (at) => ({
    role: 'business-analyst',
    kind: 'open',
    text: `What of harbour${at} and mooring${at}?`,
    targets: [`LO-${at}`],
  })
  const turn = (at) => ({
    contributions: [
      maya(`Thing${at} matters to whoever is called.`),
      {
        role: 'solutions-architect',
        points: [`In queue.ts, part${at} sends at once.`],
        refs: ['src/queue.ts:1'],
      },
      { role: 'system-designer', points: [`Call${at} fails when the queue is full.`], refs: [`u${at}`] },
    ],
    question: ask(at + 1),
    claims: [{ criterion: `LO-${at}`, source: 'user', evidence: [{ ref: `u${at}`, quote: `thing${at}` }] }],
    records: [
      {
        op: 'put',
        type: 'metric',
        id: `SM-${at}`,
        by: 'business-analyst',
        source: 'user',
        evidence: [{ ref: `u${at}`, quote: `thing${at}` }],
        data: { measure: `thing${at}` },
      },
    ],
  })
  const reading = {
    scope: 'small',
    why: 'One file.',
    complexity: 'low',
    nature: 'modifying',
    risk: 'low',
    files: [{ path: 'src/queue.ts', category: 'modify' }],
    modules: ['queue'],
    conventions: [],
    depends: [],
  }
  return [
    { call: 'analyze.opening', value: { contributions: [maya('Retries of the queue.')], question: ask(1) } },
    { call: 'analyze.keywords', value: { keywords: ['retries', 'queue', 'bound'] } },
    { call: 'analyze.scan', value: reading },
    ...Array.from({ length: exchanges }, (_, at) => ({ call: 'analyze.turn', value: turn(at + 1) })),
  ]
}
