// Proofs of rule helpers, as text: a sentence is a test, the indented lines below it are what happens in its folder, in order.
//
//     with NAME=VALUE         the environment of what follows
//     write PATH: TEXT        makes a file
//     link PATH: TARGET       makes a link
//     old PATH: DAYS          makes a file of that age
//     holds PATH: TEXT        proves that the file is just this
//     lacks PATH              proves that there is no such file
//     WORDS < TEXT            a call, with this on standard input (otherwise it is a terminal), and what must come of it:
//     WORDS →3 OUT ≈ ERR      exit code 3 (none means 0), just OUT on standard output, ERR somewhere on standard error
//     WORDS !3 ERR            refused with exit code 3: nothing on standard output, no file changed, ERR after the helper's name
//
// OUT may begin with … when it is only part of what is printed. Single quotes and \n, \r, \t, \\ mean what they mean in a shell;
// {cwd} is the folder.

import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runRule } from './index.js'

const NOW = new Date('2026-01-02T03:04:05.678Z')

export function proves(section: string) {
  return (text: TemplateStringsArray, ...values: readonly string[]): void => {
    const [, ...tests] = String.raw(text, ...values).split(/\n {2}(?=\S)/)
    describe(section, () => {
      test.each(tests.map((each) => each.trimEnd().split('\n')))('%s', async (...lines) => {
        const place = new Place()
        for (const line of lines.slice(1)) await place.does(line.trim())
      })
    })
  }
}

export class Place {
  readonly cwd = fs.mkdtempSync(join(tmpdir(), 'parley-rule-'))
  /** The person's own git stays out of it, and so does the account. */
  env: Record<string, string | undefined> = {
    PATH: process.env['PATH'],
    HOME: this.cwd,
    TMPDIR: this.cwd,
    GIT_CONFIG_NOSYSTEM: '1',
    USER: 'account',
  }

  constructor() {
    onTestFinished(() => fs.rmSync(this.cwd, { recursive: true, force: true }))
  }

  async does(line: string): Promise<void> {
    const [, verb = '', name = '', text = ''] =
      /^(with|write|link|old|holds|lacks) ([^:=]+)[:=]? ?(.*)$/.exec(line) ?? []
    if (verb === 'with') this.env[name] = this.meant(text)
    else if (verb === 'write') this.write(name, this.meant(text))
    else if (verb === 'link') fs.symlinkSync(this.meant(text), join(this.cwd, name))
    else if (verb === 'old') this.write(name, 'x', Number(text))
    else if (verb === 'holds') expect(fs.readFileSync(join(this.cwd, name), 'utf8')).toBe(this.meant(text))
    else if (verb === 'lacks') expect(fs.existsSync(join(this.cwd, name))).toBe(false)
    else await this.proveCall(line)
  }

  private async proveCall(line: string): Promise<void> {
    const [, words = '', arrow, code, rest = ''] =
      /^(.*?) (→|!)(\d?) ?(.*)$/.exec(line) ?? expect.unreachable(line)
    const before = this.snapshot()
    const done = await this.call(words)
    const [out = '', err = ''] = arrow === '!' ? ['', rest] : rest.split(/ ?≈ /)
    expect(done.exit, line + done.err).toBe(Number(code))
    if (out.startsWith('…')) expect(done.out).toContain(this.meant(out.slice(1)))
    else expect(done.out).toBe(out === '' ? '' : `${this.meant(out)}\n`)
    if (err === '') expect(done.err).toBe('')
    else expect(done.err).toContain(this.meant(err))
    if (arrow === '→') return
    expect(done.err.startsWith(`${words.split(' ')[0]}: `)).toBe(true)
    expect(this.snapshot()).toEqual(before)
  }

  async call(line: string): Promise<{ exit: number; out: string; err: string }> {
    const [words = '', stdin] = line.split(' < ')
    const argv = (words.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replaceAll("'", ''))
    const done = { exit: 0, out: '', err: '' }
    done.exit = await runRule(
      argv.map((word) => this.meant(word)),
      {
        out(text) {
          done.out += text
        },
        err(text) {
          done.err += text
        },
        env: this.env,
        cwd: this.cwd,
        terminal: { input: stdin === undefined, output: false, error: false },
        stdin: async () => this.meant(stdin ?? ''),
        now: () => NOW,
      },
    )
    return done
  }

  private meant(text: string): string {
    const marks: Record<string, string> = { n: '\n', r: '\r', t: '\t', '\\': '\\' }
    return text.replace(/\\([nrt\\])/g, (_, mark: string) => marks[mark] ?? '').replaceAll('{cwd}', this.cwd)
  }

  /** A file that begins with `#!` can be run. */
  write(path: string, text: string | Uint8Array, days = 0): void {
    fs.mkdirSync(dirname(join(this.cwd, path)), { recursive: true })
    fs.writeFileSync(join(this.cwd, path), text)
    const changed = new Date(NOW.getTime() - days * 86_400_000)
    fs.utimesSync(join(this.cwd, path), changed, changed)
    if (typeof text === 'string' && text.startsWith('#!')) fs.chmodSync(join(this.cwd, path), 0o755)
  }

  private snapshot(): Record<string, string> {
    const entries = fs.readdirSync(this.cwd, { recursive: true, withFileTypes: true })
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    return Object.fromEntries(paths.map((path) => [path, fs.readFileSync(path, 'latin1')]))
  }
}
