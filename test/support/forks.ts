/** What a fork of this meeting is called: the mark stands between the day and what it is about. */
export function forkOf(id: string, n = 1): string {
  return id.replace(/^(\d{8}-\d{6}-|\d{4}-\d\d-\d\d-)/, `$1fork-${n}-`)
}
