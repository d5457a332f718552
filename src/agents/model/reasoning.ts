// Reasoning: how many output tokens a model gets to think, beside those for its words. Providers count both against one limit,
// and some models think more than they say; how much is learnt from what the provider reports.

/** A model that thinks at all gets this much: the next question may be harder. */
const least = 4_000
const most = 32_000

/** Shared by all voices of one model, so that it is learnt once. */
export class ReasoningRoom {
  readonly #settled: number | undefined
  #learnt = 0

  /** `settled` is what the person decided; nothing is learnt then. */
  constructor(settled?: number) {
    this.#settled = settled
  }

  get tokens(): number {
    return this.#settled ?? this.#learnt
  }

  /** One request took `thought` tokens to think; `cutOff` when it reached its limit. */
  learn(thought: number, cutOff: boolean): void {
    if (!(thought > 0)) return
    const wanted = Math.max(least, Math.round(thought) * (cutOff ? 4 : 2))
    this.#learnt = Math.min(most, Math.max(this.#learnt, wanted))
  }
}
