// The rules of INVITE, CHARTER and RESEARCH, proved as the contract of the helpers has them.
import { proves } from './proofs.suite.js'

proves('INVITE and CHARTER')`
  charter-gate accepts a charter and writes it as one assignment, escaped and untrimmed, in place of the old one
    with MEETING_STATE_FILE=state/s.env
    charter-gate --charter 'Pick a queue.' → charter-gate: charter accepted (13 chars)
    holds state/s.env: CHARTER="Pick a queue."\n
    charter-gate --charter=' a "b"\nC:\\x ' → charter-gate: charter accepted (12 chars)
    holds state/s.env: CHARTER=" a \"b\"\nC:\\\\x "\n
  charter-gate keeps its state in TMPDIR when no file is named
    charter-gate --charter=x → charter-gate: charter accepted (1 chars)
    holds gaia-meeting-state.env: CHARTER="x"\n
  charter-gate blocks a missing, an empty and a blank charter and writes nothing
    write gaia-meeting-state.env: kept
    charter-gate →2 charter-gate: BLOCKED — meeting charter is required (use --charter "..."). ≈ BLOCKED — meeting charter is required before INVITE.\n
    charter-gate --charter ' \n\t' →2 …BLOCKED ≈ .gaia/state/action-items.yaml
    holds gaia-meeting-state.env: kept
  charter-gate tells an unexpected error in one line
    with MEETING_STATE_FILE=/dev/null/x
    charter-gate --charter=x !1 charter-gate: 
  resolve-mode names the mode of a name or an alias, and decide without one
    resolve-mode → decide
    resolve-mode --mode ux → design
  resolve-mode refuses two modes, an unknown one, an empty one and other arguments, each with its exit code
    resolve-mode --mode ux --mode=ux !2 single-mode-only invariant violated — only one --mode flag is allowed; supplied: ux ux
    resolve-mode --mode Decide !3 unknown mode 'Decide'. Known modes: decide explore align red-team ac brainstorm design architecture sprint clarify
    resolve-mode --mode= !4 not an empty value
  resolve-invitees trims, keeps order, case and doubles, and appends installed defaults in registry order
    write in: Nate\r\nDerek\n
    resolve-invitees --mode align --invitees ' Theo,, nate ,Theo' --installed=in → resolved=Theo,nate,Theo,Derek,Nate\nmissing=\nbias=alignment-summary\ncanonical_mode=align\ninvitees_override=false\ndefault_invitees_resolved=Derek,Nate
  resolve-invitees warns of defaults that are not installed, and goes on
    resolve-invitees --mode=red-team --invitees=Zara,Theo → …resolved=Zara,Theo\nmissing=Zara,Sable,Nova\n ≈ [gaia-meeting] WARNING: missing default invitee(s) for mode red-team: Zara,Sable,Nova (resolved subset: Zara,Theo)\n
  resolve-invitees takes the list alone with an override, and opens no file
    resolve-invitees --mode=ux --invitees=Theo --installed=none --invitees-override → resolved=Theo\nmissing=\nbias=ux-design-notes\ncanonical_mode=design\ninvitees_override=true\ndefault_invitees_resolved=
  resolve-invitees drops every token of the user, whatever its case, with a warning
    write settings.json: {"meeting":{"user_name":"Ann Lee"}}
    resolve-invitees --mode=decide --invitees 'me,Theo,ann lee' → …resolved=Theo\n ≈ [gaia-meeting] WARNING: invitee token "me" resolves to the user — the user is not an agent and is not auto-included; user authoring uses --charter / [i]nterject only\n
  resolve-invitees keeps the first token of a user who may attend, and notes it in the session
    write s.yaml: phase: "INVITE"\nuser_attendance: ""\n
    resolve-invitees --mode=decide --invitees=Theo,ME,Zara,user --session-file s.yaml → …resolved=Theo,ME,Zara\n
    holds s.yaml: phase: "INVITE"\nuser_attendance: true\n
    resolve-invitees --mode=decide --invitees=Theo --session-file=s.yaml → …resolved=Theo\n
    holds s.yaml: phase: "INVITE"\nuser_attendance: false\n
  resolve-invitees refuses a call without a mode, with an unknown one or with no such file
    resolve-invitees --invitees=me !2 --mode is required
    resolve-invitees --mode=align --installed none !2 --installed names no file: 'none'
    resolve-invitees --mode=Align !3 unknown mode 'Align'. Known modes: decide
  select-notes-template prints the path of the template of a bias
    select-notes-template --bias decision-record → …/library/meet/templates/notes-template-decision-record.md\n
    select-notes-template --bias decide !3 unknown bias 'decide'
  resolve-user-name reads the named settings, else those in .claude, else those of the folder
    write x.json: {"meeting":{"user_name":"Åsa Ö"}}
    write settings.json: {"meeting":{"user_name":"Bo"}}
    resolve-user-name --settings x.json → Åsa Ö
    resolve-user-name → Bo
    write .claude/settings.json: {"meeting":{"user_name":"Ann"}}
    resolve-user-name → Ann
  resolve-user-name asks git when settings are missing, broken or without a name, and never takes the account
    resolve-user-name !2 could not resolve user name from settings.json (meeting.user_name) or git config user.name\n
    write .gitconfig: [user]\n\tname = Git Name\n
    resolve-user-name --settings gone → Git Name
    write settings.json: {"meeting":
    resolve-user-name → Git Name
  lifecycle-marker prints the plain marker of each of the seven phases
    lifecycle-marker --phase=RESEARCH → ## Phase: RESEARCH
    lifecycle-marker !3 --phase is required, one of: INVITE CHARTER RESEARCH DISCUSS CLOSE REVIEW SAVE
    lifecycle-marker --phase=discuss !3 unknown phase 'discuss'; it must be one of: INVITE
`

