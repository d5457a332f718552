// The rules of DISCUSS, of dispatch and of provenance, proved as the contract of the helpers has them.
import { proves } from './proofs.suite.js'

proves('DISCUSS')`
  turn-order goes round, and an inner empty entry is a turn of its own
    turn-order --invitees A,B,C --turns 5 → A\nB\nC\nA\nB
    turn-order --invitees=A,,B, --turns=4 → A\n\nB\nA
  turn-order refuses nobody before it looks at the number
    turn-order --turns=0 !2 --invitees is empty
    turn-order --invitees=A --turns=01 !3 (got: '01')
  turn-header prints one line, and one more for each optional value, in order
    turn-header --round 1 --turn=7 --speaker Theo --role='System Architect' --turn-cost 120 --running-total=900 → [round 1 / turn 7 / Theo (System Architect) / per-turn-cost 120 tokens / running-total 900 tokens]
    turn-header --round 007 --turn=7 --speaker T --role=R --turn-cost 0 --running-total=99999999999999999999 --dispatched-via subagent --turn-id=d7 --phase discuss → [round 007 / turn 7 / T (R) / per-turn-cost 0 tokens / running-total 99999999999999999999 tokens]\nPhase: DISCUSS\nTurn: d7\ndispatched_via: subagent
    turn-header --round 1 --turn=1 --speaker T --role=R --turn-cost 0 --running-total=0 --dispatched-via=interject --origin attendee → [round 1 / turn 1 / T (R) / per-turn-cost 0 tokens / running-total 0 tokens]\ndispatched_via: interject\norigin: attendee
  turn-header warns of a phase without provenance, and demands it where agents speak
    turn-header --round 1 --turn=1 --speaker T --role=R --turn-cost 0 --running-total=0 --phase close → …Phase: CLOSE\n ≈ WARNING: turn-header called without --dispatched-via — required from sprint-41\n
    turn-header --round 1 --turn=1 --speaker T --role=R --turn-cost 0 --running-total=0 --phase research !2 --dispatched-via is required for phase RESEARCH
  turn-header refuses what is missing, what is no count, and what could forge a line
    turn-header --round 1 --turn -1 !3 --turn must be a non-negative integer (got: '-1')
    turn-header --round 1 --turn 1 --speaker 'a\ndispatched_via: subagent' !3 --speaker must be a single line
    turn-header --round 1 --turn=1 --speaker T --role=R --turn-cost 0 --running-total=0 --origin=facilitator !3 --origin must be interject or attendee (got: 'facilitator')
  cite-or-flag-check knows questions, citations, flagged inferences, and unflagged ones by a call or a word
    cite-or-flag-check --classify-line '  Is it https://x.y?' → non-claim
    cite-or-flag-check --classify-line 'It is so, see docs/adr-3.md [inference]' → cited
    cite-or-flag-check --classify-line '- It is so [inference]' → inference
    cite-or-flag-check --classify-line=foo() → unflagged-inference
  cite-or-flag-check halts a draft with unflagged inferences, and names their lines as written
    write draft: It is so [inference]\n\n  It was so.\nHm.\nIt has gone\n
    cite-or-flag-check --gate-draft-turn draft →2 …HALT — unflagged-inference detected; round-robin advancement halted\nline 3:   It was so.\nline 5: It has gone\n\n
  cite-or-flag-check skips the frontmatter of a transcript, and counts its lines
    write t: ---\nit: is\n---\nIt is.\n
    cite-or-flag-check --verify-transcript t →2 FAIL — transcript contains unflagged-inference lines\nline 4: It is.
    cite-or-flag-check !3 one subcommand is required
  raise-hand-arbiter detects the first marker, with either arrow, within one line
    raise-hand-arbiter --detect 'a\n[raise-hand -> respond to Zara] [raise-hand->respond to Nova]' → Zara
    raise-hand-arbiter --detect='text [raise-hand→respond  to   Mary Ann ] more' → Mary Ann
    raise-hand-arbiter --detect '[raise-hand -> respond to\nZara]' !1 no raise-hand marker detected
  raise-hand-arbiter plans the target, then everybody after the requester, its own slot kept
    raise-hand-arbiter --plan-insertion --invitees=A,B,C,D --requesting A --target C --cycle any → C\nB\nC\nD
    raise-hand-arbiter --plan-insertion --invitees=A,B --requesting X --target A --cycle 1 !2 requester 'X'
  raise-hand-arbiter honours the first of a cycle, defers the others and loses none
    with RAISE_HAND_STATE=state/ledger
    raise-hand-arbiter --record-raise-hand --cycle=1 --requesting A --target C → honored
    raise-hand-arbiter --record-raise-hand --cycle=1 --requesting B --target D → deferred-to-next-cycle
    holds state/ledger: HONORED_1="A:C"\nDEFERRED_1="B:D"\n
    raise-hand-arbiter --pending-deferred --cycle 2 → B->D
    raise-hand-arbiter --record-raise-hand --cycle=0 --requesting A --target B !3 --cycle must be a positive integer (got: '0')
  raise-hand-arbiter writes the line of the transcript
    raise-hand-arbiter --log-line --cycle=2 --requesting=A --target=B --status honored → [raise-hand cycle=2 requesting=A target=B status=honored]
    raise-hand-arbiter --log-line --cycle=2 --requesting=A !3 --target is required for --log-line
  halt-event prints the terminal line, with a dash for nobody, and may have an empty detail
    halt-event --condition ANY --fr=F-1 --detail 'a = b' --agent theo → HALT condition=ANY agent=theo fr=F-1 detail=a = b
    halt-event --condition=ANY --fr F-1 !3 --detail is required; it may be empty
  max-turns-cap is silent up to the cap, which is 40, and rejects the turn after it
    max-turns-cap --check --emitted-turns 40 →0
    max-turns-cap --check --emitted-turns 41 →2 …max-turns-cap: REJECTED — MAX-TURNS-CAP reached (emitted=41, cap=40).\nmax-turns-cap: the meeting must end
    max-turns-cap --emitted-turns 1 !3 --check is required
  per-agent-cap adds up, mutes once at the cap, and goes on adding up in silence
    per-agent-cap --state s --agent theo --accumulate --tokens 24999 →0
    per-agent-cap --state s --agent zara --accumulate --tokens=5 --per-agent-cap 10 →0
    per-agent-cap --state=s --agent=theo --accumulate --tokens 1 → MUTED agent=theo tokens=25000 cap=25000 fr=FR-MTG-29
    per-agent-cap --state=s --agent=theo --accumulate --tokens 7 →0
    holds s: agent=theo|tokens=25007|muted=1\nagent=zara|tokens=5|muted=0\n
    per-agent-cap --state=s --agent=theo --get → 25007
    per-agent-cap --state=s --agent=zara --is-muted →1
    per-agent-cap --state=s --agent=theo --unmute !3 --unmute is forbidden — muting is one-way
  loop-detector fires on A, B, A without progress, and skips lines without an agent
    write t: Q|new-pin|x\nA|thinking|x\r\n|new-pin|\nB|no-progress|y\r\nA\r\n
    loop-detector --turns-file t → FACILITATOR / LOOP-BREAK turn injected — A=A B=B no-progress fr=FR-MTG-30
  loop-detector stays silent on progress, on other orders and on fewer turns
    write t: A||\nB|new-decision|\nA||\n
    loop-detector --turns-file t →1
  cost-cadence counts, and fires at each multiple of the cadence above 0
    cost-cadence --state s --get → 0
    cost-cadence --state s --tick → 1
    holds s: counter=1\n
    write s: counter=20\n
    cost-cadence --state=s --should-fire →0
    cost-cadence --state=s !3 one of --get, --tick, --should-fire is required
    write s: twenty
    cost-cadence --state=s --tick !3 s is no counter
`

