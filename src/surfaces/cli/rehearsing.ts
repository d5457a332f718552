// Rehearsing: the notices at the start and end of a rehearsal: no model spoke, what a real run would cost, and how to start one.

import { resolve } from 'node:path'
import type { Agents } from '../../agents/recorded.js'
import type { Usage } from '../../kernel/agents.js'
import type { Line } from '../../kernel/line.js'
import type { Price } from '../../rules/money.js'
import { parleyHome } from '../../workspace/home.js'
import { found } from './agents-choice.js'
import type { Io } from './io.js'
import { clean } from './screen/clean.js'

/** What to say at the start of a meeting in which no model speaks now; nothing where one may. */
export async function labelOf(agents: Agents | undefined, root: string): Promise<string | undefined> {
  const names = agents ? [agents.default, ...Object.values(agents.seats)] : []
  if (names.includes('rehearsal')) return names.every((name) => name === 'rehearsal') ? label : partly
  // Where one voice is no script, a model may speak.
  if (names.length === 0 || !names.every((name) => name.startsWith(scriptPrefix))) return undefined
  const { readScript } = await import('../../agents/script/file.js')
  const told = names.flatMap((name) => {
    const { recorded } = readScript(resolve(root, name.slice(scriptPrefix.length)))
    return recorded ? [`${recorded.model} on ${recorded.on}`] : []
  })
  if (told.length < names.length) return undefined
  return `This is a recording: the words were said by ${[...new Set(told)].join(' and ')}. No model speaks now; files, tools and record are real.`
}

const scriptPrefix = 'script:'

export const label = 'This is a rehearsal: no model speaks. Seats answer with lines from the files here.'

const partly =
  'Some seats are rehearsed: no model speaks for them, and they answer with lines from the files here.'

/** The notice after a rehearsed run: what a real run would cost, and with which model. */
export async function afterwards(lines: readonly Line[], at: { io: Io; root: string }): Promise<string> {
  const usages = lines.flatMap(rehearsedUsage)
  if (usages.length === 0) return ''
  const [{ price }, { howToUse }] = await Promise.all([
    import('../../agents/rehearsal/price.js'),
    import('../../agents/choose.js'),
  ])
  const there = await found(at)
  const voice = there.find((one) => one.name !== null)?.name
  const name = voice?.replace(/^model:(\w+\/)?|@http.*$/g, '')
  const model = name ? `model ${name}` : 'a model of your choice'
  const costs = voice ? await priceOf(voice, at) : undefined
  const ways = howToUse(there).map((line) => `  ${clean(line)}`)
  return [
    'That was a rehearsal. With a model:',
    `  ${price(usages, model, costs).text}`,
    '  It reads files and says more than a rehearsal, often several times as much.',
    ...ways,
  ].join('\n')
}

async function priceOf(voice: string, { io, root }: { io: Io; root: string }): Promise<Price | null> {
  const [{ pricesOf }, { loadConfig }] = await Promise.all([
    import('../../agents/prices.js'),
    import('../../workspace/config.js'),
  ])
  return (await pricesOf([voice], await loadConfig(root, parleyHome(io.env))))[voice] ?? null
}

function rehearsedUsage({ kind, data }: Line): Usage[] {
  if (kind !== 'turn') return []
  const { receipt, from } = data
  return receipt.backend === 'rehearsal' && !from ? [receipt.tokens] : []
}
