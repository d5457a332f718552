// A council at the command line, from convening to a record that verifies, with nobody at the terminal.

import { chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Line } from '../src/kernel/line/line.js'
import { parleyHome } from '../src/workspace/home.js'
import { convened, meet, onlyId } from './support/council.js'
import { emptyRepository, everything, folder, meetingsIn, repository } from './support/repo.js'
import { events, run } from './support/run.js'

describe('convening', () => {
  test('a council is seated, the files are the person’s, and nothing is committed', async () => {
    const repo = repository()
    const head = repo.git('rev-parse', 'HEAD')
    const { code, stdout } = await run(['council', 'convene', 'software-team'], { cwd: repo.root })
    expect(code).toBe(0)
    expect(stdout).toContain('Chair: staff-engineer')
    expect(repo.read('.council/council.yaml')).toContain('chair: staff-engineer')
    expect(repo.git('rev-parse', 'HEAD')).toBe(head)
  })

  test('where nobody can be asked, software-team is taken', async () => {
    const repo = repository()
    const ran = await run(['council', 'convene', '--json'], { cwd: repo.root })
    expect(events(ran)).toEqual([
      expect.objectContaining({ type: 'convened', done: true, name: 'software-team' }),
    ])
  })

  test('an unknown template is exit 2, lists those there are, and writes nothing', async () => {
    const repo = repository()
    const { code, stderr } = await run(['council', 'convene', 'software-taem'], { cwd: repo.root })
    expect(code).toBe(2)
    expect(stderr).toMatch(/no template "software-taem"[\s\S]*software-team[\s\S]*c-suite/)
    expect(existsSync(join(repo.root, '.council'))).toBe(false)
  })

  test('a council that is there is overwritten only by word: --yes, or a prepared answer', async () => {
    const repo = repository()
    await convened(repo)
    repo.write('.council/seats/qa-engineer.md', `${repo.read('.council/seats/qa-engineer.md')}\nMine.\n`)
    const refused = await run(['council', 'convene', 'c-suite'], { cwd: repo.root })
    expect(refused.code).toBe(2)
    expect(repo.read('.council/council.yaml')).toContain('software-team')
    repo.write('answers.yaml', '- { to: convene.recreate, choose: cancel }\n')
    const cancelled = await run(['council', 'convene', 'c-suite', '--answers', 'answers.yaml'], {
      cwd: repo.root,
    })
    expect(cancelled.stdout).toContain('nothing was written')
    repo.write('seats.yaml', 'seats: {}\nanswers:\n  - { to: convene.recreate, choose: cancel }\n')
    const scripted = await run(['council', 'convene', 'c-suite', '--agents', 'script:seats.yaml'], {
      cwd: repo.root,
    })
    expect(scripted).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing was written') })
    expect((await run(['council', 'convene', 'c-suite', '--yes'], { cwd: repo.root })).code).toBe(0)
    expect(repo.read('.council/council.yaml')).toContain('chair: ceo')
  })
})

