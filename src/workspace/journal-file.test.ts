// The journal as a file: the port's suite, then what happens only to files: torn ends, damage, full disks, dead owners.

import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Held } from '../kernel/errors.js'
import { seal } from '../kernel/line/hash.js'
import { entry, journalSuite } from '../kernel/line/journal.suite.js'
import { entryOf, samples } from '../kernel/line/line.suite.js'
import { fileJournal } from './journal-file.js'
import { keepText } from './kept-texts.js'
import { bundled, temporaryFolder } from './temporary.suite.js'

const own = { id: 'm-1' }

describe('the file journal', () => {
  journalSuite(() => {
    const folder = temporaryFolder()
    return { journal: fileJournal(folder, own), again: () => fileJournal(folder, own) }
  })
})

afterEach(() => {
  vi.restoreAllMocks()
})

async function filled(count = 3): Promise<{ folder: string; file: string; bytes: Buffer }> {
  const folder = temporaryFolder()
  const lease = await fileJournal(folder, own).lease()
  for (let n = 1; n <= count; n++) await lease.append(n, entry(n))
  await lease.release()
  const file = join(folder, 'journal.jsonl')
  return { folder, file, bytes: fs.readFileSync(file) }
}

describe('a journal that goes away under its writer', () => {
  test.each<[string, (file: string) => void]>([
    ['removed', (file) => fs.rmSync(file)],
    ['removed with its folder', (file) => fs.rmSync(join(file, '..'), { recursive: true })],
    ['replaced by a copy', (file) => fs.renameSync(copyOf(file), file)],
    ['cut off', (file) => fs.truncateSync(file, 10)],
  ])('JF5: when it was %s, the writer may neither act nor append', async (_, change) => {
    for (const appends of [true, false]) {
      const { folder, file } = await filled(3)
      const lease = await fileJournal(folder, own).lease()
      if (appends) await lease.append(4, entry(4))
      lease.check()
      change(file)
      expect(() => lease.check()).toThrow('was removed or replaced while the meeting ran')
      const next = appends ? 5 : 4
      await expect(lease.append(next, entry(next))).rejects.toMatchObject({ code: 'JOURNAL_GONE' })
    }
  })

  function copyOf(file: string): string {
    fs.copyFileSync(file, `${file}.copy`)
    return `${file}.copy`
  }
})

test('a journal and everything beside it is for its owner alone, whatever the umask', async () => {
  const before = process.umask(0)
  onTestFinished(() => void process.umask(before))
  const { folder } = await filled(1)
  const lease = await fileJournal(folder, own).lease()
  keepText(folder, folder, 'long')
  const modes = fs.readdirSync(folder).map((name) => [name, fs.statSync(join(folder, name)).mode & 0o777])
  expect(modes).toEqual(
    expect.arrayContaining([
      ['lock', 0o600],
      ['journal.jsonl', 0o600],
      ['leases', 0o600],
    ]),
  )
  expect(modes.filter(([, mode]) => mode !== 0o600)).toEqual([])
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
  await lease.release()
})

describe('a torn last line', () => {
  test('JF1: is cut off, kept to the byte, reported, and the next line takes its number', async () => {
    const { folder, file, bytes } = await filled(3)
    const whole = bytes.lastIndexOf(10, bytes.length - 2) + 1
    for (const size of [whole + 1, bytes.indexOf(Buffer.from('👋'), whole) + 2, bytes.length - 1]) {
      fs.writeFileSync(file, bytes.subarray(0, size))
      const lease = await fileJournal(folder, own).lease()
      expect(lease.lines).toHaveLength(2)
      expect(lease.torn?.line).toBe(3)
      expect(fs.readFileSync(lease.torn?.keptAs ?? '')).toEqual(bytes.subarray(whole, size))
      await lease.append(3, entry(3))
      await lease.release()
      expect(fs.readFileSync(file)).toEqual(bytes)
    }
    const kept = fs.readdirSync(folder).filter((name) => name.startsWith('journal.torn-'))
    expect(kept.toSorted()).toEqual(['journal.torn-3', 'journal.torn-3.2', 'journal.torn-3.3'])
  })

  test('JF1: of the very first line leaves an empty journal', async () => {
    const { folder, file, bytes } = await filled(1)
    fs.writeFileSync(file, bytes.subarray(0, 20))
    const lease = await fileJournal(folder, own).lease()
    expect([lease.lines, basename(lease.torn?.keptAs ?? '')]).toEqual([[], 'journal.torn-1'])
    await lease.release()
  })

  test('is damage for who reads, but not for who reads only up to it', async () => {
    const { folder, file, bytes } = await filled(3)
    fs.writeFileSync(file, bytes.subarray(0, bytes.length - 5))
    await expect(fileJournal(folder, own).read()).rejects.toThrow(
      'Line 3 of the journal is damaged: it is cut off.',
    )
    expect(await fileJournal(folder, own).read(1, 2)).toHaveLength(2)
    expect(await fileJournal(folder, own).readable()).toMatchObject({
      lines: [{ n: 1 }, { n: 2 }],
      damage: expect.stringContaining('Line 3'),
    })
  })
})

