import { expect, test } from 'bun:test'
import { dirname, join } from 'node:path'

/**
 * Domains of src/features, from the uppermost down; a domain imports only those below it, types included (ADR 98). Calls
 * in the other direction go through `src/listeners.ts`.
 */
const order = [
  'campaigns',
  'provider',
  'api',
  'accounts',
  'numbers',
  'automation',
  'inbox',
  'contacts',
  'platform',
] as const

/** Files of the product below src, without declarations. */
const files = [...new Bun.Glob('src/**/*.ts').scanSync()].filter((file) => !file.endsWith('.d.ts')).sort()
const sources = new Set(files)

/** Imports of each file, types included. */
const imports = new Map<string, string[]>()
for (const file of files) {
  const code = (await Bun.file(file).text()).replace(/\/\*[\s\S]*?\*\//g, '')
  const paths = [...code.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path]) => path as string)
  const targets = paths.map((path) => join(dirname(file), path.endsWith('.ts') ? path : `${path}.ts`))
  imports.set(
    file,
    targets.filter((target) => sources.has(target)),
  )
}

const domainOf = (file: string) => /^src\/features\/([\w-]+)\//.exec(file)?.[1] as (typeof order)[number] | undefined

test('src/features has nine folders, the domains', () => {
  expect(new Set(files.map(domainOf).filter((domain) => domain !== undefined))).toEqual(new Set(order))
})

test('pages and tests use the words of the domains', () => {
  const folders = (pattern: string, depth: number) =>
    new Set(
      [...new Bun.Glob(pattern).scanSync()].map((file) => file.split('/')[depth]).filter((name) => name !== undefined),
    )
  const unknown = (pattern: string) => [...folders(pattern, 2)].filter((name) => !order.includes(name as never))
  expect(unknown('ui/pages/*/**/*.tsx')).toEqual([])
  expect(unknown('tests/services/*/**/*.ts')).toEqual([])
  expect(unknown('tests/http/*/**/*.ts')).toEqual(['access']) // permissions of the routes of all domains
  expect(unknown('tests/{ui,e2e}/*/**/*.ts')).toEqual([])
})

test('no domain imports one above it, types included', () => {
  const against: string[] = []
  for (const [file, targets] of imports)
    for (const target of targets) {
      const [from, to] = [domainOf(file), domainOf(target)]
      if (from && to && order.indexOf(to) < order.indexOf(from)) against.push(`${file} → ${target}`)
    }
  expect(against).toEqual([])
})

test('no folder of src/features holds one file only', () => {
  const counts = new Map<string, number>()
  for (const file of files.filter((file) => domainOf(file)))
    for (let folder = dirname(file); folder !== 'src/features'; folder = dirname(folder))
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
  expect([...counts].filter(([, count]) => count === 1)).toEqual([])
})

test('circles of imports, types included, stay within one domain or within core, shared or whatsapp', () => {
  const placeOf = (file: string) => domainOf(file) ?? file.split('/').slice(0, 2).join('/')
  const wide = circles().filter((circle) => new Set(circle.map(placeOf)).size > 1)
  expect(wide).toEqual([])
  const atRoot = circles().filter((circle) => circle.some((file) => /^src\/[\w-]+\.ts$/.test(file)))
  expect(atRoot).toEqual([])
})

/** Sets of files that import one another, each with at least two files (strongly connected components, after Tarjan). */
function circles(): string[][] {
  const found: string[][] = []
  const numbers = new Map<string, number>()
  const lows = new Map<string, number>()
  const stack: string[] = []
  const visit = (file: string) => {
    numbers.set(file, numbers.size)
    lows.set(file, numbers.get(file) as number)
    stack.push(file)
    for (const target of imports.get(file) ?? []) follow(file, target)
    if (lows.get(file) !== numbers.get(file)) return
    const circle = stack.splice(stack.indexOf(file))
    if (circle.length > 1) found.push(circle)
  }
  const follow = (file: string, target: string) => {
    if (!numbers.has(target)) visit(target)
    if (stack.includes(target)) lows.set(file, Math.min(lows.get(file) as number, lows.get(target) as number))
  }
  for (const file of imports.keys()) if (!numbers.has(file)) visit(file)
  return found
}
