import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { alsoOnPostgres, daily, inTurn, runsOnPostgres } from '../../scripts/test/on-postgres'
import { readOptions } from '../../scripts/test/options'
import { isFull } from '../size'

const root = join(import.meta.dir, '..', '..')
const all = [...new Bun.Glob('tests/**/*.test.ts').scanSync(root)]
const again = (...args: string[]) => alsoOnPostgres(all, readOptions(args, root))

test('the files of the usual runs on PostgreSQL exist, are of each domain, and are among those for --postgres', () => {
  const files = [...daily, ...inTurn]
  expect(files.filter((file) => !runsOnPostgres(file) || !existsSync(join(root, file)))).toEqual([])
  const domains = new Set(files.flatMap((file) => /^tests\/services\/(\w+)\//.exec(file)?.[1] ?? []))
  expect([...domains].sort()).toEqual([
    ...['accounts', 'api', 'automation', 'campaigns', 'contacts', 'inbox', 'numbers', 'platform', 'provider'],
  ])
})

test('a usual run repeats the daily files on PostgreSQL, and a third of the others', () => {
  const files = again()
  expect(daily.filter((file) => !files.includes(file))).toEqual([])
  const others = files.filter((file) => !daily.includes(file))
  expect(others.filter((file) => !inTurn.includes(file))).toEqual([])
  expect(others.length).toBeWithin(Math.floor(inTurn.length / 3), (isFull ? inTurn.length : inTurn.length / 3) + 1)
})

test('--full repeats every file that runs on PostgreSQL', () => {
  expect(again('--full')).toEqual(all.filter(runsOnPostgres))
})

test.each(['check', '--postgres', 'tests/http'])('%s repeats none', (arg) => {
  expect(again(arg)).toEqual([])
})
