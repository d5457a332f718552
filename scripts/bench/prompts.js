// Prompts: the bytes that go to seats whose voices keep their conversation, against the least that tells each what was said.

import { inFolder, opened, procedure, seat, words } from './_support.js'

const seats = ['ada', 'bo', 'cy'].map(seat)

export async function measure() {
  const [few, many] = [await sent(60), await sent(600)]
  return [
    {
      what: 'bytes of all prompts over 600 turns, against what was new to each',
      ratio: many.bytes / many.least,
      bar: 1.2,
      detail: `${many.bytes} and ${many.least} bytes`,
    },
    {
      what: 'ten times the turns, against ten times the bytes',
      ratio: many.bytes / few.bytes / 10,
      bar: 1.2,
      detail: `${few.bytes} bytes, then ${many.bytes}`,
    },
  ]
}

/** Seats speak in turn; each is told what the others said since it last spoke. */
async function sent(turns) {
  return inFolder(async (folder) => {
    const said = []
    const protocol = procedure(async (meeting) => {
      for (let nth = 0; nth < turns; nth++) {
        const since = said.slice(-2).join('\n')
        const prompt = { system: 'Be brief.', full: `Begin.\n${said.join('\n')}`, since }
        said.push((await meeting.speak(seats[nth % 3], prompt, { id: 'turn' })).text)
      }
    })
    let bytes = 0
    const usage = { input: 1, output: 1, estimated: false }
    const say = async ({ text }) => {
      bytes += Buffer.byteLength(text)
      return { text: words, usage, tools: [] }
    }
    const backendFor = async () => ({ name: 'bench', open: async () => ({ say, close: async () => {} }) })
    const { hold } = await opened(folder, protocol)
    await hold({ backendFor })
    return { bytes, least: (turns - 1) * 2 * Buffer.byteLength(words) }
  })
}
