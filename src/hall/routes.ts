// Routes: the method and path of each operation over HTTP. It imports nothing, since the page loads it; operations.ts has the rest.

export interface Route {
  readonly method: 'get' | 'post' | 'delete'
  /** With `:name` for parameters. */
  readonly path: string
  readonly status: 200 | 201
}

const meeting = '/api/meetings/:project/:id'

export const routes = {
  health: get('/api/health'),
  'project.list': get('/api/projects'),
  'project.register': post('/api/projects', 201),
  'project.deregister': { method: 'delete', path: '/api/projects/:project', status: 200 },
  'meeting.list': get('/api/meetings'),
  'meeting.search': get('/api/search'),
  'meeting.open': post('/api/meetings', 201),
  'recording.list': get('/api/recorded'),
  'recording.hold': post('/api/recorded/:word'),
  'meeting.show': get(meeting),
  'talk.preview': get(`${meeting}/preview`),
  'meeting.source': get(`${meeting}/source`),
  'meeting.afterwards': get(`${meeting}/afterwards`),
  'meeting.export': get(`${meeting}/export`),
  'meeting.fork': post(`${meeting}/fork`, 201),
  'meeting.answer': post(`${meeting}/answer`),
  'talk.message': post(`${meeting}/messages`),
  'meeting.resume': post(`${meeting}/resume`),
  'meeting.drop': post(`${meeting}/drop`),
  'meeting.tick': post(`${meeting}/follow-ups`),
  'request.decline': post(`${meeting}/decline`),
  'request.defer': post(`${meeting}/defer`),
  'meeting.interrupt': post(`${meeting}/interrupt`),
  'talk.close': post(`${meeting}/close`),
  'talk.retry': post(`${meeting}/retry`),
  'meeting.verify': post(`${meeting}/verify`),
  'request.accept': post(`${meeting}/accept`),
  'request.list': get('/api/requests'),
  'worker.list': get('/api/workers'),
  'document.show': get('/api/documents/:project'),
  'decision.list': get('/api/decisions'),
  'way.list': get('/api/ways'),
  'form.list': get('/api/forms/:project'),
} as const satisfies Readonly<Record<string, Route>>

export type OperationName = keyof typeof routes

function get<const P extends string>(path: P) {
  return { method: 'get', path, status: 200 } as const
}

function post<const P extends string, const S extends Route['status'] = 200>(path: P, status?: S) {
  return { method: 'post', path, status: (status ?? 200) as S } as const
}
