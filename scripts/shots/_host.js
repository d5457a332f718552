// A host for the shots: a client of the Model Context Protocol that opens a council which its own model is to speak in, and goes.

import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

export async function openedByHost({ command, env, repository }, task) {
  const client = new Client({ name: 'a-host', version: '1' })
  const child = { command: process.execPath, args: [command, 'mcp'], cwd: repository, env, stderr: 'ignore' }
  await client.connect(new StdioClientTransport(child))
  const { content, isError } = await client.callTool({ name: 'parley_council', arguments: { task } })
  await client.close()
  if (isError) throw new Error(content[0]?.text)
}
