// The last JSON object in a text: programs talk before they answer.

/** Enough for any real reply. Without a limit a text of nothing but braces would take quadratic time. */
const mostTries = 2000

/** The object that ends last, and of those the outermost; undefined where there is none. */
export function lastJson(text: string): object | undefined {
  const starts = [...text.matchAll(/\{(?=\s*["}])/g)].map(({ index }) => index)
  let tries = 0
  for (let end = text.lastIndexOf('}'); end > 0; end = text.lastIndexOf('}', end - 1)) {
    for (const start of starts) {
      if (start > end) break
      if (++tries > mostTries) return undefined
      const found = parsed(text.slice(start, end + 1))
      if (found) return found
    }
  }
  return undefined
}

function parsed(text: string): object | undefined {
  try {
    return JSON.parse(text) as object
  } catch {
    return undefined
  }
}
