// Secret names: files whose names say that they hold keys or passwords. They are never shown, even when they are cited.

const secret =
  /^(?:\.env.*|.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx)|id_[^.]*|\.(?:netrc|npmrc|pgpass|htpasswd|git-credentials)|credentials)$/i

export function isSecretName(name: string): boolean {
  return secret.test(name)
}