describe('damage', () => {
  test('JF2: in the middle refuses the lease and the reading, names the line, and gives the lock back', async () => {
    const { folder, file, bytes } = await filled(4)
    const second = bytes.indexOf(10) + 1
    fs.writeFileSync(
      file,
      Buffer.concat([bytes.subarray(0, second), Buffer.from('x'), bytes.subarray(second)]),
    )
    for (const attempt of [() => fileJournal(folder, own).lease(), () => fileJournal(folder, own).read()]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'DAMAGED', line: 2 })
    }
    expect(fs.existsSync(join(folder, 'lock'))).toBe(false)
    expect(await fileJournal(folder, own).read(1, 1)).toHaveLength(1)
  })

  test('JF2: still lets every sound line be read for display, and says what is wrong', async () => {
    const { folder, file, bytes } = await filled(4)
    const second = bytes.indexOf(10) + 1
    fs.writeFileSync(
      file,
      Buffer.concat([bytes.subarray(0, second), Buffer.from('x'), bytes.subarray(second)]),
    )
    const { lines, damage } = await fileJournal(folder, own).readable()
    expect(lines.map(({ n }) => n)).toEqual([1, 3, 4])
    expect(damage).toBe('Line 2 of the journal is damaged: it is not JSON.')
  })

  test('JF2: of any one byte is found at its line', async () => {
    const { folder, file, bytes } = await filled(3)
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 }), async (at, byte) => {
        fc.pre(bytes[at] !== byte)
        const changed = Buffer.from(bytes)
        changed[at] = byte
        fs.writeFileSync(file, changed)
        const line = bytes.subarray(0, at).filter((other) => other === 10).length + 1
        expect(await damagedLine(folder)).toBe(line)
      }),
      { numRuns: 400 },
    )
  })

  test('JF2: that turns one broken character into another is found too, although both look the same', async () => {
    const folder = temporaryFolder()
    const lease = await fileJournal(folder, own).lease()
    await lease.append(1, entryOf('opened', { ...samples.opened, title: 'a \ufffd mark' }))
    await lease.release()
    const file = join(folder, 'journal.jsonl')
    const bytes = fs.readFileSync(file)
    bytes[bytes.indexOf(0xef)] = 0xf0
    fs.writeFileSync(file, bytes)
    await expect(fileJournal(folder, own).read()).rejects.toThrow('it is not UTF-8')
  })

  test('a line left out or exchanged breaks the chain at its place', async () => {
    const { folder, file, bytes } = await filled(4)
    const lines = bytes.toString().split('\n').slice(0, -1)
    fs.writeFileSync(file, `${[lines[0], lines[2], lines[3]].join('\n')}\n`)
    expect(await damagedLine(folder)).toBe(2)
    fs.writeFileSync(file, `${[lines[0], lines[2], lines[1], lines[3]].join('\n')}\n`)
    expect(await damagedLine(folder)).toBe(2)
  })
})

/** Read as a lease would read it, at once. */
async function damagedLine(folder: string): Promise<number | undefined> {
  const { damage } = await fileJournal(folder, own).readable()
  return damage === null ? undefined : Number(/^Line (\d+)/.exec(damage)?.[1])
}

