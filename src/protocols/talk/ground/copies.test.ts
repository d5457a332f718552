// Copies of a talk's artifact: written in the checkout that they belong to, whatever the repository brings.

import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../workspace/temporary.suite.js'
import { artifactPath } from '../documents/artifact.js'
import type { MeetingId } from '../documents/ids.js'
import { removeFile, writeText } from './copies.js'

const path = artifactPath('a-talk' as MeetingId)

describe('the artifact of a talk', () => {
  test('is written and removed in its checkout', async () => {
    const checkout = temporaryFolder()
    await writeText(join(checkout, path), 'words')
    expect(readFileSync(join(checkout, path), 'utf8')).toBe('words')
    await removeFile(join(checkout, path))
    expect(existsSync(join(checkout, path))).toBe(false)
  })

  test.each(['.lore', '.lore/meetings', path])(
    'is not written or removed through the link %s',
    async (name) => {
      const [checkout, outside] = [temporaryFolder(), temporaryFolder()]
      mkdirSync(join(outside, 'meetings'))
      for (const file of ['a-talk.md', 'meetings/a-talk.md']) writeFileSync(join(outside, file), 'mine')
      mkdirSync(join(checkout, name, '..'), { recursive: true })
      symlinkSync(name === path ? join(outside, 'a-talk.md') : outside, join(checkout, name))
      await expect(writeText(join(checkout, path), 'words')).rejects.toMatchObject({ code: 'LINK' })
      await removeFile(join(checkout, path)).catch((error) => expect(error).toMatchObject({ code: 'LINK' }))
      expect(readdirSync(outside).toSorted()).toEqual(['a-talk.md', 'meetings'])
      for (const file of ['a-talk.md', 'meetings/a-talk.md'])
        expect(readFileSync(join(outside, file), 'utf8')).toBe('mine')
    },
  )
})
