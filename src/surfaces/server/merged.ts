// Several sources of events as one, in the order in which they come. Each is asked for its next only when its last was taken, so a slow
// reader costs each of them what it would cost alone.

export async function* merged<T>(sources: readonly AsyncIterable<T>[]): AsyncGenerator<T> {
  const all = sources.map((source) => source[Symbol.asyncIterator]())
  const come: Come<T>[] = []
  let wake = () => {}
  const pull = (from: AsyncIterator<T>) => {
    const told = (one: Come<T>) => {
      come.push(one)
      wake()
    }
    from.next().then(
      (result) => told({ from, result }),
      (error: unknown) => told({ from, error }),
    )
  }
  for (const from of all) pull(from)
  let broke = false
  try {
    for (let open = all.length; open > 0; ) {
      const one = come.shift()
      if (one === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      } else if ('error' in one) {
        broke = true
        throw one.error
      } else if (one.result.done) open--
      else {
        yield one.result.value
        pull(one.from)
      }
    }
  } finally {
    const left = Promise.all(all.map((from) => from.return?.()))
    // One that waits for its next is left only when that has come. Whoever reads must hear of the fault before.
    if (broke) left.catch(() => {})
    else await left
  }
}

type Come<T> = { readonly from: AsyncIterator<T> } & (
  | { readonly result: IteratorResult<T> }
  | { readonly error: unknown }
)
