// For the benches: the parts of the server that are measured, and what they are measured against.

export { getRequestListener } from '@hono/node-server'
export { Hono } from 'hono'
export { streamSSE } from 'hono/streaming'
export { HostCalls } from '../../src/agents/host/calls.js'
export { host } from '../../src/agents/host/host.js'
export { follow } from '../../src/hall/follow.js'
export { createHall } from '../../src/hall/hall.js'
export { Runs } from '../../src/hall/runs.js'
export { summarise } from '../../src/journals.js'
export { Access } from '../../src/surfaces/server/access.js'
export { createApp } from '../../src/surfaces/server/app.js'
export { journalsIn } from '../../src/workspace/journals.js'
