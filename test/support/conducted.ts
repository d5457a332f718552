// A voice that the test conducts: a model behind the real client whose replies wait in a list, and come piece by piece where the test
// holds them back. Whatever a page shows while somebody speaks can be looked at for as long as it takes.

import { type FakeModels, fakeModels, type ModelReply } from './fake-models.js'
import type { Until } from './run.js'

export interface Voices {
  /** A voice of its own for one meeting; it says these in order, each when the one before is over. */
  voice(...replies: readonly (string | ModelReply)[]): string
}

export async function voices(until: Until): Promise<Voices> {
  const lists = new Map<string, (string | ModelReply)[]>()
  const models: FakeModels = await fakeModels(
    ({ model }) => lists.get(model)?.shift() ?? { status: 400, error: `${model} has nothing left to say.` },
  )
  until(models.close)
  return {
    voice(...replies) {
      const name = `voice-${lists.size + 1}`
      lists.set(name, [...replies])
      return `model:${name}@${models.urls.compatible}`
    },
  }
}

/** A reply that is held back: `next` lets its next piece through, `rest` all that is left and its end. */
export interface HeldBack extends ModelReply {
  next(): void
  rest(): void
}

export function heldBack(pieces: readonly string[], more: Omit<ModelReply, 'deltas'> = {}): HeldBack {
  const gates = [...pieces, 'the end'].map(() => gate())
  let at = 0
  let opened = 0
  return {
    ...more,
    deltas: pieces,
    async pace(event) {
      const piece = pieces[at]
      // What is neither the next piece nor behind the last one opens the reply, and says nothing.
      if (piece !== undefined && !event.includes(`"content":${JSON.stringify(piece)}`)) return
      await gates[Math.min(at++, pieces.length)]?.passed
    },
    next: () => gates[opened++]?.open(),
    rest: () => {
      for (const one of gates) one.open()
    },
  }
}

function gate(): { readonly passed: Promise<void>; open(): void } {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}
