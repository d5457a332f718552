// One list of dissents: the record, the outcome, every export, `show`, `council info` and the page have the same ones, in the same order
// and the same words, with what each was against and how it ended.

import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { parleyHome } from '../src/workspace/home.js'
import { launch } from './support/browser.js'
import { convened, meet, onlyId, synthesis } from './support/council.js'
import { pageOf, watch } from './support/page.js'
import { repository } from './support/repo.js'
import { events, run, untilFileEnds } from './support/run.js'
import { must, serverAt } from './support/server.js'

const until = untilFileEnds()
const repo = repository(until)
const limit = { timeout: 120_000 }
let id = ''
let outcome: { readonly dissents: readonly Settled[] }

interface Settled {
  readonly id: string
  readonly seat: string
  readonly text: string
}

const turn = (text: string) => ({ call: 'seat.turn', text })
const seats = {
  'staff-engineer': [
    turn('**Position:** Follow the tide.\n\nNoon is a convention.'),
    turn('**Position:** Follow the tide.\n\nStill.'),
    {
      call: 'chair.synthesize',
      value: {
        ...synthesis,
        dissents: [
          { id: 'D1', answer: 'accepted', reason: 'The key is split in two.' },
          { id: 'D2', answer: 'rebutted', reason: 'Low water was measured, & it is <never> at six' },
          { id: 'D4', answer: 'carried', reason: 'Captains were not asked.' },
        ],
      },
    },
  ],
  'security-engineer': [
    turn('**Position:** Lock it.\n\n**Dissent (against one key):** Whoever has the key has the harbour.'),
    turn('**Position:** Lock it.\n\nNothing else.'),
  ],
  'qa-engineer': [
    turn('**Position:** Test low water.\n\n**Dissent (against the tide table):** It says nothing about six.'),
    turn('**Position:** Test low water.\n\nNothing else.'),
  ],
  'product-manager': [
    turn('**Position:** Ask the captains.\n\n**Dissent:** Nobody wants a gate on Mondays.'),
    turn(
      '**Position:** Ask the captains.\n\n**Withdrawn D3:** Mondays were measured.\n\n**Dissent (against haste):** Captains wait for an answer.',
    ),
  ],
}

/** Who, what, and how it ended, as a person would write the list by hand. */
const expected = [
  [
    'security-engineer',
    'Whoever has the key has the harbour.',
    'D1, round 1, against one key. Accepted by the chair: The key is split in two.',
  ],
  [
    'qa-engineer',
    'It says nothing about six.',
    'D2, round 1, against the tide table. Rebutted by the chair: Low water was measured, & it is <never> at six.',
  ],
  [
    'product-manager',
    'Nobody wants a gate on Mondays.',
    'D3, round 1. Withdrawn in round 2: Mondays were measured.',
  ],
  [
    'product-manager',
    'Captains wait for an answer.',
    'D4, round 2, against haste. Carried: Captains were not asked.',
  ],
] as const

/** As Markdown has it: a tag in somebody's words is escaped, so that it stays words. */
const bullets = expected
  .map(([seat, text, ending]) => `- **${seat}:** ${text}\n  ${ending}`)
  .join('\n')
  .replaceAll('<', '\\<')
const parley = async (...args: string[]) => (await run(args, { cwd: repo.root })).stdout

/** The meeting that the others look at. */
async function hold(): Promise<typeof outcome> {
  await convened(repo, { seats, answers: ['another-round', 'conclude'] })
  const held = await meet(repo, '--json')
  expect(held).toMatchObject({ code: 0 })
  id = onlyId(repo)
  const last = events(held).at(-1) as unknown as { readonly outcome: typeof outcome }
  return last.outcome
}

describe('a council lists all its dissents', limit, () => {
  test('in its outcome and its record', async () => {
    outcome = await hold()
    expect(outcome.dissents.map(({ seat, text }) => [seat, text])).toEqual(
      expected.map(([seat, text]) => [seat, text]),
    )
    expect(outcome.dissents.map((dissent) => dissent.id)).toEqual(['D1', 'D2', 'D3', 'D4'])
    expect(repo.read(`.council/records/${id}.md`)).toContain(`\n## Dissents (preserved)\n${bullets}\n\n## `)
  })

  test('in every export', async () => {
    expect(await parley('export', id)).toContain(`\n## Dissents\n\n${bullets}\n\n## Follow-ups`)
    const json = JSON.parse(await parley('export', id, '--format', 'json')) as { dissents: Told[] }
    expect(json.dissents.map(({ name, text, ending }) => [name, text, ending])).toEqual(expected)
    expect(json.dissents.map((told) => [told.id, told.against, told.end?.kind, told.end?.where])).toEqual([
      ['D1', 'one key', 'accepted', null],
      ['D2', 'the tide table', 'rebutted', null],
      ['D3', '', 'withdrawn', 'round 2'],
      ['D4', 'haste', 'carried', null],
    ])
    const html = await parley('export', id, '--format', 'html')
    const [, list = ''] = /<section id="dissents">(.*?)<\/section>/s.exec(html) ?? []
    expect([...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = '']) => wordsIn(item))).toEqual(
      expected.map(([seat, text, ending]) => `${seat}: ${text} ${ending}`),
    )
  })

  test('in `show`', async () => {
    const lines = expected.map(([seat, text, ending]) => `  ${seat}: ${text}\n    ${ending}\n`)
    expect(await parley('show', id)).toContain(`\nDissents\n${lines.join('')}`)
  })

  test('in `council info`', async () => {
    const lines = expected.map(([seat, text, ending]) => `  ${seat}: ${text} — ${id}\n    ${ending}`)
    expect(await parley('council', 'info')).toContain(`\nDissents:\n${lines.join('\n')}\n\nLoose ends: none.`)
    const info = JSON.parse(await parley('council', 'info', '--json')) as { dissents: Recorded[] }
    expect(info.dissents).toEqual(
      expected.map(([seat, text, ending], at) => ({ session: id, id: `D${at + 1}`, seat, text, ending })),
    )
  })

  test('on its page, each with the way to its words', async () => {
    const server = await serverAt(parleyHome(), repo, {}, until)
    await must(server, 'POST', '/api/projects', { name: 'harbour', path: repo.root })
    const browser = await launch()
    until(() => browser.close())
    const { page, complaints } = await watch(browser, server, pageOf({ project: 'harbour', id }))
    await expect
      .poll(() => listOn(page))
      .toEqual(expected.map(([seat, text, ending]) => [`${seat}:`, text, ending]))
    await page.locator('.dissents a').last().click()
    await page.locator('article.turn:focus', { hasText: 'Captains wait for an answer.' }).waitFor()
    expect(complaints).toEqual([])
  })
})

interface Told {
  readonly id: string
  readonly name: string
  readonly against: string
  readonly text: string
  readonly ending: string
  readonly end: { readonly kind: string; readonly where: string | null } | null
}

interface Recorded {
  readonly session: string
  readonly id: string
  readonly seat: string
  readonly text: string
  readonly ending: string
}

async function listOn(page: Page): Promise<readonly (readonly (string | null)[])[]> {
  const items = await page.locator('.dissents li').all()
  return Promise.all(items.map((item) => item.locator(':scope > *').allTextContents()))
}

/** What a reader sees of a piece of HTML. */
function wordsIn(html: string): string {
  return html
    .replaceAll('<br>', ' ')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
