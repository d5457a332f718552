// The mail provider, over HTTP. It answers 202 once it has taken a message in; from then on the mail is sent.

const limit = 10_000

/** Hands one message over. Throws when the provider does not say that it has it. */
export async function send(provider, { to, subject, body }) {
  const response = await fetch(`${provider.url}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${provider.token}` },
    body: JSON.stringify({ to, subject, body }),
    signal: AbortSignal.timeout(limit),
  })
  if (response.status !== 202) throw new Error(`the provider answered ${response.status}`)
}
