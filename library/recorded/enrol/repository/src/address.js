// Whose request is it? Behind the balancer every socket is the balancer's, so the address is read from its header.

export function addressOf(request) {
  const forwarded = request.headers['x-forwarded-for']
  if (forwarded === undefined) return request.socket.remoteAddress
  return forwarded.split(',')[0].trim()
}
