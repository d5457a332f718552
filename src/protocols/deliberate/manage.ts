// What can be asked of sessions without opening one: the commands of session management. A deed does its work under `around`, or names
// the meeting that goes on.

import { WrongUsage } from '../../kernel/errors.js'
import type { Around, Calling, DeedDone } from '../manifest.js'
import type { Asked } from './arguments.js'

export type Managed = Exclude<Asked, { kind: 'help' | 'session' }>

export interface ManageSettings {
  readonly theme: string
  readonly dryRun: boolean
}

export async function manage(
  asked: Managed,
  _settings: ManageSettings,
  _around: Around,
  _calling: Calling,
): Promise<DeedDone> {
  throw new WrongUsage(
    `--${asked.kind} cannot be done yet.`,
    'Sessions are listed by `parley list`, and go on with `parley resume ID`.',
  )
}
