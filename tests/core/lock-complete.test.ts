import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockComplete } from '../../src/core/storage/sqlite/lock-complete'

const directories: string[] = []
afterEach(() => {
  for (const path of directories.splice(0)) rmSync(path, { recursive: true })
})

/** A connection; another one commits a row before each of its first `commits` attempts to lock. */
class Contended extends Sqlite {
  constructor(
    file: string,
    private readonly other: Sqlite,
    private commits: number,
  ) {
    super(file)
  }

  override run(text: string) {
    if (text === 'begin immediate' && this.commits-- > 0) this.other.run('insert into notes default values')
    return super.run(text)
  }
}

function openContended(commits: number) {
  const directory = mkdtempSync(join(tmpdir(), 'balcao-lock-'))
  directories.push(directory)
  const file = join(directory, 'balcao.db')
  const other = new Sqlite(file)
  for (const text of ['pragma journal_mode = wal', 'pragma wal_autocheckpoint = 0', 'create table notes (id integer)'])
    other.run(text)
  return { file, other, sqlite: new Contended(file, other, commits) }
}

test('a commit between checkpoint and lock is in the file alone once it is locked', () => {
  const { file, other, sqlite } = openContended(3)
  lockComplete(sqlite, file)
  copyFileSync(file, `${file}.copy`)
  const copy = new Sqlite(`${file}.copy`)
  expect(copy.query('select count(*) as count from notes').get()).toEqual({ count: 3 })
  other.run('pragma busy_timeout = 0')
  expect(() => other.run('insert into notes default values')).toThrow('locked')
  for (const each of [copy, sqlite, other]) each.close()
})

test('a command that never stops writing is named, and the lock is given back', () => {
  const { file, other, sqlite } = openContended(1000)
  expect(() => lockComplete(sqlite, file)).toThrow('another command keeps writing to the database')
  other.run('insert into notes default values')
  for (const each of [sqlite, other]) each.close()
})
