import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { alsoOnPostgres, runsOnPostgres } from '../../scripts/test/on-postgres'
import { readOptions } from '../../scripts/test/options'

const root = join(import.meta.dir, '..', '..')
const all = [...new Bun.Glob('tests/**/*.test.ts').scanSync(root)]
const again = (...args: string[]) => alsoOnPostgres(all, readOptions(args, root))

test('the usual run repeats files of each domain on PostgreSQL, those for --postgres among them, and all of them exist', () => {
  const files = again()
  expect(files.filter((file) => !runsOnPostgres(file) || !existsSync(join(root, file)))).toEqual([])
  const domains = new Set(files.flatMap((file) => /^tests\/services\/(\w+)\//.exec(file)?.[1] ?? []))
  expect([...domains].sort()).toEqual([
    ...['accounts', 'api', 'automation', 'campaigns', 'contacts', 'inbox', 'numbers', 'platform', 'provider'],
  ])
})

test('--full repeats every file that runs on PostgreSQL', () => {
  expect(again('--full')).toEqual(all.filter(runsOnPostgres))
})

test.each(['check', '--postgres', 'tests/http'])('%s repeats none', (arg) => {
  expect(again(arg)).toEqual([])
})
