// Papers: where the documents of a talk lie, and what to call files where there is little room.

/** A talk names its documents below this folder of the project. */
export function artifactPath(path: string): string {
  return `.lore/${path}`
}

/** A name for each of these files: its file name, with as much of its path as is needed to make it unique. */
export function shortNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const tail = (path: string, parts: number) => path.split('/').slice(-parts).join('/')
  const unique = (path: string, parts: number) =>
    paths.every((other) => other === path || tail(other, parts) !== tail(path, parts))
  return new Map(
    paths.map((path) => {
      const deep = path.split('/').length
      let parts = 1
      while (parts < deep && !unique(path, parts)) parts++
      return [path, tail(path, parts)]
    }),
  )
}
