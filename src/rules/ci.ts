// CI: whether a run is one of a machine that nobody watches. Pure.

export function inCi(env: Readonly<Record<string, string | undefined>>): boolean {
  return !['', '0', 'false'].includes((env['CI'] ?? '').trim().toLowerCase())
}
