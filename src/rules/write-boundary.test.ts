// Write boundary: laws PATH1 and PATH2.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeWrite } from './write-boundary.js'

const ALLOWED = [
  '.gaia/artifacts/creative-artifacts/meeting-notes/meeting-2026-01-02-api.md',
  '.gaia/artifacts/creative-artifacts/anything.txt',
  '.gaia/state/action-items.yaml',
  '.gaia/memory/theo-sidecar/decisions/2026-01-02-api.md',
  '.gaia/memory/A_b.c-1-sidecar/decisions/deep/er.txt',
  '.gaia/memory/meeting-sessions/2026-01-02-api.yaml',
  '.gaia/memory/meeting-sessions/sub/x.yaml',
  '.gaia/custom/skills/mine/SKILL.md',
]

const OUTSIDE = [
  'README.md',
  'docs/creative-artifacts/x.md',
  '_memory/theo-sidecar/decisions/x.md',
  '.gaia/state/action-items.yaml.bak',
  '.gaia/state/sprint-status.yaml',
  'x.gaia/state/action-items.yaml',
  'x/.gaia/state/action-items.yaml',
  './.gaia/state/action-items.yaml',
  '.gaia/artifacts/creative-artifacts',
  '.gaia/artifacts/creative-artifacts/',
  '.gaia/artifacts/planning-artifacts/prd.md',
  '.gaia/memory/theo-sidecar/decision-log.md',
  '.gaia/memory/-sidecar/decisions/x.md',
  '.gaia/memory/a/b-sidecar/decisions/x.md',
  '.gaia/memory/é-sidecar/decisions/x.md',
  '.gaia/memory/meeting-sessions/x.yml',
  '.gaia/memory/checkpoints/x.yaml',
  '.gaia/artifacts/creative-artifacts/a\nb',
  '',
]

const LEADING_AWAY = [
  '/etc/passwd',
  '/',
  '..',
  '../x',
  '.gaia/custom/skills/../../x',
  '.gaia/custom/skills/a..b',
]

describe('write boundary', () => {
  test.each(ALLOWED)('%s may be written', (path) => {
    expect(judgeWrite(path)).toEqual({ kind: 'allowed' })
  })
  test.each(OUTSIDE)('PATH2: %j is outside', (path) => {
    const detail = `${path.replace('\n', ' ')} is outside the state-free write boundary`
    expect(judgeWrite(path)).toEqual({ kind: 'refused', detail })
  })
  test.each(LEADING_AWAY)('PATH1: %s leads away', (path) => {
    expect(judgeWrite(path)).toEqual({ kind: 'refused', detail: `absolute or ..-bearing path: ${path}` })
  })
  test('PATH1, PATH2: whatever is allowed stays under .gaia and holds no step upwards', () => {
    const piece = fc.constantFrom(
      '.gaia',
      'artifacts',
      'creative-artifacts',
      'memory',
      'x-sidecar',
      'decisions',
      '..',
      '.',
      'a',
    )
    const paths = fc.array(fc.oneof(piece, fc.string()), { maxLength: 6 }).map((parts) => parts.join('/'))
    fc.assert(
      fc.property(paths, (path) => {
        const verdict = judgeWrite(path)
        if (verdict.kind === 'allowed') expect(path).toMatch(/^\.gaia\/(?!.*\.\.)/)
        else expect(verdict.detail).not.toContain('\n')
      }),
    )
  })
})
