// The command `parley _tools`: a pipe between an agent that speaks MCP on our standard streams and the parley that asked the agent to start us.
// The server itself is there, on the other side of the socket. Plain JavaScript: it must run from any checkout or package, at once.
'use strict'

const { connect } = require('node:net')

const { PARLEY_TOOLS_SOCKET: path, PARLEY_TOOLS_KEY: key } = process.env
if (!path || !key) {
  process.stderr.write('parley _tools is started by agents of a meeting, not by people.\n')
  process.exit(2)
}
const socket = connect(path, () => {
  socket.write(`${key}\n`)
  process.stdin.pipe(socket)
  socket.pipe(process.stdout)
})
socket.on('error', (error) => {
  process.stderr.write(`parley _tools: the meeting is not there any more (${error.code}).\n`)
  process.exit(1)
})
socket.on('close', () => process.exit(0))
process.stdout.on('error', () => process.exit(0))
