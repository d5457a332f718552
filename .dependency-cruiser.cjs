// Import rules: the picture in docs/architecture.md, kept true. Tests may import what they like.
const only = (name, from, allowed, comment) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: '\\.(test|suite)\\.tsx?$' },
  to: { path: '^src/', pathNot: allowed },
})

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    only(
      'rules-stand-alone',
      '^src/(rules|text)/',
      '^src/(rules|text)/',
      'Rules and text import only each other.',
    ),
    only(
      'view-folds-lines',
      '^src/view/',
      '^src/(view|rules|text|kernel/(agents|question|line/(line|line-data|summary)|cost/paid)\\.ts)',
      'The view runs in the browser too: it knows the types of lines and the pure rules, and nothing else.',
    ),
    only(
      'kernel-knows-no-protocol',
      '^src/kernel/',
      '^src/(kernel|rules|text)/',
      'The kernel declares ports; it imports no one who implements them.',
    ),
    only(
      'protocols-speak-through-the-kernel',
      '^src/protocols/[^/]+/(?!ground/)',
      '^src/(protocols|kernel|view|rules|text)/',
      'A protocol sees the world only through its meeting.',
    ),
    only(
      'grounds-touch-the-workspace',
      '^src/protocols/[^/]+/ground/',
      '^src/(protocols|kernel|view|rules|text|workspace|agents)/',
      'A ground is the part of a protocol that touches the world itself, with the tools of workspace and agents.',
    ),
    {
      name: 'procedures-do-not-import-their-ground',
      comment: 'The procedure gets its ground as a port; only a manifest may load it.',
      severity: 'error',
      from: { path: '^src/protocols/[^/]+/(?!ground/|manifest\\.ts)', pathNot: '\\.(test|suite)\\.ts$' },
      to: { path: '^src/protocols/[^/]+/ground/' },
    },
    only(
      'agents-implement-ports',
      '^src/agents/',
      '^src/((agents|kernel|rules|text|workspace)/|version\\.ts)',
      'Backends know the ports, the workspace, their vendor and the version that they tell it.',
    ),
    only(
      'workspace-implements-ports',
      '^src/workspace/',
      '^src/(workspace|kernel|rules|text)/',
      'The workspace knows the ports only.',
    ),
    only(
      'hall-knows-no-surface',
      '^src/hall/',
      '^src/(hall|(parley|journals|recordings)\\.ts|version\\.ts|protocols|kernel|view|rules|text|agents|workspace)',
      'The hall is what surfaces ask; it imports none of them.',
    ),
    only(
      'wiring-knows-no-hall',
      '^src/meetings/',
      '^src/(meetings/|(journals|opening|version)\\.ts|protocols|kernel|rules|agents|workspace)',
      'The parts of parley.ts: they connect one workspace with its meetings, and know neither hall nor surfaces.',
    ),
    {
      name: 'journals-are-a-port',
      comment:
        'Nothing above the journal port knows that journals are files; the library exports one of them on purpose.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/workspace/|^src/index\\.ts$|\\.(test|suite)\\.ts$' },
      to: { path: '^src/workspace/(journal-file|journal-tail|kept-summaries)\\.ts$' },
    },
    {
      name: 'nobody-imports-a-surface',
      comment: 'Surfaces translate; whatever is needed elsewhere belongs below them.',
      severity: 'error',
      from: { path: '^src/(?!surfaces/)', pathNot: '\\.(test|suite)\\.tsx?$' },
      to: { path: '^src/surfaces/' },
    },
    {
      name: 'talk-names-stay-at-the-edge',
      comment: 'Only where a turn is sent or received over HTTP has it the names that clients of talks know.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/surfaces/(server/(app|stream)|server-client)\\.ts$|\\.(test|suite)\\.ts$',
      },
      to: { path: '^src/surfaces/talk-wire\\.ts$' },
    },
    {
      name: 'pure-folders-touch-nothing',
      comment: 'No clock, randomness, files or network in rules, documents and protocols.',
      severity: 'error',
      from: {
        path: '^src/(rules|text|protocols)/',
        pathNot: '\\.(test|suite)\\.ts$|^src/protocols/[^/]+/ground/',
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'source-does-not-import-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.(test|suite)\\.tsx?$' },
      to: { path: '\\.(test|suite)\\.tsx?$|^test/' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // Its swc parser takes no JSX: what the page's components import is checked in scripts/check.js.
    exclude: { path: '\\.tsx$' },
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'] },
  },
}
