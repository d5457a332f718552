// What is written about operations elsewhere is what is declared.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operations } from './operations.js'
import { type OperationName, routes } from './routes.js'

const names = Object.keys(operations) as OperationName[]

test('docs/server.md lists every operation with its route and what it is about', () => {
  const docs = readFileSync(new URL('../../docs/server.md', import.meta.url), 'utf8')
  const rows = names.map((name) => {
    const { method, path } = routes[name]
    return `| \`${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}\` | ${operations[name].about} |`
  })
  expect(docs.match(/^\| `(GET|POST|DELETE) .*$/gm)).toEqual(rows)
})

test('every parameter of a route is something that its operation takes', () => {
  for (const name of names)
    for (const [, parameter] of routes[name].path.matchAll(/:(\w+)/g))
      expect(operations[name].takes.shape, name).toHaveProperty(parameter ?? '')
})
