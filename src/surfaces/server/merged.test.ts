import { expect, test } from 'vitest'
import { merged } from './merged.js'

async function* after(
  gates: readonly Promise<unknown>[],
  name: string,
  left: string[],
): AsyncGenerator<string> {
  try {
    for (const [at, gate] of gates.entries()) {
      await gate
      yield `${name}${at}`
    }
  } finally {
    left.push(name)
  }
}

function gate(): { readonly opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

test('what comes first is told first, whichever source it comes from, and all of them are left at the end', async () => {
  const [one, two] = [gate(), gate()]
  const left: string[] = []
  const all = merged([after([two.opened, two.opened], 'a', left), after([one.opened], 'b', left)])
  one.open()
  expect((await all.next()).value).toBe('b0')
  two.open()
  expect([(await all.next()).value, (await all.next()).value]).toEqual(['a0', 'a1'])
  expect((await all.next()).done).toBe(true)
  expect(left.toSorted()).toEqual(['a', 'b'])
})

test('a source that breaks ends the whole, and a reader who leaves lets go of every source', async () => {
  const left: string[] = []
  const breaks = merged([after([Promise.reject(new Error('gone'))], 'a', left)])
  await expect(breaks.next()).rejects.toThrow('gone')
  const endless = merged([after([Promise.resolve(), Promise.resolve()], 'b', left)])
  await endless.next()
  await endless.return(undefined)
  expect(left).toEqual(['a', 'b'])
})

test('a source that breaks is told at once, while another is silent', async () => {
  const silent = gate()
  const left: string[] = []
  const both = merged([
    after([silent.opened], 'a', left),
    after([Promise.reject(new Error('gone'))], 'b', left),
  ])
  await expect(both.next()).rejects.toThrow('gone')
  silent.open()
  await expect.poll(() => left.toSorted()).toEqual(['a', 'b'])
})
