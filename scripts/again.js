// Again: whether tests that failed are run once more, alone, and what is said of those that then pass.

/** More files than this do not fail by the load of a machine. */
const few = 3

/** The files that are worth another run; none where it would prove nothing. */
export function worthAgain({ failed, unhandled, interrupted }) {
  if (interrupted || unhandled > 0 || failed.length > few) return []
  return failed.map(({ file }) => file)
}

/** Last of all, and so that nobody can take it for a run in which nothing failed. */
export function passedAlone({ failed, tests }) {
  const names = failed.flatMap(({ file, tests: names }) =>
    names.length === 0 ? [file] : names.map((name) => `${file} > ${name}`),
  )
  const count = `${names.length} ${names.length === 1 ? 'test' : 'tests'}`
  return `${tests} tests, none fails by itself. ${count} passed only when run again alone: ${names.join('; ')}`
}
