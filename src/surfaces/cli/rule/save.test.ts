// The rules of CLOSE, REVIEW and SAVE, proved as the contract of the helpers has them.
import { proves } from './proofs.suite.js'

const NOTES = '.gaia/artifacts/creative-artifacts/meeting-notes/meeting-2026-01-02-api.md'
const PINS = '.gaia/artifacts/creative-artifacts/meeting-scratchpad/2026-01/api'
const MEMORY = 'p/.gaia/memory/theo-sidecar/decisions/2026-01-02-api.md'
const DATED = '--date 2026-01-02 --slug api'
const FILE = '--drafts d --source-meeting meeting-x --date 2026-01-02'

proves('REVIEW and SAVE')`
  review-gate classifies a draft, and says by its exit code whether it is written
    review-gate --classify --draft gone --disposition=accept → ACCEPT
    review-gate --should-write --disposition drop →1
    review-gate --should-write --disposition Accept !2 --disposition must be one of: accept edit drop (got: 'Accept')
    review-gate --classify --disposition drop !2 --draft is required
    review-gate --classify --should-write --draft x --disposition drop !2 give one of --classify and --should-write
  type-target-resolver maps each type to its command, and lists the types for an unknown one
    type-target-resolver feature → /gaia-add-feature
    type-target-resolver discussion-only → no target — discussion-only
    type-target-resolver '' !2 REJECTED — empty type
    type-target-resolver risk-followup !2 REJECTED — unknown action-item type 'risk-followup'
    type-target-resolver !3 expected exactly one action-item type
  action-items-writer makes a registry, and appends to it with the next ids of the date
    write d: - type: feature\n  assignee: "Theo"\n  acceptance: it works\n
    action-items-writer --registry deep/r ${FILE} →0
    action-items-writer --registry={cwd}/deep/r ${FILE} →0
    holds deep/r: # Action Items — canonical registry\nschema_version: 2\nitems:\n\n- id: AI-2026-01-02-1\n  created: "2026-01-02T03:04:05Z"\n  source_meeting: meeting-x\n  type: feature\n  priority: normal\n  status: open\n  target_command: "/gaia-add-feature"\n  assignee: "Theo"\n  context_for_target: ""\n  acceptance: "it works"\n\n- id: AI-2026-01-02-2\n  created: "2026-01-02T03:04:05Z"\n  source_meeting: meeting-x\n  type: feature\n  priority: normal\n  status: open\n  target_command: "/gaia-add-feature"\n  assignee: "Theo"\n  context_for_target: ""\n  acceptance: "it works"\n
  action-items-writer adds the version line before the first entry, and changes nothing else
    write r: # mine\n\nitems:\n- id: AI-2025-01-01-7\n  old: 'v1'\n
    write d: - type: adr-draft\n  priority: high\n  colour: red\n
    action-items-writer --registry r ${FILE} → ≈ ignored the key 'colour': no action item has it
    holds r: # mine\n\nschema_version: 2\nitems:\n- id: AI-2025-01-01-7\n  old: 'v1'\n\n- id: AI-2026-01-02-1\n  created: "2026-01-02T03:04:05Z"\n  source_meeting: meeting-x\n  type: adr-draft\n  priority: high\n  status: open\n  target_command: "no target — manual"\n  assignee: "unassigned"\n  context_for_target: ""\n  acceptance: ""\n
  action-items-writer leaves the registry as it is without drafts, and when one type is unknown
    write r: old: 1
    write d: # none\n
    action-items-writer --registry r ${FILE} → ≈ no drafted items; the registry is left as it is
    holds r: old: 1
    write d: - type: feature\n- type: risk-followup\n
    action-items-writer --registry r ${FILE} !2 REJECTED — unknown action-item type 'risk-followup'
    action-items-writer --registry r ${FILE} --date 2026-1-2 !2 --date must be YYYY-MM-DD (got: '2026-1-2')
    write d: - type: feature\n
    action-items-writer --registry r/x ${FILE} !3 cannot write r/x
  memory-writethrough writes the decisions of each draft, named after its file, under four headings
    write d/theo.md: ---\nagent: other\ndecided:\n  - "Use REST"\nconstraints: []\nsources:\n  - docs/a.md\ntags:\n  - api\n---\nignored\n
    write ${MEMORY}: old
    memory-writethrough --root p --drafts d --source-meeting meeting-x ${DATED} →0
    holds ${MEMORY}: ---\nagent: theo\ndate: 2026-01-02\nsource_meeting: meeting-x\ntype: decision\ntags:\n  - "api"\n---\n\n## What I decided / agreed to in this meeting\n\n- Use REST\n\n## Constraints I committed to\n\n## Open items I'm tracking\n\n## Sources I relied on\n\n- docs/a.md\n
  memory-writethrough writes nothing for a folder without drafts, and refuses what leads elsewhere
    write d/a.txt: x
    memory-writethrough --root p --drafts d --source-meeting m ${DATED} →0
    lacks p
    memory-writethrough --root p --drafts d --source-meeting m --date 2026-01-02 --slug ../x !2 slug must not
    memory-writethrough --root p --drafts gone --source-meeting m ${DATED} !3 no such folder: gone
    write d/a.md: x
    write d/b..c.md: x
    memory-writethrough --root p --drafts d --source-meeting m ${DATED} !2 '..' leads elsewhere
  meeting-notes-writer renders every heading in order, the frontmatter as YAML, and only the optional keys that are there
    write n: charter: Choose "REST": or not\nmode: decide\nmissing_invitees: []\nresearch_phase: skipped\nattendees:\n    - name: Theo\n      role: Architect\n      tokens: 5\ndecisions:\n  - Use REST\naction_items:\n  - AI-1\nmemory_writethrough:\n  - theo\ntranscript: |\n  Hello.\n
    write p/.gaia/artifacts/creative-artifacts/meeting-2026-01-02-api.md: an older copy
    meeting-notes-writer --root p --payload n ${DATED} →0
    holds p/${NOTES}: ---\ndate: 2026-01-02\nslug: api\ncharter: "Choose \"REST\": or not"\nmode: decide\nmissing_invitees: []\nresearch_phase: skipped\ncost_breakdown:\n  - name: Theo\n    role: Architect\n    tokens: 5\ntotal_tokens: 0\nscratchpad_extractions: []\naction_items: [AI-1]\n---\n\n## Charter\n\nChoose "REST": or not\n\n## Summary\n\n## Research preludes\n\n## Transcript\n\nHello.\n\n## Decisions\n\n- Use REST\n\n## Risks identified\n\n_(Sourced from ${'`'}[challenge]${'`'} turns in the transcript.)_\n\n## Open questions\n\n## Scratchpad final state\n\n_(empty — no scratchpad pinned in this meeting)_\n\n## Action items\n\n- AI-1\n\n## Memory write-through\n\n- .gaia/memory/theo-sidecar/decisions/2026-01-02-api.md\n
    lacks p/.gaia/artifacts/creative-artifacts/meeting-2026-01-02-api.md
    meeting-notes-writer --root p --payload n --date 2026-01-02 --slug a/b !2 slug must not
    meeting-notes-writer --root p --payload gone ${DATED} !3 no such file: gone
  write-boundary allows the places of a meeting in silence
    write-boundary .gaia/artifacts/creative-artifacts/a/b.md →0
    write-boundary .gaia/state/action-items.yaml →0
    write-boundary .gaia/memory/T.h-e_o-sidecar/decisions/x →0
    write-boundary .gaia/memory/meeting-sessions/deep/s.yaml →0
  write-boundary refuses everything else, with a halt line
    write-boundary /etc/passwd →2 HALT condition=WRITE-BOUNDARY-VIOLATION agent=— fr=FR-MTG-31 detail=absolute or ..-bearing path: /etc/passwd ≈ write-boundary: REJECTED — absolute
    write-boundary docs/x.md →2 …detail=docs/x.md is outside the state-free write boundary ≈ REJECTED — docs/x.md
    write-boundary !3 expected exactly one path
`