describe('before a meeting is opened', () => {
  const cases: readonly (readonly [
    string,
    (root: ReturnType<typeof repository>) => void,
    readonly string[],
    number,
    RegExp,
  ])[] = [
    [
      'a seat file that is missing',
      (repo) => rmSync(join(repo.root, '.council/seats/qa-engineer.md')),
      [],
      2,
      /qa-engineer\.md is missing/,
    ],
    [
      'a chair without a seat',
      (repo) => edit(repo, '.council/council.yaml', /chair: .*/, 'chair: nobody'),
      [],
      2,
      /nobody/,
    ],
    [
      'a roster that is no YAML',
      (repo) => repo.write('.council/council.yaml', 'name: x\nseats: [a\n'),
      [],
      2,
      /council\.yaml.*line [23]/,
    ],
    ['an unknown backend', () => {}, ['--agents', 'oracle'], 2, /no backend "oracle"[\s\S]*script/],
    [
      'a script that is not there',
      () => {},
      ['--agents', 'script:none.yaml'],
      2,
      /none\.yaml cannot be read/,
    ],
    [
      'a script with a slip',
      (repo) => repo.write('bad.yaml', 'seats:\n  a:\n    - { txt: hello }\n'),
      ['--agents', 'script:bad.yaml'],
      2,
      /bad\.yaml:3/,
    ],
    [
      'a script that is no YAML',
      (repo) => repo.write('bad.yaml', 'seats:\n  a: [\n'),
      ['--agents', 'script:bad.yaml'],
      2,
      /bad\.yaml:[23]/,
    ],
    [
      'answers with a slip',
      (repo) => repo.write('bad.yaml', '- conclude\n- { choise: x }\n'),
      ['--answers', 'bad.yaml', '--agents', 'script:.council/scratch/script.yaml'],
      2,
      /bad\.yaml:2/,
    ],
    ['a seat that is not said', () => {}, ['--seat', 'qa-engineer'], 2, /SEAT=BACKEND/],
    [
      'a seat that nobody has',
      () => {},
      ['--seat', 'qa-enginer=script:.council/scratch/script.yaml'],
      2,
      /No seat here is called "qa-enginer"[\s\S]*Did you mean qa-engineer/,
    ],
    ['a ceiling that is none', () => {}, ['--token-ceiling', 'lots'], 2, /--token-ceiling cannot be "lots"/],
    [
      'a model without its key',
      () => {},
      ['--agents', 'model:openai/gpt-5'],
      2,
      /set OPENAI_API_KEY[\s\S]*doctor/,
    ],
    [
      'a configuration with a slip',
      (repo) => repo.write('.parley/config.yaml', 'token_ceiling: 9000\nagnets: x\n'),
      [],
      2,
      /config\.yaml, line 2/,
    ],
  ]

  test.each(cases)(
    '%s stops the command before anything is written',
    async (_, spoil, args, expected, message) => {
      const repo = repository()
      await convened(repo)
      spoil(repo)
      const before = everything(repo.root)
      const { code, stderr } = await run(['council', 'meeting', 'When?', ...args], { cwd: repo.root })
      expect(stderr).toMatch(message)
      expect(code).toBe(expected)
      expect(everything(repo.root)).toEqual(before)
    },
  )

  test.each(['info', 'meeting', 'work'])(
    'without a council, `council %s` says how to convene one',
    async (verb) => {
      const repo = repository()
      const words = verb === 'info' ? [] : ['When?']
      const { code, stderr } = await run(['council', verb, ...words], { cwd: repo.root })
      expect(code).toBe(2)
      expect(stderr).toMatch(/No council is convened[\s\S]*council convene/)
      expect(existsSync(join(repo.root, '.parley'))).toBe(false)
    },
  )

  test('work in a repository without a commit asks for one', async () => {
    const repo = emptyRepository()
    await convened(repo)
    const { code, stderr } = await run(['council', 'work', 'Mend the gate'], { cwd: repo.root })
    expect(code).toBe(1)
    expect(stderr).toMatch(/no commit yet[\s\S]*Commit something first/)
  })

  test('a folder that cannot be written is named, and the command ends with what to do', async () => {
    const repo = folder()
    await convened(repo)
    chmodSync(repo.root, 0o555)
    const script = ['--agents', 'script:.council/scratch/script.yaml']
    const ran = await run(['council', 'meeting', 'When?', ...script], { cwd: repo.root, unprivileged: true })
    chmodSync(repo.root, 0o755)
    expect(ran.code).toBe(1)
    expect(ran.stderr).toMatch(/permission|cannot be written|EACCES/i)
    expect(existsSync(meetingsIn(repo.root))).toBe(false)
  })
})

