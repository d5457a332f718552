// CLI `parley rule review-gate` and `type-target-resolver`: their results and messages.
import { describe, expect, test } from 'vitest'
import { folder, run } from './fake-io.suite.js'
import { reviewGate as command, typeTargetResolver as typeTarget } from './save.js'

describe('review-gate', () => {
  test.each(['accept', 'edit', 'drop'])('%s is classified, whether or not the draft exists', async (word) => {
    const result = await run(command, ['--classify', '--draft', 'none.md', `--disposition=${word}`])
    expect(result).toEqual({ code: 0, out: `${word.toUpperCase()}\n`, err: '' })
  })
  test.each([
    ['accept', 0],
    ['edit', 0],
    ['drop', 1],
  ])('%s answers whether to write with %i', async (word, code) => {
    expect(await run(command, ['--should-write', '--disposition', word])).toEqual({ code, out: '', err: '' })
  })
  test.each([
    ['an unknown word', ['--should-write', '--disposition', 'keep'], "'keep'"],
    ['a word in capitals', ['--should-write', '--disposition', 'Accept'], "'Accept'"],
    ['no word', ['--should-write'], '--disposition must be'],
    ['no draft', ['--classify', '--disposition', 'drop'], '--draft is required'],
    ['no question', ['--disposition', 'drop'], 'one of --classify and --should-write'],
    ['two questions', ['--classify', '--should-write', '--draft', 'x', '--disposition', 'drop'], 'one of'],
    ['an unknown argument', ['--should-write', '--disposition', 'drop', 'x'], "'x'"],
    ['a flag without a value', ['--should-write', '--disposition'], '--disposition needs a value'],
  ])('%s is refused', async (_what, argv, message) => {
    const result = await run(command, argv, { cwd: folder() })
    expect(result).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^review-gate: /) })
    expect(result.err).toContain(message)
  })
})

describe('type-target-resolver', () => {
  test.each([
    ['feature', '/gaia-add-feature'],
    ['prd-edit', '/gaia-edit-prd'],
    ['ux-edit', '/gaia-edit-ux'],
    ['arch-edit', '/gaia-edit-arch'],
    ['test-edit', '/gaia-edit-test-plan'],
    ['new-story', '/gaia-create-story'],
    ['sprint-correction', '/gaia-correct-course'],
    ['sprint-plan', '/gaia-sprint-plan'],
    ['brainstorm-followup', '/gaia-brainstorm'],
    ['adr-draft', 'no target — manual'],
    ['discussion-only', 'no target — discussion-only'],
  ])('%s goes to %s', async (type, target) => {
    expect(await run(typeTarget, [type])).toEqual({ code: 0, out: `${target}\n`, err: '' })
  })
  test.each(['risk-followup', 'Feature', ' feature', 'toString', '--type'])(
    '%j is unknown, and the eleven are listed',
    async (type) => {
      const { code, out, err } = await run(typeTarget, [type])
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toContain(`REJECTED — unknown action-item type '${type}'\n`)
      expect(err.split('\n')[1]).toContain('feature prd-edit ux-edit arch-edit test-edit new-story')
    },
  )
  test('an empty type is refused as such', async () => {
    expect(await run(typeTarget, [''])).toMatchObject({
      code: 2,
      err: 'type-target-resolver: REJECTED — empty type\n',
    })
  })
  test.each([[[]], [['feature', 'feature']]])('%j is not one type', async (argv) => {
    expect(await run(typeTarget, argv)).toMatchObject({ code: 3, out: '' })
  })
})
