// Flags: parses `--flag value` and `--flag=value` in any order, for every command. Callers choose exit code and message.

export interface FlagSpec<Value extends string = never, Switch extends string = never> {
  /** Flags that take a value, without the dashes. */
  values?: readonly Value[]
  /** Flags that take no value, without the dashes. */
  switches?: readonly Switch[]
  /** Whether operands are allowed. Without it they are unknown arguments. */
  operands?: boolean
}

export interface Flags<Value extends string = string, Switch extends string = string> {
  kind: 'flags'
  /** The last value given; undefined when the flag was absent. An empty value is ''. */
  value(name: Value): string | undefined
  /** Every value given, in order. */
  all(name: Value): readonly string[]
  has(name: Value | Switch): boolean
  /** All flags as they came, for commands where order decides. */
  order: readonly Spoken<Value | Switch>[]
  operands: readonly string[]
}

/** One flag as it was given. */
export interface Spoken<Name extends string = string> {
  name: Name
  /** Undefined for a flag that takes no value. */
  value: string | undefined
  /** Given as `--flag=value`, not as two arguments. */
  equals: boolean
}

export interface BadFlags {
  kind: 'bad'
  why: 'unknown-argument' | 'missing-value'
  argument: string
  message: string
}

/** A spaced value is taken whatever it looks like, so `--charter --really` has the charter `--really`. */
export function readFlags<Value extends string = never, Switch extends string = never>(
  argv: readonly string[],
  spec: FlagSpec<Value, Switch>,
): Flags<Value, Switch> | BadFlags {
  const order: Spoken<Value | Switch>[] = []
  const operands: string[] = []
  for (let at = 0; at < argv.length; at++) {
    const argument = argv[at]!
    const { name, inline } = split(argument)
    if (isOneOf(name, spec.values) && inline !== undefined) order.push({ name, value: inline, equals: true })
    else if (isOneOf(name, spec.values)) {
      at++
      const value = argv[at]
      if (value === undefined) return missingValue(argument)
      order.push({ name, value, equals: false })
    } else if (isOneOf(name, spec.switches) && inline === undefined) {
      order.push({ name, value: undefined, equals: false })
    } else if (spec.operands && argument === '--') {
      operands.push(...argv.slice(at + 1))
      break
    } else if (spec.operands && !argument.startsWith('--')) operands.push(argument)
    else return unknownArgument(argument)
  }
  return flagsFrom(order, operands)
}

/** Every argument as an operand, whatever it looks like. */
export function noFlags(argv: readonly string[]): Flags {
  return flagsFrom([], argv)
}

function split(argument: string): { name: string | undefined; inline: string | undefined } {
  if (!argument.startsWith('--')) return { name: undefined, inline: undefined }
  const equals = argument.indexOf('=')
  if (equals < 0) return { name: argument.slice(2), inline: undefined }
  return { name: argument.slice(2, equals), inline: argument.slice(equals + 1) }
}

function isOneOf<Name extends string>(
  name: string | undefined,
  names: readonly Name[] | undefined,
): name is Name {
  return name !== undefined && names !== undefined && (names as readonly string[]).includes(name)
}

function missingValue(argument: string): BadFlags {
  return { kind: 'bad', why: 'missing-value', argument, message: `${argument} needs a value` }
}

function unknownArgument(argument: string): BadFlags {
  return { kind: 'bad', why: 'unknown-argument', argument, message: `unknown argument '${argument}'` }
}

function flagsFrom<Value extends string, Switch extends string>(
  order: Flags<Value, Switch>['order'],
  operands: readonly string[],
): Flags<Value, Switch> {
  const all = (name: Value) => order.flatMap((given) => (given.name === name ? [given.value ?? ''] : []))
  return {
    kind: 'flags',
    all,
    value: (name) => all(name).at(-1),
    has: (name) => order.some((given) => given.name === name),
    order,
    operands,
  }
}