describe('a meeting with nobody at the terminal', () => {
  test('waits after its round with exit 3, and prints the exact commands that answer', async () => {
    const repo = repository()
    await convened(repo)
    const { code, stdout } = await meet(repo)
    const id = onlyId(repo)
    expect(code).toBe(3)
    expect(stdout).toContain('staff-engineer · Staff Engineer\n')
    expect(stdout).toContain('Noon is a convention.')
    expect(stdout).toContain('Waiting for you: Where next?')
    expect(stdout).toContain(`parley answer ${id} another-round --question round-1/ask:round\n`)
    expect(stdout).toContain(`parley answer ${id} conclude --question round-1/ask:round\n`)
    expect(stdout).toContain(`parley answer ${id} steer "your words" --question round-1/ask:round\n`)
    expect(stdout).not.toContain('\x1b')
  })

  test('the printed command goes on to the record, which verifies, and the person’s own changes stay', async () => {
    const repo = repository()
    await convened(repo)
    const [staged, unstaged] = [repo.git('diff', '--cached', 'README.md'), repo.git('diff', 'src/gate.ts')]
    await meet(repo)
    const id = onlyId(repo)
    const steered = await run(['answer', id, 'steer', 'What', 'about', 'storms?'], { cwd: repo.root })
    expect(steered.code).toBe(3)
    const concluded = await run(['answer', id.slice(0, 10), 'conclude'], { cwd: repo.root })
    expect(concluded.stderr).toMatch(/^Going on after line \d+ of its journal\.\n$/)
    expect(concluded.code).toBe(0)
    expect(concluded.stdout).toContain('Open the gate at high water, not at noon.')
    expect(concluded.stdout).toContain(`Record: .council/records/${id}.md`)
    expect(repo.read(`.council/records/${id}.scratch.md`)).toContain('> What about storms?')
    expect(repo.git('diff', '--cached', 'README.md')).toBe(staged)
    expect(repo.git('diff', 'src/gate.ts')).toBe(unstaged)
    expect(repo.git('log', '-1', '--format=%s')).toBe(`council: record ${id}\n`)
    const verified = await run(['verify', id], { cwd: repo.root })
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining('verified') })
  })

  test('an answer is recorded and shown under the name of who gave it: as they settled it, else as git has it', async () => {
    const repo = repository()
    const home = parleyHome()
    onTestFinished(() => rmSync(join(home, 'config.yaml'), { force: true }))
    const parley = (...args: string[]) => run(args, { cwd: repo.root })
    await convened(repo)
    repo.write('answers.yaml', '- another-round\n')
    expect((await meet(repo, '--answers', 'answers.yaml')).code).toBe(3)
    const id = await onlyId(repo)
    expect((await parley('answer', id, 'steer', 'And storms?')).stdout).toContain('Waiting for you')
    const token = `ghp_${'a1B2'.repeat(9)}`
    writeFileSync(join(home, 'config.yaml'), `name: "Ada\\e[31m Example ${token}"\n`)
    expect((await parley('answer', id, 'conclude')).code).toBe(0)

    const lines = (await parley('show', id, '--lines', '--json')).stdout.trimEnd().split('\n')
    const answers = lines
      .map((line) => JSON.parse(line) as { line?: Line })
      .flatMap(({ line }) => (line?.kind === 'answered' ? [line.data] : []))
    expect(answers).toEqual([
      { question: 'round', choose: 'another-round', by: 'answers' },
      { question: 'round', choose: 'steer', text: 'And storms?', by: 'person', name: 'Tester' },
      {
        question: 'round',
        choose: 'conclude',
        by: 'person',
        name: expect.stringMatching(/^Ada \[31m Example \S/),
        secrets: [{ place: 'the name of the person', kinds: ['github-token'] }],
      },
    ])
    const { stdout } = await parley('show', id)
    expect(stdout).toContain('\nTester: steer\n  > And storms?\n')
    expect(stdout).toMatch(/\nAda \[31m Example .*: conclude\n/)
    expect((await parley('export', id)).stdout).toContain('**Tester chose:** Steer the next round')
    expect(`${lines.join('')}${stdout}`).not.toContain(token)
    expect((await parley('verify', id)).code).toBe(0)
  })

  test('prepared answers carry it to the end in one go, and their place survives a resume', async () => {
    const repo = repository()
    await convened(repo, { answers: ['another-round', { to: 'round', choose: 'conclude' }] })
    expect((await meet(repo)).code).toBe(0)
    const id = onlyId(repo)
    const pad = repo.read(`.council/records/${id}.scratch.md`)
    expect(pad).toContain('## Round 2 — qa-engineer')
    expect(pad).not.toContain('## Round 3')
  })

  test('a prepared answer that is no option leaves the meeting waiting and is exit 2', async () => {
    const repo = repository()
    await convened(repo, { answers: ['stop'] })
    const { code, stderr, stdout } = await meet(repo)
    expect(code).toBe(2)
    expect(stderr).toMatch(/"stop" is no answer[\s\S]*another-round, conclude, steer TEXT/)
    expect(stdout).toContain('Waiting for you')
    expect((await run(['answer', onlyId(repo), 'conclude'], { cwd: repo.root })).code).toBe(0)
  })

  test('--yes does not conclude for the person', async () => {
    const repo = repository()
    await convened(repo)
    expect((await meet(repo, '--yes')).code).toBe(3)
  })

  test('a wrong answer is exit 2 and changes nothing; words that a choice would drop are refused', async () => {
    const repo = repository()
    await convened(repo)
    await meet(repo)
    const before = everything(repo.root)
    const id = onlyId(repo)
    const wrong = await run(['answer', id, 'enough'], { cwd: repo.root })
    expect(wrong).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('another-round, conclude, steer TEXT'),
    })
    const dropped = await run(['answer', id, 'conclude', 'but', 'softly'], { cwd: repo.root })
    expect(dropped).toMatchObject({ code: 2, stderr: expect.stringContaining('the words would be lost') })
    const empty = await run(['answer', id, 'steer'], { cwd: repo.root })
    expect(empty).toMatchObject({ code: 2, stderr: expect.stringContaining('wants a text') })
    expect(everything(repo.root)).toEqual(before)
  })

  test('with --json every line is an event, the journal’s among them, and the last says how it ended', async () => {
    const repo = repository()
    await convened(repo)
    const ran = await meet(repo, '--json')
    const all = events(ran)
    expect(ran.code).toBe(3)
    expect(all.at(-1)).toMatchObject({ type: 'ended', ending: 'waiting', exit: 3, question: { id: 'round' } })
    expect(all.filter(({ type }) => type === 'speaking').length).toBe(4)
    const numbers = all.flatMap((event) =>
      event['type'] === 'line' ? [(event['line'] as { n: number }).n] : [],
    )
    expect(numbers).toEqual(numbers.map((_, at) => at + 2))
  })
})

