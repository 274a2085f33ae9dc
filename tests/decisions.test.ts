import { expect, test } from 'bun:test'
import { join } from 'node:path'

/** docs/adr/README.md is the index of the decisions. */

const folder = join('docs', 'adr')
const files = [...new Bun.Glob('[0-9]*.md').scanSync(folder)].sort()
const numbers = files.map((file) => Number(file.slice(0, 4)))
const index = await Bun.file(join(folder, 'README.md')).text()

test('the index of the decisions links each record exactly once, by its number', () => {
  const links = [...index.matchAll(/^- \[(\d+)\]\(([^)]+)\) ./gm)]
  expect(links.map(([, , file]) => file as string).sort()).toEqual(files)
  expect(links.filter(([, number, file]) => Number(number) !== Number(file?.slice(0, 4)))).toEqual([])
})

test('the index of the decisions names each number that has no record', () => {
  const named = /ever had a record ([^:]+):/.exec(index)?.[1] ?? ''
  const unused = [...named.matchAll(/(\d+)(?: to (\d+))?/g)].flatMap(([, first, last = first]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => Number(first) + at),
  )
  const missing = Array.from({ length: Math.max(...numbers) }, (_, at) => at + 1).filter((n) => !numbers.includes(n))
  expect(unused).toEqual(missing)
})
