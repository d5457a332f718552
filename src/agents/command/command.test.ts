// Command: any program as a voice, started without a shell and ended together with its child processes.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Prompt } from '../../kernel/agents.js'
import { WrongUsage } from '../../kernel/errors.js'
import { backendSuite, folder, options, prompt, room, seat } from '../backend.suite.js'
import { splitArgv } from '../names.js'
import { isRunning } from '../running.suite.js'
import { command } from './command.js'
import { mind } from './mind.suite.js'

backendSuite('command', mind, {
  tools: 'a program has its own tools and is offered none of ours',
  'refuses tools': 'a program has its own tools and is offered none of ours',
})

function node(source: string, ...args: string[]) {
  return command({ argv: [process.execPath, '-e', source, ...args] })
}

async function say(backend: ReturnType<typeof command>, given: Partial<Prompt> = {}, cwd = folder()) {
  const voice = await backend.open(seat('theo'), room({ cwd }))
  return voice.say({ ...prompt('Well?'), ...given }, options())
}

describe('a program as a voice', () => {
  test('reads system and prompt on its stdin and works in the folder of its seat', async () => {
    const cwd = folder()
    const echo = node('process.stdout.write(process.cwd() + "\\n" + require("fs").readFileSync(0, "utf8"))')
    expect((await say(echo, {}, cwd)).text).toBe(`${cwd}\nYou weigh the cost of every plan.\n\nWell?`)
  })

  test('is told the schema, and its last object is the value', async () => {
    const source =
      'console.log("{\\"a\\": 1} or rather"); console.log(JSON.stringify({ heard: require("fs").readFileSync(0, "utf8") }))'
    const { text, value } = await say(node(source), { schema: { type: 'object', title: 'Verdict' } })
    expect(text).toMatch(/^\{"a": 1\} or rather/)
    expect((value as { heard: string }).heard).toContain('"title":"Verdict"')
  })

  test('that answers a structured call in words has still replied', async () => {
    const reply = await say(node('console.log("I would rather not.")'), { schema: { type: 'object' } })
    expect(reply.text).toBe('I would rather not.')
    expect(reply.value).toBeUndefined()
  })

  test('gets its words as they are, whatever a shell would make of them', async () => {
    const args = ['$(touch owned)', 'a  b', '*', '"']
    const reply = await say(node('console.log(JSON.stringify(process.argv.slice(1)))', ...args))
    expect(JSON.parse(reply.text)).toEqual(args)
  })

  test('that answers before it has read everything is heard', async () => {
    const long = 'x'.repeat(1_000_000)
    expect((await say(node('console.log("short")'), { text: long })).text).toBe('short')
  })

  test('that is not there, or ends badly, is a failed backend that says why', async () => {
    await expect(say(command({ argv: ['no-such-program-here'] }))).rejects.toThrow(/no such program/)
    await expect(say(node('console.error("out of luck"); process.exit(7)'))).rejects.toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/ended with 7: out of luck/),
    })
  })

  test('knows nothing of the git that we run in', async () => {
    process.env['GIT_DIR'] = '/nowhere'
    try {
      expect((await say(node('console.log(process.env.GIT_DIR ?? "unset")'))).text).toBe('unset')
    } finally {
      delete process.env['GIT_DIR']
    }
  })

  test('is told the meeting that it speaks in, so that no meeting is held inside a seat', async () => {
    const voice = await node('console.log(process.env.PARLEY_SEAT)').open(
      seat('theo'),
      room({ cwd: folder(), meeting: 'a-meeting' }),
    )
    expect((await voice.say(prompt('Where?'), options())).text).toBe('a-meeting')
    await voice.close()
  })

  test('ends with everything that it started when it is interrupted', async () => {
    const cwd = folder()
    const child = 'setInterval(() => {}, 1000)'
    const source = `
      const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'ignore' })
      require('node:fs').writeFileSync('pid', String(child.pid))
      console.log('started')
      setInterval(() => {}, 1000)`
    const voice = await node(source).open(seat('theo'), room({ cwd }))
    const stop = new AbortController()
    const said = voice.say(prompt('Go.'), options({ signal: stop.signal, onText: () => stop.abort() }))
    await expect(said).rejects.toMatchObject({ kind: 'interrupted', partial: 'started\n' })
    await expect.poll(() => isRunning(Number(readFileSync(join(cwd, 'pid'), 'utf8')))).toBe(false)
  })

  test('leaves nothing running behind when it has answered', async () => {
    const cwd = folder()
    const source = `
      const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
      require('node:fs').writeFileSync('pid', String(child.pid))
      console.log('done')
      process.exit(0)`
    expect((await say(node(source), {}, cwd)).text).toBe('done')
    await expect.poll(() => isRunning(Number(readFileSync(join(cwd, 'pid'), 'utf8')))).toBe(false)
  })

  test('is stopped by closing its voice', async () => {
    const voice = await node('console.log("here"); setInterval(() => {}, 1000)').open(
      seat('theo'),
      room({ cwd: folder() }),
    )
    const said = voice.say(prompt('Go.'), options({ onText: () => void voice.close() }))
    await expect(said).rejects.toMatchObject({ kind: 'interrupted' })
  })

  test('is looked for before it is asked', async () => {
    expect(await command({ argv: [process.execPath] }).check()).toMatchObject({ ready: true })
    expect(await command({ argv: ['node'] }).check()).toMatchObject({ ready: true })
    expect(await command({ argv: ['no-such-program-here'] }).check()).toMatchObject({ ready: false })
    expect(() => command({ argv: [] })).toThrow(WrongUsage)
  })
})

describe('a command line', () => {
  test.each([
    ['llm -m small', ['llm', '-m', 'small']],
    ['  a   b  ', ['a', 'b']],
    [`a 'b c' "d e"`, ['a', 'b c', 'd e']],
    ['a\\ b', ['a b']],
    [`"a \\"b\\" \\\\c \\d"`, ['a "b" \\c \\d']],
    [`--x='$HOME'"\`y\`"`, ['--x=$HOME`y`']],
    [`a ''`, ['a', '']],
    ['', []],
  ])('%s is split into words', (line, words) => {
    expect(splitArgv(line)).toEqual(words)
  })

  test.each([`a 'b`, 'a "b', 'a\\'])('%s is wrong usage', (line) => {
    expect(() => splitArgv(line)).toThrow(WrongUsage)
  })
})