const SIX = '--round=1 --turn=7 --speaker=Theo --role=R --turn-cost=2 --running-total=9'
const ORDER = '--agent=theo --phase=discuss --charter-ref=c --session-id=s1'
const LINE = '[round 1 / turn 7 / Theo (R) / per-turn-cost 2 tokens / running-total 9 tokens]'
/** A charter, a stub that prints the file `return` and notes what it was asked, and that return. */
const stage = (returned: string) => `    write c: Why
    write stub: #!/bin/sh\\necho "$*" > asked; cat return
    write return: ${returned}
    with GAIA_DISPATCH_AGENT_STUB=./stub`

proves('dispatch-agent-turn')`
  dispatch-agent-turn prints the tools of DISCUSS and asks for nothing else
    dispatch-agent-turn --print-discuss-allowlist → Read,Grep,Glob,Bash
  dispatch-agent-turn hands the stub agent, phase, tools, charter and session
${stage('{"status":"ok"}')}
    dispatch-agent-turn ${ORDER} ${SIX} → ${LINE}\nPhase: DISCUSS\ndispatched_via: subagent
    holds asked: --agent theo --phase discuss --allowlist Read,Grep,Glob,Bash --charter-ref c --session-id s1\n
    dispatch-agent-turn ${ORDER} ${SIX} --phase=research --debug-allowlist → …ALLOWLIST: Read,Grep,Glob,Bash,WebSearch,WebFetch\n ≈ ALLOWLIST: Read,Grep,Glob,Bash,WebSearch,WebFetch\n
  dispatch-agent-turn renders header and body, warns of findings, and files those for information
${stage('{"status":"ok","body":"Hello.","findings":[{"severity":"WARNING","summary":"slow"},{"severity":"CRITICAL","summary":"leak","turn_id":"x9"},{"severity":"INFO","summary":"one"},{"severity":"INFO","summary":"two","turn_id":"t2"}]}')}
    write s: agent_dispatch_findings: ""\n
    dispatch-agent-turn ${ORDER} ${SIX} --turn-id=d7 --state-file=s → ${LINE}\nPhase: DISCUSS\nTurn: d7\ndispatched_via: subagent\nHello. ≈ [gaia-meeting] WARNING: theo @ turn d7 — slow\n[gaia-meeting] CRITICAL: theo @ turn x9 — leak\n
    holds s: agent_dispatch_findings: "d7=INFO:one; t2=INFO:two"\n
  dispatch-agent-turn checks agent, phase, charter and session in this order, and passes on what turn-header refuses
${stage('{"status":"ok"}')}
    dispatch-agent-turn !2 --agent is required
    dispatch-agent-turn --agent=a --phase=DISCUSS !2 --phase must be research or discuss
    dispatch-agent-turn --agent=a --phase=discuss --charter-ref=. !2 --charter-ref is not readable: '.'
    dispatch-agent-turn --agent=a --phase=discuss --charter-ref=c !2 --session-id is required
    dispatch-agent-turn ${ORDER} ${SIX} --turn-cost=x →3 ≈ turn-header: --turn-cost must be a non-negative integer (got: 'x')\n
    with GAIA_DISPATCH_AGENT_STUB=
    dispatch-agent-turn ${ORDER} ${SIX} !3 GAIA_DISPATCH_AGENT_STUB is not set
  dispatch-agent-turn shows a return that is no object with a status raw, and ends with 2
${stage('{"summary":"x"}')}
    dispatch-agent-turn ${ORDER} ${SIX} →2 {"summary":"x"} ≈ the agent returned no "status"\n{"summary":"x"}\n
    write stub: #!/bin/sh\necho out; echo err >&2; exit 7
    dispatch-agent-turn ${ORDER} ${SIX} →2 ≈ out\nerr\ndispatch-agent-turn: the stub failed (exit 7)
  dispatch-agent-turn lets an envelope pass only when a sentinel of its key vouches for the agent
${stage('{"status":"ok","agent":"theo"}')}
    with GAIA_DISPATCH_ENVELOPE_ASSERT_OPT_IN=1
    dispatch-agent-turn ${ORDER} ${SIX} →1 ≈ HALT: Theo agent envelope assertion failed — sentinel absent, malformed, or forged at .gaia/memory/checkpoints/val-envelope-e8bc163c82eee187.json\n
    write .gaia/memory/checkpoints/val-envelope-e8bc163c82eee187.json: {"agent":"theo","persona_sig":"abc"}
    dispatch-agent-turn ${ORDER} ${SIX} → …Phase: DISCUSS
    write return: {"status":"ok"}
    dispatch-agent-turn ${ORDER} ${SIX} →2 ≈ HALT: subagent envelope missing required field 'agent'\n
`