describe('an append that fails', () => {
  test('JF3: for want of room says so, and the next one is not joined to a stump', async () => {
    const { folder, file, bytes } = await filled(2)
    const lease = await fileJournal(folder, own).lease()
    halfWritten('ENOSPC: no space left on device')
    await expect(lease.append(3, entry(3))).rejects.toMatchObject({
      code: 'NOT_RECORDED',
      message: expect.stringContaining('ENOSPC'),
      hint: expect.stringContaining('Free some space'),
    })
    expect(fs.readFileSync(file)).toEqual(bytes)
    await lease.append(3, entry(3))
    await lease.release()
    expect(await fileJournal(folder, own).read()).toHaveLength(3)
  })

  test('JF3: and cannot even be taken back leaves a stump that the next append clears away', async () => {
    const { folder, file, bytes } = await filled(2)
    const lease = await fileJournal(folder, own).lease()
    halfWritten('EIO: i/o error')
    vi.spyOn(fs, 'ftruncateSync').mockImplementationOnce(() => {
      throw new Error('EIO: i/o error')
    })
    await expect(lease.append(3, entry(3))).rejects.toMatchObject({ code: 'NOT_RECORDED' })
    expect(fs.statSync(file).size).toBeGreaterThan(bytes.length)
    await lease.append(3, entry(3))
    await lease.release()
    expect(await fileJournal(folder, own).read()).toHaveLength(3)
  })

  test('JF3: because it could not be flushed is no line', async () => {
    const { folder } = await filled(2)
    const lease = await fileJournal(folder, own).lease()
    vi.spyOn(fs, 'fdatasyncSync').mockImplementationOnce(() => {
      throw new Error('EIO: i/o error')
    })
    await expect(lease.append(3, entry(3))).rejects.toMatchObject({ code: 'NOT_RECORDED' })
    await lease.release()
    expect(await fileJournal(folder, own).read()).toHaveLength(2)
  })

  test('because the journal is a link is not recorded, and what it leads to is neither read nor changed', async () => {
    const { file: elsewhere } = await filled(2)
    const bytes = fs.readFileSync(elsewhere)
    const folder = temporaryFolder()
    fs.symlinkSync(elsewhere, join(folder, 'journal.jsonl'))
    const lease = await fileJournal(folder, own).lease()
    expect(lease.lines).toEqual([])
    await expect(lease.append(1, entry(1))).rejects.toMatchObject({ code: 'LINK' })
    await lease.release()
    expect(fs.readFileSync(elsewhere)).toEqual(bytes)
  })

  test('before the first line says that no meeting was opened', async () => {
    const lease = await fileJournal(temporaryFolder(), own).lease()
    halfWritten('ENOSPC: no space left on device')
    await expect(lease.append(1, entry(1))).rejects.toMatchObject({
      hint: expect.stringContaining('start again: no meeting was opened'),
    })
    await lease.release()
  })

  /** The next write writes half of its bytes and then fails. */
  function halfWritten(message: string): void {
    const write = fs.writeSync
    vi.spyOn(fs, 'writeSync').mockImplementationOnce(((fd: number, bytes: Buffer) => {
      write(fd, bytes, 0, Math.floor(bytes.length / 2))
      throw new Error(message)
    }) as unknown as typeof fs.writeSync)
  }
})

