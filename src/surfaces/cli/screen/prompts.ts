// Prompts on the screen: sizes of all of them in tables, or one of them word for word.

import type { SentPart, SentPrompt } from '../../../kernel/sent-prompts.js'
import { clean, oneLine } from './clean.js'
import { hanging } from './hanging.js'
import type { Paint } from './paint.js'
import { type About, copied } from './to-copy.js'
import { count, plural } from './words.js'

interface Look {
  readonly colour: Paint
  readonly columns: number
}

/** Every call with the sizes of its parts. */
export function promptsText(prompts: readonly SentPrompt[], about: About, look: Look): string {
  if (prompts.length === 0) return 'No seat was called in this meeting.\n'
  const tables = prompts.map((prompt) => `${headOf(prompt, look)}${tableOf(prompt, look)}`)
  const how = look.colour.dim('Sizes are estimates. The words of one:')
  return `${tables.join('\n')}\n${how}\n${copied(about, (name) => `show ${name} --prompts TURN`)}`
}

/** One call, with every word of its parts. */
export function promptText(prompt: SentPrompt, look: Look): string {
  const texts = prompt.parts.map((part) => `\n${look.colour.bold(titleOf(part))}\n${wordsOf(part)}\n`)
  return `${headOf(prompt, look)}${tableOf(prompt, look)}${texts.join('')}`
}

function headOf(prompt: SentPrompt, look: Look): string {
  const { colour, columns } = look
  const { turn, line, seat, call, calls, used, failed } = prompt
  const name = colour.bold(`Turn ${turn}  ${colour.seat(seat, oneLine(seat, 40))}`)
  const about = [oneLine(call, 40), `line ${line}`, ...(failed ? ['it failed'] : [])].join(' · ')
  const asked =
    calls > 1 ? `; the voice was called ${calls} times, and what it was sent to mend a reply is not kept` : ''
  const looked =
    used > 0 ? `; ${plural(used, 'use')} of tools, after each of which everything is read again` : ''
  return `${name}  ${colour.dim(about)}\n${hanging(`${readWords(prompt)}${asked}${looked}.`, '', columns)}\n${proofText(prompt, look)}`
}

function readWords({ tokens: { input, cached, estimated } }: SentPrompt): string {
  const sum = `${estimated ? '~' : ''}${plural(input, 'token')} read`
  return cached === undefined
    ? `${sum}, none reported from a cache`
    : `${sum}, ${count(cached)} of them from a cache`
}

function proofText({ proof, why }: SentPrompt, { colour, columns }: Look): string {
  const noted = (words: string) => `${hanging(words, `${colour.yellow('!')} `, columns)}\n`
  switch (proof) {
    case 'sent':
      return ''
    case 'unproven':
      return noted(
        'The journal has no hash of what a failed call was sent: this is what its procedure asks for.',
      )
    default:
      return noted(`Not shown: ${oneLine(why ?? '', 300)}.`)
  }
}

function tableOf({ parts }: SentPrompt, { colour, columns }: Look): string {
  const rows = parts.map((part) => {
    const before = part.before ? colour.dim('  sent before') : ''
    const cached = part.cached ? colour.dim(`  ${count(part.cached)} from the cache`) : ''
    return `${hanging(`${titleOf(part)}${before}${cached}`, `${count(part.tokens).padStart(9)}  `, columns)}\n`
  })
  const sum = parts.reduce((all, { tokens }) => all + tokens, 0)
  return rows.length === 0 ? '' : `${rows.join('')}${count(sum).padStart(9)}  in all\n`
}

/** Definitions and shapes are no part of what the hash proves. */
function titleOf({ place, name }: SentPart): string {
  const made = place === 'tools' || place === 'shape' ? ' (as this parley makes it)' : ''
  return `${places[place]}: ${oneLine(name, 60)}${made}`
}

const places: Readonly<Record<SentPart['place'], string>> = {
  tools: 'tools',
  system: 'system',
  conversation: 'conversation',
  prompt: 'prompt',
  shape: 'shape of the reply',
}

function wordsOf({ place, text }: SentPart): string {
  return place === 'conversation' ? 'Each stands under its own turn.' : clean(text).trimEnd()
}
