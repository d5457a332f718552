// Which tools a worker has in a talk: base, context, system, domain, built-ins, in this order and no others.
import type { Tool } from '../../kernel/agents.js'
import type { Packages } from '../../workspace/packages.js'
import type { TalkTools } from './context.js'

/** Rejects with `CannotGoOn` when the worker cannot be equipped as it declares: nobody runs half equipped. */
export declare function resolveTools(context: TalkTools, packages: Packages): Promise<readonly Tool[]>
