// A limiter: at most `max` calls for each key in a window. It counts in memory, in windows that begin with the clock's minute.

export function createLimiter({ max, window, now }) {
  const counts = new Map()
  return function allow(key) {
    const current = Math.floor(now() / window)
    const seen = counts.get(key)
    if (seen === undefined || seen.window !== current) {
      counts.set(key, { window: current, count: 1 })
      return true
    }
    seen.count += 1
    return seen.count <= max
  }
}
