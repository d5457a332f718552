// Imports: which files of the project a file's import lines name. By the text of the lines alone, so it is a hint, not a proof.

export function importsOf(path: string, text: string, files: readonly string[]): string[] {
  const names = text.split('\n').flatMap(namesIn)
  const known = new Set(files)
  const found = names.flatMap(
    (name) => candidatesOf(path, name).find((candidate) => known.has(candidate) && candidate !== path) ?? [],
  )
  return [...new Set(found)]
}

/** Quoted names of `import`, `export … from`, `require` and `include`; dotted or `::` names of Python, Java, Kotlin and Rust. */
function namesIn(line: string): string[] {
  const text = line.trim()
  const quoted =
    /^(?:import\b|export\b.*\bfrom\b|\}\s*from\b|#\s*include\b|@import\b|@use\b|require(?:_relative)?\b|.*\b(?:require|import)\s*\()/.test(
      text,
    )
      ? [...text.matchAll(/["'<]([^"'<>]+)["'>]/g)].map((found) => found[1]!)
      : []
  if (quoted.length > 0) return quoted
  const dotted =
    /^(?:from\s+([.\w]+)\s+import\s+([\w, ]+)|import\s+(?:static\s+)?([\w.]+)|(?:pub\s+)?use\s+([\w:]+)|(?:pub\s+)?mod\s+(\w+))/.exec(
      text,
    )
  if (!dotted) return []
  const [, from, names, plain, used, mod] = dotted
  if (from !== undefined)
    return [from, ...names!.split(',').map((name) => `${from}.${name.trim()}`)].map(slashed)
  return [slashed(plain ?? used ?? `./${mod}`)]
}

/** `a.b.c` → `a/b/c`; leading dots of Python are folders upward. */
function slashed(name: string): string {
  const up = /^\.+/.exec(name)?.[0].length ?? 0
  if (name.startsWith('./')) return name
  const rest = name
    .slice(up)
    .replace(/::|\./g, '/')
    .replace(/^crate\//, 'src/')
  if (up === 0) return rest
  return `${up === 1 ? './' : '../'.repeat(up - 1)}${rest.replace(/^\//, '')}`
}

const endings = [
  '',
  '.ts',
  '.tsx',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.py',
  '.rb',
  '.rs',
  '.java',
  '.kt',
  '.go',
  '.vue',
  '.css',
  '.scss',
]
const indexes = ['/index.ts', '/index.tsx', '/index.js', '/__init__.py', '/mod.rs']

function candidatesOf(path: string, name: string): string[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  // Beside the file first: that is where includes and Python's own names are looked for.
  const bases = name.startsWith('.') ? [joined(folder, name)] : [joined(folder, name), name, `src/${name}`]
  return bases.flatMap((base) => {
    const bare = base.replace(/\.(?:js|mjs|cjs|jsx)$/, '')
    return [
      ...endings.map((end) => `${base}${end}`),
      ...endings.map((end) => `${bare}${end}`),
      ...indexes.map((end) => `${base}${end}`),
    ]
  })
}

function joined(folder: string, name: string): string {
  const parts: string[] = []
  for (const part of `${folder}${name}`.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