proves('RESEARCH')`
  research-phase-dispatch states the tools, the flags and the memory path of the fork, as the last mode says
    research-phase-dispatch --print-allowlist → Read,Grep,Glob,Bash,WebSearch,WebFetch
    research-phase-dispatch --print-allowlist --no-web → Read,Grep,Glob,Bash
    research-phase-dispatch --no-web --check-web-flag → disabled
    research-phase-dispatch --check-research-flag --skip-research → skipped
    research-phase-dispatch --sidecar-path theo → .gaia/memory/theo-sidecar
    research-phase-dispatch --emit-frontmatter --no-web → research_phase: enabled\nweb_search: disabled
    research-phase-dispatch --print-allowlist --sidecar-path=a --check-web-flag → enabled
  research-phase-dispatch prints its help on standard error, wherever it is asked for
    research-phase-dispatch --help → ≈ Usage: parley rule research-phase-dispatch --print-allowlist
    research-phase-dispatch --print-allowlist -h → ≈ Usage: 
    research-phase-dispatch --sidecar-path -h → .gaia/memory/-h-sidecar
  research-phase-dispatch refuses names that lead elsewhere with 2, and wrong arguments with 3
    research-phase-dispatch --sidecar-path agent-decisions/theo !2 holds a /
    research-phase-dispatch --sidecar-path= !2 the agent name is empty
    research-phase-dispatch --no-web !3 one mode flag is required; see --help
  prelude-format prints both headings, with one item a line and blank lines dropped
    prelude-format --name Theo --role='System Architect' --tokens 120 --sources 'docs/a.md\n\nhttps://x.org\r\n' --bullets ' \nOne\nTwo' → [Prelude] Theo (System Architect) — 120 tokens\nSources consulted:\n  docs/a.md\n  https://x.org\nWhat I know:\n  - One\n  - Two
  prelude-format refuses what is missing or malformed
    prelude-format --name=n --role=r --tokens=1.5 !3 --tokens must be a non-negative integer (got: '1.5')
  research-gate passes when every invitee has a prelude, whole lines compared
    write p: Zara\r\nTheo\r\n
    research-gate --invitees 'Theo, Zara ,' --preludes-file p → research-gate: PASS — prelude present for every invitee
    write p: Theo Smith\n Zara\nNova\n
    research-gate --invitees=Zara,Nova,Theo --preludes-file=p →2 HALT condition=RESEARCH-MISSING agent=— fr=FR-MTG-28 detail=missing preludes for: Zara,Theo
  research-gate takes a missing file as empty, and is bypassed when research is skipped
    research-gate --invitees=B,A --preludes-file=gone →2 HALT condition=RESEARCH-MISSING agent=— fr=FR-MTG-28 detail=missing preludes for: B,A
    research-gate --skip-research --invitees=A → research-gate: --skip-research bypass — gate passed without prelude check
    research-gate --invitees ' , ' !3 --invitees is required
`
