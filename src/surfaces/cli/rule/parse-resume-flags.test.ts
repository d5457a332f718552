// CLI `parley rule parse-resume-flags`: one action or a refusal.
import { describe, expect, test } from 'vitest'
import { run } from './fake-io.suite.js'
import { parseResumeFlags as command } from './sessions.js'

describe('parse-resume-flags', () => {
  test.each([
    [[], 'resume_id=\naction=fresh\n'],
    [['--resume', 'm-1'], 'resume_id=m-1\naction=resume_default\n'],
    [['--resume=m-1', '--continue'], 'resume_id=m-1\naction=continue\n'],
    [['--wrap-up', '--resume', 'm-1'], 'resume_id=m-1\naction=wrap_up\n'],
    [
      ['--resume', 'm-1', '--interject', 'why not?'],
      'resume_id=m-1\naction=interject\ninterject_text=why not?\n',
    ],
    [['--interject=a=b', '--resume=m-1'], 'resume_id=m-1\naction=interject\ninterject_text=a=b\n'],
    [['--resume', 'a', '--resume', 'b', '--continue', '--continue'], 'resume_id=b\naction=continue\n'],
  ])('%j is one action', async (argv, out) => {
    expect(await run(command, argv)).toEqual({ code: 0, out, err: '' })
  })
  const exclusive = '--continue, --interject, --wrap-up are mutually exclusive'
  test.each([
    [['--resume', 'm', '--continue', '--wrap-up'], exclusive],
    [['--continue', '--interject', 'x'], exclusive],
    [['--resume', 'm', '--interject=x', '--wrap-up'], exclusive],
    [['--continue'], 'require --resume <id>'],
    [['--wrap-up'], 'require --resume <id>'],
    [['--interject', 'x'], 'require --resume <id>'],
    [['--resume', ''], '--resume needs the id'],
    [['--resume'], '--resume needs a value'],
    [['--pause'], "unknown argument '--pause'"],
    [['m-1'], "unknown argument 'm-1'"],
  ])('%j is refused', async (argv, message) => {
    const result = await run(command, argv)
    expect(result).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^parse-resume-flags: /) })
    expect(result.err).toContain(message)
  })
})
