import { dirname, join } from 'node:path'

/** Imports of the code, read without running it. `tests/architecture.test.ts` and `run test --changed` use them. */

interface Import {
  /** Path from the repository's root without extension, or the name of a package. */
  path: string
  kind: string
}

const transpilers = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) }

/** Imports of one file in the order of the source; type-only imports are left out. */
export async function importsOf(file: string): Promise<Import[]> {
  return scanImports(file, await Bun.file(file).text())
}

/** Imports in `source`, the text of `file`; type-only imports are left out. */
export function scanImports(file: string, source: string): Import[] {
  const imports = transpilers[file.endsWith('x') ? 'tsx' : 'ts'].scanImports(source)
  return imports.map(({ path, kind }) => ({ path: path.startsWith('.') ? join(dirname(file), path) : path, kind }))
}

/**
 * Import graph between the nodes that `nameOf` assigns files to: one per file or one per folder. Type-only imports and
 * imports within a node are left out.
 */
export async function graphOf(
  files: string[],
  nameOf: (file: string) => string | undefined,
  kinds = ['import-statement'],
): Promise<Map<string, string[]>> {
  const graph = new Map<string, string[]>()
  for (const file of files) {
    const name = nameOf(file)
    if (name === undefined) continue
    const imports = (await importsOf(file)).filter(({ kind }) => kinds.includes(kind))
    const targets = imports.map(({ path }) => nameOf(path))
    const others = targets.filter((target): target is string => target !== undefined && target !== name)
    graph.set(name, [...(graph.get(name) ?? []), ...others])
  }
  return graph
}