describe('where git cannot help', () => {
  test('in no repository the record is written, and one line says that nothing was committed', async () => {
    const repo = folder()
    await convened(repo, { answers: ['conclude'] })
    const { code, stdout } = await meet(repo)
    expect(code).toBe(0)
    expect(readdirSync(join(repo.root, '.council/records'))).toHaveLength(2)
    expect(stdout).toMatch(/not .*repository|no repository/i)
  })

  test('in the middle of a merge the record is written and the merge is left alone', async () => {
    const repo = repository()
    await convened(repo, { answers: ['conclude'] })
    inTheMiddleOfAMerge(repo)
    const { code, stdout } = await meet(repo)
    expect(code).toBe(0)
    expect(stdout).toMatch(/merge/)
    expect(existsSync(join(repo.root, '.git/MERGE_HEAD'))).toBe(true)
    expect(repo.git('log', '-1', '--format=%s')).not.toContain('council: record')
  })
})

function edit(repo: ReturnType<typeof repository>, path: string, what: RegExp, by: string): void {
  repo.write(path, repo.read(path).replace(what, by))
}

function inTheMiddleOfAMerge(repo: ReturnType<typeof repository>): void {
  repo.git('stash', '--quiet')
  repo.git('checkout', '--quiet', '-b', 'other')
  repo.write('docs/tide.md', 'theirs\n')
  repo.git('commit', '--quiet', '--no-verify', '-am', 'Theirs')
  repo.git('checkout', '--quiet', 'main')
  repo.write('docs/tide.md', 'ours\n')
  repo.git('commit', '--quiet', '--no-verify', '-am', 'Ours')
  expect(() => repo.git('merge', 'other')).toThrow()
}

describe('a session without its journal', () => {
  test('a pad that came with the repository is resumed by its id', async () => {
    const repo = repository()
    // Else a meeting of the same second, in a repository of an earlier test that is gone, would be taken for one of this.
    repo.git('remote', 'add', 'origin', 'https://forge.example/pads.git')
    await convened(repo)
    expect((await meet(repo)).code).toBe(3)
    const id = onlyId(repo)
    rmSync(join(meetingsIn(repo.root), id), { recursive: true })
    const voices = ['--agents', 'script:.council/scratch/script.yaml']
    const again = await run(['resume', id, ...voices], { cwd: repo.root })
    expect(again, again.stderr).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('Waiting for you: Where next?'),
    })
    const done = await run(['answer', id, 'conclude'], { cwd: repo.root })
    expect(done.code).toBe(0)
    expect(repo.read(`.council/records/${id}.md`)).toContain('When should the gate open?')
  })
})