proves('CLOSE: the scratchpad')`
  scratchpad-allocate gives each pin the next number, and replaces one in place with a target
    scratchpad-allocate pin --state s --content 'a|b\n50%' --intent route --agent theo → SP-1
    scratchpad-allocate pin --state=s --content={} --intent= --agent ada --content-type json → SP-2
    scratchpad-allocate pin --state s --content new --intent other --agent ada --target SP-1 → SP-1
    holds s: SP-1|new|md|ada|other|1\nSP-2|{}|json|ada||0\n
  scratchpad-allocate lists and renders the pins decoded
    write s: SP-1|one|md|theo|first|0\nSP-3|a%7Cb%0A50%25|ts|ada|second|2\n
    scratchpad-allocate list --state s --field id → SP-1\nSP-3
    scratchpad-allocate list --state s --field content → one\na|b\n50%
    scratchpad-allocate render --state s → SP-1: one\nSP-3: a|b\n50%
  scratchpad-allocate refuses unknown words, fields and targets, and a state that is none
    write s: SP-1|a|md|t|i|0\nnotes\n
    scratchpad-allocate !2 expected pin, list or render, got ''
    scratchpad-allocate render --state s !2 line 2 of s is no pin; left as it is
    write s: SP-1|a|md|t|i|0\n
    scratchpad-allocate pin --state s --content c --intent i --agent a --target SP-2 !2 no pin 'SP-2' to replace
    scratchpad-allocate list --state s --field agent !2 unknown field 'agent'
  scratchpad-disposition takes the three words in any case, and asks for one of them
    scratchpad-disposition --check 'EXTRACT ' → extract
    scratchpad-disposition --check 'Keep in notes only' → keep
    scratchpad-disposition --prompt → …\n1) Extract
    scratchpad-disposition --check ' drop' !2 disposition must be one of: extract keep drop (got: ' drop')
  scratchpad-detect-type looks at the first line that is not blank, and the first rule wins
    scratchpad-detect-type < \n  #!/bin/sh\n{ → sh
    scratchpad-detect-type < [1] → json
  scratchpad-resolve-path names the file after the first line if that is text, else the intent, else untitled
    scratchpad-resolve-path ${DATED} --sp-n SP-1 --content-type md --content '# The Route\nmore' --intent x → ${PINS}/SP-1-the-route.md
    scratchpad-resolve-path ${DATED} --sp-n=SP-12 --content-type json --content '{"a":1}' --intent 'The shape' → ${PINS}/SP-12-the-shape.json
    scratchpad-resolve-path ${DATED} --sp-n SP-0 --content-type md !2 pin must be SP- and a number from 1 (got: 'SP-0')
    scratchpad-resolve-path --date 2026-1-2 --slug a --sp-n SP-1 --content-type md !2 date must be YYYY-MM-DD
  scratchpad-extractor writes a pin with its origin, and replaces the same path in place
    scratchpad-extractor --root p ${DATED} --sp-n SP-1 --pinning-agent theo --content 'GET /v1' --action-items ' AI-1 ,,AI-2' → p/${PINS}/SP-1-get-v1.md
    holds p/${PINS}/SP-1-get-v1.md: ---\nsource_meeting: meeting-2026-01-02-api.md\nsource_scratchpad_id: SP-1\nsource_action_items: [AI-1, AI-2]\nextracted_by: gaia-meeting\nextracted_at: 2026-01-02T03:04:05Z\ncontent_type: md\n---\n\nGET /v1\n
    scratchpad-extractor --root {cwd}/ ${DATED} --sp-n SP-2 --pinning-agent theo --content-type auto --content 'def g():\n' → {cwd}/${PINS}/SP-2-untitled.py
    holds ${PINS}/SP-2-untitled.py: ---\nsource_meeting: meeting-2026-01-02-api.md\nsource_scratchpad_id: SP-2\nsource_action_items: []\nextracted_by: gaia-meeting\nextracted_at: 2026-01-02T03:04:05Z\ncontent_type: py\n---\n\ndef g():\n
  scratchpad-extractor refuses what is missing, what leads elsewhere and what cannot be written
    write f: kept
    scratchpad-extractor --root f ${DATED} --sp-n SP-1 --pinning-agent theo !3 cannot write
`
