// Reasoning: how many output tokens a model gets for reasoning, in addition to those for its reply. Providers count both against one
// limit, and some models reason more than they write. The number adapts to what the provider reports.

/** The minimum for a model that reasons at all: the next question may be harder. */
const least = 4_000
const most = 32_000

/** Shared by all voices of one model, so that all of them use what one has learned. */
export class ReasoningAllowance {
  readonly #settled: number | undefined
  #learnt = 0

  /** `settled` is the number in the settings; it does not adapt then. */
  constructor(settled?: number) {
    this.#settled = settled
  }

  get tokens(): number {
    return this.#settled ?? this.#learnt
  }

  /** One request used `thought` tokens for reasoning; `cutOff` when it reached its limit. */
  learn(thought: number, cutOff: boolean): void {
    if (!(thought > 0)) return
    const wanted = Math.max(least, Math.round(thought) * (cutOff ? 4 : 2))
    this.#learnt = Math.min(most, Math.max(this.#learnt, wanted))
  }
}