describe('a writer', () => {
  test('JF4: that was overtaken appends nothing', async () => {
    const { folder, file } = await filled(1)
    const late = await fileJournal(folder, own).lease()
    fs.rmSync(join(folder, 'lock'))
    const next = await fileJournal(folder, own).lease()
    await next.append(2, entry(2))
    const bytes = fs.readFileSync(file)
    await expect(late.append(2, entry(2))).rejects.toMatchObject({
      code: 'OVERTAKEN',
      message: 'Another process has taken this meeting over.',
    })
    expect(fs.readFileSync(file)).toEqual(bytes)
    await late.release()
    await expect(fileJournal(folder, own).lease()).rejects.toBeInstanceOf(Held)
    await next.release()
  })

  test('that was killed leaves a lock which the next one takes over, and all its lines; the files that it had half written are swept', async () => {
    const { folder } = await filled(1)
    const module = await bundled(new URL('./journal-file.ts', import.meta.url).pathname)
    const script = `
      const { fileJournal } = await import(${JSON.stringify(module)})
      const { createHmac } = await import('node:crypto')
      const make = (text) => createHmac('sha256', 'own').update(text).digest('hex')
      const seals = { make, fits: (text, mac) => mac === make(text) }
      const lease = await fileJournal(${JSON.stringify(folder)}, { id: 'm-1', seals }).lease()
      await lease.append(2, ${JSON.stringify(entry(2))})
      console.log('has it')
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((resolve) => child.stdout.once('data', resolve))
    await expect(fileJournal(folder, own).lease()).rejects.toThrow(`held by pid ${child.pid} since `)
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    const halves = ['meeting.json.1234567890', `whole-${'a'.repeat(64)}.txt.1234567890`]
    const theirs = ['meeting.json.1', 'meeting.json.bak', 'meeting.json.1234567890.md']
    for (const name of [...halves, ...theirs]) fs.writeFileSync(join(folder, name), 'half')
    const lease = await fileJournal(folder, own).lease()
    expect(lease.lines).toHaveLength(2)
    const left = fs.readdirSync(folder)
    expect([halves, theirs].map((names) => names.filter((name) => left.includes(name)))).toEqual([[], theirs])
    await lease.append(3, entry(3))
    await lease.release()
  })

  test('takes over what a power cut left of a lock, and names a folder in its place with the way out', async () => {
    const { folder } = await filled(1)
    const lock = join(folder, 'lock')
    for (const left of ['', 'garbage']) {
      fs.writeFileSync(lock, left)
      expect(await fileJournal(folder, own).held()).toBe(false)
      await (await fileJournal(folder, own).lease()).release()
    }
    fs.mkdirSync(lock)
    await expect(fileJournal(folder, own).lease()).rejects.toMatchObject({
      code: 'LOCKED',
      hint: expect.stringContaining('remove that file or folder'),
    })
  })
})

describe('the first line', () => {
  test('can be read alone, however long it is', async () => {
    const folder = temporaryFolder()
    const lease = await fileJournal(folder, own).lease()
    const title = 'long '.repeat(40_000)
    await lease.append(1, entryOf('opened', { ...samples.opened, title }))
    await lease.append(2, entry(2))
    await lease.release()
    expect(await fileJournal(folder, own).first()).toMatchObject({ line: { data: { title } }, alone: false })
  })

  test('is not called the only one because a look ended with it', async () => {
    const folder = temporaryFolder()
    const first = (title: string) => entryOf('opened', { ...samples.opened, title })
    const bare = `${seal(first(''), 1, '').text}\n`.length
    const lease = await fileJournal(folder, own).lease()
    await lease.append(1, first('x'.repeat(4 * 1024 - bare)))
    await lease.append(2, entry(2))
    await lease.release()
    expect(await fileJournal(folder, own).first()).toMatchObject({ alone: false })
  })

  test('that is no line is undefined', async () => {
    const { folder, file } = await filled(1)
    fs.writeFileSync(file, 'nonsense\n')
    expect(await fileJournal(folder, own).first()).toBeUndefined()
  })
})

describe('a tail that begins late', () => {
  test('reads the end of a long journal and leaves its start alone, also past a damaged line', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'journal.jsonl')
    const texts: string[] = []
    for (let n = 1, prev = ''; n <= 100; n++) {
      const { line, text } = seal(
        entryOf('noted', { kind: 'k', data: 'x'.repeat(3_000) }, `note:k.${n}`),
        n,
        prev,
      )
      texts.push(n === 98 ? 'garbage' : text)
      prev = line.hash
    }
    fs.writeFileSync(file, `${texts.join('\n')}\n`)
    const read = vi.spyOn(fs, 'readSync')
    expect((await fileJournal(folder, own).tail(96).take()).map(({ n }) => n)).toEqual([97, 99, 100])
    const total = read.mock.results.reduce((sum, { value }) => sum + Number(value), 0)
    expect(total).toBeLessThan(fs.statSync(file).size / 5)
  })

  test('is right from every line of a journal whose lines have any length', async () => {
    const folder = temporaryFolder()
    const lease = await fileJournal(folder, own).lease()
    for (let n = 1; n <= 30; n++)
      await lease.append(
        n,
        entryOf('noted', { kind: 'k', data: 'ä'.repeat((n * 2_477) % 9_000) }, `note:k.${n}`),
      )
    await lease.release()
    for (let after = 0; after <= 30; after++)
      expect((await fileJournal(folder, own).tail(after).take()).map(({ n }) => n)).toEqual(
        Array.from({ length: 30 - after }, (_, at) => after + at + 1),
      )
  })
})

describe('a waiting journal', () => {
  test('keeps no file open', async () => {
    const { folder } = await filled(2)
    await fileJournal(folder, own).read()
    const open = spawnSync('ls', ['-l', `/proc/${process.pid}/fd`], { encoding: 'utf8' }).stdout
    expect(open).not.toContain(folder)
    expect(fs.readdirSync(folder).toSorted()).toEqual(['journal.jsonl', 'leases'])
  })
})
