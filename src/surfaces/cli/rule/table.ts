// The table of rule helpers: for each the module that has its function, the exit code of wrong arguments, and its usage, one
// line a way to call it. Which flags a helper knows and which of them take a value is read from the usage; what is in brackets
// may be absent. What else there is to say of each stands in library/rules.txt.

import type { Handlers, Row } from './call.js'

const invite = from(() => import('./invite.js'))
const research = from(() => import('./research.js'))
const turns = from(() => import('./turns.js'))
const checks = from(() => import('./checks.js'))
const ledgers = from(() => import('./ledgers.js'))
const dispatch = from(() => import('./dispatch.js'))
const sessions = from(() => import('./sessions.js'))
const upkeep = from(() => import('./upkeep.js'))
const save = from(() => import('./save.js'))
const scratchpad = from(() => import('./scratchpad.js'))

export const TABLE: Readonly<Record<string, Row>> = {
  'charter-gate': invite(3, '[--charter <text>]'),
  'resolve-mode': invite(4, '--mode <name>'),
  'resolve-invitees': invite(
    2,
    '--mode <m> [--invitees <csv>] [--installed <file>] [--invitees-override] [--session-file <file>]',
  ),
  'select-notes-template': invite(2, '--bias <bias>'),
  'resolve-user-name': invite(3, '[--settings <file>]'),
  'lifecycle-marker': invite(3, '--phase <PHASE>'),
  'research-phase-dispatch': {
    ...research(
      3,
      '--print-allowlist [--no-web] [--skip-research]',
      '--check-web-flag [--no-web] [--skip-research]',
      '--check-research-flag [--no-web] [--skip-research]',
      '[--no-web] [--skip-research] --sidecar-path <agent>',
      '--emit-frontmatter [--no-web] [--skip-research]',
    ),
    known: ['help'],
  },
  'prelude-format': research(
    3,
    '--name <name> --role <role> --tokens <n> [--sources <lines>] [--bullets <lines>]',
  ),
  'research-gate': research(3, '--invitees <csv> [--preludes-file <file>] [--skip-research]'),
  'turn-order': turns(3, '--invitees <csv> --turns <n>'),
  'turn-header': turns(
    3,
    `--round <n> --turn <n> --speaker <name> --role <role> --turn-cost <n> --running-total <n>
    [--phase <phase>] [--turn-id <id>] [--origin <value>] [--dispatched-via <value>]`,
  ),
  'cite-or-flag-check': checks(
    3,
    '--classify-line <text>',
    '--gate-draft-turn <file>',
    '--verify-transcript <file>',
  ),
  'raise-hand-arbiter': ledgers(
    3,
    '--detect <body>',
    '--plan-insertion --invitees <csv> --requesting <a> --target <b> --cycle <n>',
    '--record-raise-hand --cycle <n> --requesting <a> --target <b>',
    '--pending-deferred --cycle <n>',
    '--log-line --cycle <n> --requesting <a> --target <b> --status <s>',
  ),
  'halt-event': turns(3, '--condition <name> --fr <id> --detail <text> [--agent <id>]'),
  'max-turns-cap': ledgers(3, '--check --emitted-turns <n> [--max-turns <n>]'),
  'per-agent-cap': {
    ...ledgers(
      3,
      '--accumulate --state <file> --agent <id> --tokens <n> [--per-agent-cap <n>]',
      '--get --state <file> --agent <id>',
      '--is-muted --state <file> --agent <id>',
    ),
    known: ['unmute'],
  },
  'loop-detector': checks(3, '--turns-file <file>'),
  'cost-cadence': ledgers(
    3,
    '--get --state <file> [--cadence <n>]',
    '--tick --state <file> [--cadence <n>]',
    '--should-fire --state <file> [--cadence <n>]',
  ),
  'dispatch-agent-turn': dispatch(
    2,
    '--print-discuss-allowlist',
    `--agent <id> --phase <phase> --charter-ref <file> --session-id <id> --round <n> --turn <n> --speaker <name>
    --role <role> --turn-cost <n> --running-total <n> [--no-web] [--state-file <file>] [--turn-id <id>]
    [--debug-allowlist]`,
  ),
  'dispatch-provenance-check': checks(2, '[--stdin] [<file>]'),
  'session-state': sessions(
    2,
    'create --file <file> --session-id <id>',
    'read --file <file> --field <name>',
    'update --file <file> --field <name> --value <text>',
  ),
  'parse-resume-flags': sessions(2, '[--resume <id>] [--continue] [--interject <text>] [--wrap-up]'),
  'checkpoint-cadence': sessions(2, '[--settings <file>]'),
  'yield-gate': sessions(2, '--phase <boundary> --session-id <id> [--side-effect-only]'),
  'secret-scrubber': upkeep(2, '--in <file> --out <file>'),
  'checkpoint-reaper': upkeep(2, '--root <dir> [--age-days <n>] [--dry-run] [--apply]'),
  'review-gate': save(
    2,
    '--classify --disposition <word> --draft <path>',
    '--should-write --disposition <word>',
  ),
  'type-target-resolver': save(3, '<type>'),
  'action-items-writer': save(
    2,
    '--registry <file> --drafts <file> --source-meeting <ref> --date <YYYY-MM-DD>',
  ),
  'memory-writethrough': save(
    2,
    '--root <dir> --drafts <dir> --source-meeting <ref> --date <YYYY-MM-DD> --slug <slug>',
  ),
  'meeting-notes-writer': save(2, '--root <dir> --payload <file> --date <YYYY-MM-DD> --slug <slug>'),
  'scratchpad-allocate': scratchpad(
    2,
    `pin --state <file> [--target <SP-N>] --content <text> --intent <text> --agent <name>
    [--content-type <type>]`,
    'list --state <file> --field <field>',
    'render --state <file>',
  ),
  'scratchpad-disposition': scratchpad(2, '--check <value>', '--prompt'),
  'scratchpad-detect-type': scratchpad(2, ''),
  'scratchpad-resolve-path': scratchpad(
    2,
    `--date <YYYY-MM-DD> --slug <slug> --sp-n <SP-N> --content-type <type> [--content <text>]
    [--intent <text>]`,
  ),
  'scratchpad-extractor': scratchpad(
    2,
    `--root <dir> --date <YYYY-MM-DD> --slug <slug> --sp-n <SP-N> --pinning-agent <name> [--content <text>]
    [--intent <text>] [--action-items <id,id>] [--content-type <type|auto>]`,
  ),
  'write-boundary': save(3, '<path>'),
}

function from(module: () => Promise<{ handlers: Handlers }>) {
  return (wrong: number, ...usage: readonly string[]): Row => ({
    wrong,
    usage,
    known: [],
    load: async () => (await module()).handlers,
  })
}
