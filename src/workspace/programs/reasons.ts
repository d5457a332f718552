// Why a program may have failed in the sandbox, in words: what it was kept from, and how the person allows it.

import { relative } from 'node:path'
import type { Confinement } from '../sandbox/port.js'

type Asked = Pick<Confinement, 'root' | 'secrets' | 'network'>

/** What the sandbox may have had to do with a failure that printed this: a line, or nothing. */
export function reasonsFor(printed: string, asked: Asked): string {
  const reasons = [offline(printed, asked), readOnly(printed), emptied(asked)].filter(
    (reason) => reason !== '',
  )
  return reasons.length === 0 ? '' : `${/(?:^|\n)$/.test(printed) ? '' : '\n'}(${reasons.join(' ')})\n`
}

const noNetwork =
  /ENOTFOUND|ENOTCACHED|only-if-cached|--offline|net\.offline|GOPROXY=off|EAI_AGAIN|ENETUNREACH|could not resolve|couldn't resolve|name resolution|name or service not known|network is unreachable|no such host|failed to lookup address|dns error/i

function offline(printed: string, { network }: Asked): string {
  return !network && noNetwork.test(printed)
    ? 'Programs have no network here. The person allows it with --network, or with `commands: { network: true }` in their own settings.'
    : ''
}

function readOnly(printed: string): string {
  return /EROFS|read-only file system/i.test(printed)
    ? 'Programs can write to this folder, to their home and to /tmp; everything else is read-only, and what git keeps is too: changes are committed for you.'
    : ''
}

/** Only those in the program's own folder: it may well have wanted to read them. */
function emptied({ root, secrets }: Asked): string {
  const names = secrets.filter((file) => file.startsWith(`${root}/`)).map((file) => relative(root, file))
  if (names.length === 0) return ''
  const shown = names.slice(0, 3).join(', ') + (names.length > 3 ? ` and ${names.length - 3} more` : '')
  return `Files that hold secrets are empty for programs: ${shown}. The person allows them with \`secret_files\` in their own settings or --secret-files.`
}
