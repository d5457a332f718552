// A model for the shots, behind the usual address of local models: it says what the recorded council said, with a price, and one answer
// of which only the beginning ever comes, so that a seat can be seen speaking.

import http from 'node:http'

/** `said` has the words of each seat; a prompt that holds `neverEnds` gets the beginning of an answer. */
export async function model(said, neverEnds) {
  const server = http.createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.end(JSON.stringify({ data: [{ id: name }] }))
    const asked = await whole(request)
    const text = `${asked.match(/on the council[^:]*: ([a-z-]+)/)?.[1]}`
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (asked.includes(neverEnds)) return void response.write(event({ content: beginning }))
    const { text: words = 'I have nothing to add.', usage } = said[text]?.[0] ?? {}
    response.write(event({ content: words }))
    response.write(event({}, 'stop', usage))
    response.end('data: [DONE]\n\n')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${server.address().port}/v1`
  return {
    agents: `model:${name}@${url}`,
    prices: `prices:\n  "${name}@${url}": { input: 3, output: 15 }\n`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const name = 'house-model'

const beginning =
  'At eight, before the office opens: `src/outbox.js:26` knows by then what was sent twice.\n\n' +
  '1. The list is **one line a message**, oldest first.\n2. Nothing in it is sent again by itself.\n\nWhat I would still ask the'

async function whole(request) {
  let text = ''
  for await (const piece of request) text += piece
  return text
}

function event(delta, finish = null, usage = undefined) {
  const told = usage && { prompt_tokens: usage.input, completion_tokens: usage.output }
  const choices = [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: finish }]
  return `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: name, choices, ...(told ? { usage: told } : {}) })}\n\n`
}
