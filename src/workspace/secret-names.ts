// Secret names: files that hold keys or passwords by their name alone. They are shown to nobody, whoever cites them.

const secret =
  /^(?:\.env.*|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx)|id_[^.]*|\.(?:netrc|npmrc|pgpass|htpasswd|git-credentials)|credentials)$/i

export function isSecretName(name: string): boolean {
  return secret.test(name)
}
