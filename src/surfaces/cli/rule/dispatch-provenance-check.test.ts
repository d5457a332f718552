// dispatch-provenance-check: every turn says where it came from.
import { describe, expect, test } from 'vitest'
import { dispatchProvenanceCheck as command } from './checks.js'
import { folder, run } from './fake-io.suite.js'

const header = (turn: number, speaker = 'Theo (Architect)') =>
  `[round 1 / turn ${turn} / ${speaker} / per-turn-cost 1 tokens / running-total 2 tokens]`

const audit = (text: string) => run(command, ['t.md'], { cwd: folder({ 't.md': text }) })

describe('dispatch-provenance-check', () => {
  test('a clean transcript is silent', async () => {
    const text = `## Phase: DISCUSS\n${header(1)}\nPhase: DISCUSS\ndispatched_via: subagent\n\nHello.\n`
    expect(await audit(text)).toEqual({ code: 0, out: '', err: '' })
  })

  test('failures are listed and counted', async () => {
    const text = [
      `${header(1)}\nPhase: DISCUSS\nTurn: d1\n\nNo label.`,
      `${header(2)}\nPhase: research\ndispatched_via: charter`,
      `${header(3)}\nPhase: CHARTER`,
      `${header(4)}\nPhase: CHARTER\ndispatched_via: subagent`,
      `${header(5)}\nPhase: CLOSE`,
    ].join('\n')
    expect(await audit(text)).toEqual({
      code: 1,
      err: '',
      out: [
        'FAIL: turn d1 phase=DISCUSS speaker=Theo (Architect) dispatched_via=<missing> — missing dispatched_via on RESEARCH/DISCUSS turn',
        'FAIL: turn 2 phase=research speaker=Theo (Architect) dispatched_via=charter — RESEARCH/DISCUSS turn must carry dispatched_via: subagent, interject, or teammate',
        'FAIL: turn 3 phase=CHARTER speaker=Theo (Architect) dispatched_via=<missing> — missing dispatched_via on CHARTER turn',
        'FAIL: turn 4 phase=CHARTER speaker=Theo (Architect) dispatched_via=subagent — CHARTER turn must carry dispatched_via: charter',
        '',
        'dispatch-provenance-check: 4 turn(s) failed provenance check',
        '',
      ].join('\n'),
    })
  })

  test('reads standard input when asked, or when it is no terminal', async () => {
    const stdin = `${header(1)}\nPhase: DISCUSS\n`
    expect((await run(command, ['--stdin'], { stdin, terminal: true })).code).toBe(1)
    expect((await run(command, [], { stdin })).code).toBe(1)
    expect(await run(command, [], { stdin: '' })).toEqual({ code: 0, out: '', err: '' })
  })

  test.each([[[]], [['nowhere.md']], [['']], [['.']], [['a', 'b']], [['--bogus']], [['--stdin', 'a']]])(
    '%j has no input',
    async (argv) => {
      const { code, out, err } = await run(command, argv, { terminal: true })
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toMatch(/^dispatch-provenance-check: .+\n$/)
    },
  )
})
