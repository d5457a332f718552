// The rules of sessions, yields, settings and upkeep, proved as the contract of the helpers has them; the list, and help.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Place, proves } from './proofs.suite.js'
import { TABLE } from './table.js'

proves('Sessions, yields, settings')`
  session-state creates the file of a session, in place of an old one
    write s: old: 1\n
    session-state create --file=s --session-id=m-1 →0
    holds s: session_id: "m-1"\nphase: "INVITE"\nround: 0\nturn_counter: 0\ncadence_counter: 0\nraise_hand_ledger: ""\nscratchpad_state: ""\ncumulative_cost: 0\nlast_checkpoint_at: ""\nlast_checkpoint_phase: ""\nlast_yield_emitted_at: ""\nagent_dispatch_findings: ""\nuser_attendance: ""\n
    session-state create --file=no/where/s --session-id=m-1 !3 no such folder: no/where
  session-state updates one line, reads back what was written, and appends a line that is not there
    write s: phase: "INVITE"\nmine: kept\n
    session-state update --file s --field raise_hand_ledger --value 'a "b" \\c' →0
    session-state update --file s --field last_checkpoint_phase --value pre-save →0
    holds s: phase: "INVITE"\nmine: kept\nraise_hand_ledger: "a \"b\" \\c"\nlast_checkpoint_phase: "pre-save"\n
    session-state read --file s --field raise_hand_ledger → a "b" \\c
  session-state refuses unknown words and fields, refused values and missing files
    write s: phase: "INVITE"\n
    session-state !2 expected create, read or update, got ''
    session-state read --file s --field charter !2 unknown field 'charter'
    session-state update --file s --field phase --value pre-save !2 phase must be one of: INVITE
  parse-resume-flags turns the flags into one action
    parse-resume-flags → resume_id=\naction=fresh
    parse-resume-flags --resume m-1 → resume_id=m-1\naction=resume_default
    parse-resume-flags --wrap-up --resume a --resume b → resume_id=b\naction=wrap_up
    parse-resume-flags --resume=m-1 --interject=a=b → resume_id=m-1\naction=interject\ninterject_text=a=b
    parse-resume-flags --resume m --continue --wrap-up !2 --continue, --interject, --wrap-up are mutually exclusive
  checkpoint-cadence is 4 without a setting, as given from 1 to 10, and clamped with a warning beyond
    checkpoint-cadence → 4
    write s: {"meeting":{"checkpoint_every_n_turns":"6"}}
    checkpoint-cadence --settings=s → 6
    write s: {"meeting":{"checkpoint_every_n_turns":0}}
    checkpoint-cadence --settings s → 1 ≈ [gaia-meeting] WARNING: meeting.checkpoint_every_n_turns=0 is out of range [1, 10] — clamping to 1\n
    write s: {"meeting":{"checkpoint_every_n_turns":2.5}}
    checkpoint-cadence --settings s → 4 ≈ [gaia-meeting] WARNING: meeting.checkpoint_every_n_turns is not an integer (got "2.5") — using default 4\n
  yield-gate stamps the session with the boundary and the time, and prints nothing
    write .gaia/memory/meeting-sessions/m-1.yaml: last_checkpoint_phase: ""\n
    yield-gate --phase discuss-cadence --session-id m-1 →0
    session-state read --file .gaia/memory/meeting-sessions/m-1.yaml --field last_checkpoint_phase → discuss-cadence
    with GAIA_MEETING_SESSION_FILE=mine.yaml
    write mine.yaml: phase: "INVITE"\n
    yield-gate --phase=pre-save --session-id=../odd --side-effect-only →0
    holds mine.yaml: phase: "INVITE"\nlast_checkpoint_phase: "pre-save"\nlast_yield_emitted_at: "2026-01-02T03:04:05Z"\n
  yield-gate calls the program that stands in for session-state twice, in order, and ignores how it ends
    with GAIA_MEETING_SESSION_FILE=a b
    with GAIA_MEETING_SESSION_STATE_BIN={cwd}/state
    write state: #!/bin/sh\nfor word; do printf '[%s]' "$word"; done >> calls; echo >> calls; echo noise; exit 9
    yield-gate --phase post-charter --session-id m-1 →0
    holds calls: [update][--file][a b][--field][last_checkpoint_phase][--value][post-charter]\n[update][--file][a b][--field][last_yield_emitted_at][--value][2026-01-02T03:04:05Z]\n
  yield-gate makes no session file, and refuses phases that are no boundary and ids that are paths
    yield-gate --phase pre-close --session-id m-1 →0
    lacks .gaia
    yield-gate --phase DISCUSS --session-id m-1 !2 --phase must be one of: post-charter post-research discuss-cadence pre-close pre-save (got: 'DISCUSS')
    yield-gate --phase pre-save --session-id ../../x !2 must be one name, not a path
  secret-scrubber redacts each kind of secret, the keyword as written
    write in: AKIAABCDEFGHIJKLMNOP ghp_a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2\nApi-Key: "abcdefghij0123456789" token: ghp_a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2\r\nplain — text
    secret-scrubber --in in --out deep/out →0
    holds deep/out: REDACTED-AWS-KEY REDACTED-GITHUB-TOKEN\nApi-Key=REDACTED-OPAQUE-SECRET token=REDACTED-OPAQUE-SECRET\r\nplain — text
    secret-scrubber --in gone --out o !2 no such file: gone
  checkpoint-reaper lists files of more than 30 whole days, and deletes them with --apply, the later of the two
    old .gaia/memory/checkpoints/a/b: 31.01
    old .gaia/memory/checkpoints/edge: 30.5
    old .gaia/memory/meeting-sessions/c: 400
    old .gaia/memory/x/old: 400
    checkpoint-reaper --root . → REAP ./.gaia/memory/checkpoints/a/b\nREAP ./.gaia/memory/meeting-sessions/c
    checkpoint-reaper --root {cwd}/ --apply --dry-run --age-days 300 → REAP {cwd}/.gaia/memory/meeting-sessions/c
    holds .gaia/memory/meeting-sessions/c: x
    checkpoint-reaper --root=. --dry-run --apply → DELETED ./.gaia/memory/checkpoints/a/b\nDELETED ./.gaia/memory/meeting-sessions/c
    lacks .gaia/memory/checkpoints/a/b
    lacks .gaia/memory/meeting-sessions/c
    holds .gaia/memory/checkpoints/edge: x
    checkpoint-reaper --root gone !2 no such folder: gone
    checkpoint-reaper --root . --age-days= !2 --age-days must be
  checkpoint-reaper neither follows nor deletes links
    write .gaia/memory/checkpoints/new: x
    old elsewhere/old: 400
    link .gaia/memory/checkpoints/folder: {cwd}/elsewhere
    link .gaia/memory/meeting-sessions: {cwd}/elsewhere
    checkpoint-reaper --root . --apply --age-days=1 → ≈ skipped .gaia/memory/meeting-sessions: a link leads it elsewhere
    holds elsewhere/old: x
`

