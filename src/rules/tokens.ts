// Tokens: how many a text costs, estimated from its bytes. What a provider counted is always taken before it.

const encoder = new TextEncoder()

/** Three and a half bytes a token, rounded up: about what tokenizers make of prose and code. */
export function tokensIn(text: string): number {
  return Math.ceil(encoder.encode(text).length / 3.5)
}
