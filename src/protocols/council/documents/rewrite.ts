// Rewriting council.yaml: the template's values replace the keys that parley knows; the person's other keys and comments stay.

import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'

const known = ['name', 'description', 'chair', 'seats']
const budgets: Readonly<Record<string, readonly string[]>> = {
  work_budget: ['max_turns', 'scratch_max_bytes', 'max_wall_seconds'],
  memory_budget: ['manifest_max_bytes'],
}

/** The new council.yaml. A file that cannot be read as YAML is replaced by the template as a whole. */
export function rewriteCouncil(current: string | null, template: string): string {
  if (current === null) return template
  const document = parseDocument(current)
  if (document.errors.length > 0 || !isMap(document.contents)) return template
  const wanted = parseDocument(template).toJS() as Record<string, unknown>
  for (const key of known) put(document, [key], wanted[key])
  for (const [group, keys] of Object.entries(budgets)) {
    const values = (wanted[group] ?? {}) as Record<string, unknown>
    for (const key of keys) put(document, [group, key], values[key])
  }
  return document.toString({ lineWidth: 0 })
}

function put(document: Document, path: readonly string[], value: unknown): void {
  if (value === undefined) {
    if (document.hasIn(path)) document.deleteIn(path)
    return
  }
  mendGroup(document, path)
  const node: unknown = document.getIn(path, true)
  if (isSeq(node) && Array.isArray(value)) putList(document, node, value)
  else if (isScalar(node) && !Array.isArray(value)) node.value = value
  else document.setIn(path, value)
}

/** A budget that is not a map cannot hold keys of the person's, so it is replaced. */
function mendGroup(document: Document, path: readonly string[]): void {
  if (path.length > 1 && !isMap(document.get(path[0]!, true)))
    document.set(path[0]!, document.createNode({}) as YAMLMap)
}

/** Entries that stay keep their comments. */
function putList(document: Document, list: YAMLSeq, names: readonly unknown[]): void {
  const before = new Map(list.items.map((item) => [isScalar(item) ? item.value : undefined, item as Scalar]))
  list.items = names.map((name) => before.get(name) ?? document.createNode(name))
}
