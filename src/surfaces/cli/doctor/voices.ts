// Checks of voices for the doctor: those found, those in the settings, and where it is wanted whether each really answers.

import type { Found } from '../../../agents/choose.js'
import type { Tried } from '../../../agents/try.js'
import { costOf, type MoneyPaid, moneyWord } from '../../../rules/money.js'
import type { Config } from '../../../workspace/config.js'

/** The result of one check. */
export interface Check {
  readonly name: string
  /** A note: it cannot be used, but no meeting here would fail because of it. */
  readonly state: 'fine' | 'note' | 'wrong'
  readonly detail: string
  /** What to give to `--agents`, where it is a voice. */
  readonly voice?: string
  readonly tried?: Tried
}

/** Where the doctor looks, and for what. */
export interface Looking {
  readonly root: string
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** What the person types to call parley, for commands to copy. */
  readonly command: string
  /** Voices that the person named: only those are looked at. */
  readonly named: readonly string[]
  /** Really asks each voice once, which costs a few tokens. */
  readonly tries: boolean
}

export async function voiceChecks(looking: Looking): Promise<Check[]> {
  const { root, home, env, named } = looking
  try {
    const { loadConfig } = await import('../../../workspace/config.js')
    const config = await loadConfig(root, home)
    const ask = asking(looking, config)
    if (named.length > 0) return await Promise.all(named.map((voice) => wanted({ voice, why: 'named' }, ask)))
    const [{ detect }, { probe }] = await Promise.all([
      import('../../../agents/choose.js'),
      import('../../../agents/probe.js'),
    ])
    const there = await detect(env, probe, config.models)
    const checks = await Promise.all([
      ...settled(config).map((voice) => wanted(voice, ask)),
      ...there.map((one) => offered(one, ask)),
    ])
    const none = there.some(({ name }) => name !== null) ? [] : [nothing]
    return [...checks, ...none, ...(await withoutClaude())]
  } catch (error) {
    return [{ name: 'config', state: 'wrong', detail: (error as Error).message }]
  }
}

const nothing: Check = {
  name: 'agents',
  state: 'note',
  detail:
    'no model found: set a key, start a local server, install a coding agent, or name one with --agents',
}
/** A voice that the person chose, and where they chose it. */
interface Wanted {
  readonly voice: string
  readonly why: string
}

function settled({ agents, seats }: Config): readonly Wanted[] {
  return [
    ...(agents === undefined ? [] : [{ voice: agents, why: 'settled for every seat' }]),
    ...Object.entries(seats).map(([seat, voice]) => ({ voice, why: `settled for ${seat}` })),
  ]
}

/** Whether a voice can speak: by its own check, or by a real call. */
type Ask = (
  voice: string,
) => Promise<{ readonly ok: boolean; readonly detail: string; readonly tried?: Tried }>

/** Each voice is checked once, however often it is named. */
function asking({ root, env, tries }: Looking, config: Config): Ask {
  const around = { root, env, models: config.models }
  const once = new Map<string, ReturnType<Ask>>()
  const ask: Ask = async (voice) => {
    if (tries && !isSilent(voice)) {
      const { tryVoice } = await import('../../../agents/try.js')
      const tried = await tryVoice(voice, around)
      const money = await moneyOf(voice, tried, config)
      const priced = typeof money === 'number' ? { ...tried, cost: money } : tried
      return { ok: tried.ok, detail: outcome(tried, money), tried: priced }
    }
    const [{ load }, { parseAgents }] = await Promise.all([
      import('../../../agents/load.js'),
      import('../../../agents/names.js'),
    ])
    const backend = await load(parseAgents(voice), { ...around, serves: () => true })
    const { ready, detail } = await backend.check()
    return { ok: ready, detail }
  }
  return (voice) => {
    const asked = once.get(voice) ?? ask(voice)
    once.set(voice, asked)
    return asked
  }
}

/** Without a model: a call to it shows nothing. */
const isSilent = (voice: string): boolean => /^script\b/.test(voice)

/** What the one call cost. */
async function moneyOf(voice: string, tried: Tried, config: Config): Promise<MoneyPaid> {
  if (!tried.ok) return null
  const { pricesOf } = await import('../../../agents/prices.js')
  const price = (await pricesOf([voice], config))[voice]
  return price ? costOf(tried.usage, price) : 'unknown'
}

function outcome(tried: Tried, money: MoneyPaid): string {
  if (!tried.ok) return `did not answer: ${tried.why}`
  const { usage, model, ms } = tried
  const paid = moneyWord(money)
  const sum = usage.input + usage.output
  const cost = `${usage.estimated ? '~' : ''}${sum.toLocaleString('en')} ${sum === 1 ? 'token' : 'tokens'}${paid && `, ${paid}`}`
  return `answered in ${(ms / 1000).toFixed(1)} s, ${cost}${model === null ? '' : ` (${model})`}`
}

/** A meeting here would use it, so it is an error when it cannot speak. */
async function wanted({ voice, why }: Wanted, ask: Ask): Promise<Check> {
  try {
    const { ok, detail, tried } = await ask(voice)
    const state = ok ? 'fine' : 'wrong'
    return { name: 'agents', state, detail: `${voice}, ${why}: ${detail}`, voice, ...(tried && { tried }) }
  } catch (error) {
    return { name: 'agents', state: 'wrong', detail: `${voice}, ${why}: ${(error as Error).message}`, voice }
  }
}

async function offered(one: Found, ask: Ask): Promise<Check> {
  const { told } = await import('../../../agents/choose.js')
  const { name, because, others } = one
  if (name === null) return { name: 'agents', state: 'note', detail: told(one) }
  const { ok, detail, tried } = await ask(name)
  const voice = { name: 'agents', voice: name, ...(tried && { tried }) }
  if (!ok)
    return {
      ...voice,
      state: 'note',
      detail: `${because}, but ${name} ${tried ? detail : `cannot speak: ${detail}`}`,
    }
  const more =
    tried === undefined
      ? ''
      : `; ${others.length > 0 ? `of ${others.length + 1} models the first ` : ''}${detail}`
  return { ...voice, state: 'fine', detail: `${told(one)}${more}` }
}

async function withoutClaude(): Promise<Check[]> {
  const { notInstalled } = await import('../../../agents/claude/packages.js')
  const missing = notInstalled()
  return missing === null ? [] : [{ name: 'agents', state: 'note', detail: missing }]
}
