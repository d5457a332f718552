// Folders of the machine in texts: paths become relative to the workspace, and nothing else changes.

import { expect, test } from 'vitest'
import { withoutFolders } from './machine-folders.js'

const plain = withoutFolders([
  { folder: '/home/ann', as: '~' },
  { folder: '/home/ann/shop', as: '' },
  { folder: '/home/ann/.parley', as: 'PARLEY_HOME' },
])

test.each([
  ['in /home/ann/shop/src/a.ts:3', 'in src/a.ts:3'],
  ['"/home/ann/shop"', '"."'],
  ['I looked in /home/ann/shop.', 'I looked in ..'],
  ['/home/ann/.parley/state', 'PARLEY_HOME/state'],
  ['/home/ann/other and /home/ann', '~/other and ~'],
  ["open '/home/ann/shop/a' (/home/ann/shop/b)", "open 'a' (b)"],
])('%s', (text, told) => {
  expect(plain(text)).toBe(told)
})

test.each([
  '/home/ann/shop2/a',
  '/home/ann/shop-old',
  '/home/ann/shop.git',
  '/mnt/home/ann/shop/a',
  'https://example.org/home/ann/shop',
  '/home/anna/shop',
])('%s is not in the workspace', (text) => {
  expect(plain(text).replace('~', '/home/ann')).toBe(text)
})

test('a folder with one name only is left alone: it could be the address of a page', () => {
  expect(withoutFolders([{ folder: '/app', as: '' }])('GET /app/users')).toBe('GET /app/users')
  expect(withoutFolders([{ folder: '/', as: '' }])('/usr/bin')).toBe('/usr/bin')
})
