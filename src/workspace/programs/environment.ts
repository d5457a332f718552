// Environment: the variables that a program started by a seat gets: ours without git variables, keys and passwords, and without those
// that lead to parley's own data, to agents that hold keys, and to daemons that act for the person.

const private_ =
  /^(GIT|PARLEY|SSH|GPG|DBUS|DOCKER)_|^(XDG_RUNTIME_DIR|KUBECONFIG|CONTAINER_HOST)$|(^|_)API_?KEYS?(_|$)|(^|_)(AUTH_?)?TOKENS?(_|$)|SECRET|PASSWORD|PASSWD|PASSPHRASE|PRIVATE_?KEY|CREDENTIAL/i

/** A copy without them. Everything else stays, HOME and PATH among it, so that ordinary tools work. */
export function environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !private_.test(name)))
}