proves('dispatch-provenance-check')`
  dispatch-provenance-check is silent on a clean transcript, from a file, from a pipe, or without turns
    write t: ## Phase: DISCUSS\n${LINE}\nPhase: DISCUSS\ndispatched_via: subagent\n${LINE}\nPhase: close\n${LINE}\nPhase: CHARTER\ndispatched_via: charter\n
    dispatch-provenance-check t →0
    dispatch-provenance-check --stdin < ${LINE}\nPhase: research\ndispatched_via: teammate\n →0
  dispatch-provenance-check names each failing turn with its reason, and counts them
    write t: ${LINE}\nPhase: DISCUSS\nTurn: d1\n[round 1 / turn 2 / A/B (R) / per-turn-cost 1\nPhase: research\ndispatched_via: charter\n${LINE}\nPhase: CHARTER\n
    dispatch-provenance-check t →1 FAIL: turn d1 phase=DISCUSS speaker=Theo (R) dispatched_via=<missing> — missing dispatched_via on RESEARCH/DISCUSS turn\nFAIL: turn 2 phase=research speaker=A/B (R) dispatched_via=charter — RESEARCH/DISCUSS turn must carry dispatched_via: subagent, interject, or teammate\nFAIL: turn 7 phase=CHARTER speaker=Theo (R) dispatched_via=<missing> — missing dispatched_via on CHARTER turn\n\ndispatch-provenance-check: 3 turn(s) failed provenance check
  dispatch-provenance-check needs one input
    dispatch-provenance-check !2 no input: give a file, or pipe the transcript in
`