test('secret-scrubber copies what is no text byte for byte', async () => {
  const place = new Place()
  const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x0d, 0x0a, 0xc3])
  place.write('in', bytes)
  await place.does('secret-scrubber --in=in --out=out →0')
  expect(readFileSync(join(place.cwd, 'out'))).toEqual(bytes)
})

test('parley rule lists every helper of the table once, and suggests a close name for an unknown one', async () => {
  const place = new Place()
  const list = await place.call('')
  expect(list).toEqual({ exit: 0, out: expect.stringContaining('\nDISCUSS\n  turn-order '), err: '' })
  expect(await place.call('--help')).toEqual(list)
  const listed = [...list.out.matchAll(/^ {2}([a-z-]+) {2,}\S/gm)].map(([, name]) => name)
  expect(listed).toEqual(Object.keys(TABLE))
  await place.does("turn-headers →2 ≈ no helper is named 'turn-headers'. Did you mean turn-header")
  await place.does("constructor →2 ≈ no helper is named 'constructor'. Run `parley rule` for the list.")
})

test.each(Object.entries(TABLE))(
  'parley rule %s has a function and help, and refuses unknown arguments and flags without their value',
  async (name, { load, usage, wrong }) => {
    expect(Object.keys(await load())).toContain(name)
    const place = new Place()
    const { exit, out, err } = await place.call(`${name} --help`)
    const help = out + err
    expect({ exit, usage: help.startsWith(`Usage: parley rule ${name}`) }).toEqual({ exit: 0, usage: true })
    expect(help).toMatch(RegExp(`Exit codes:\n[^]*\n  ${wrong}  wrong arguments[^]*\nExample:\n[^]*${name}`))
    const explained = help.slice(help.indexOf('\n\n')).match(/(?<=^ {2})--[a-z-]+/gm) ?? []
    expect(usage.join(' ').match(/--[a-z-]+/g) ?? []).toEqual(expect.arrayContaining(explained))
    const [first = ''] = usage
    if (first.startsWith('<')) return
    const [word = ''] = /^[a-z]+ /.exec(first) ?? []
    await place.does(`${name} ${word}--bogus !${wrong} unknown argument '--bogus'`)
    const [, valued] = /(--[a-z-]+) </.exec(first) ?? []
    if (valued) await place.does(`${name} ${word}${valued} !${wrong} ${valued} needs a value`)
  },
)
