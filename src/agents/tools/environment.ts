// Environment: what a program that a seat starts may know of ours: no git variables, no keys, no passwords.

const private_ =
  /^GIT_|(^|_)API_?KEYS?(_|$)|(^|_)(AUTH_?)?TOKENS?(_|$)|SECRET|PASSWORD|PASSWD|PASSPHRASE|PRIVATE_?KEY|CREDENTIAL/i

/** A copy without them. Everything else stays, HOME and PATH among it, so that ordinary tools work. */
export function environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !private_.test(name)))
}
