import { expect, test } from 'bun:test'
import { openProblem } from '../../src/core/storage/sqlite/open-problem'

const file = '/var/lib/balcao/balcao.db'
const problem = (code: string, room = 1e9) =>
  openProblem(file, Object.assign(new Error('said by SQLite'), { code }), () => room)

test.each([
  ['SQLITE_CANTOPEN', 1e9, 'cannot be opened by this user', 'run balcao as the user'],
  ['SQLITE_READONLY_DIRECTORY', 1e9, 'cannot be opened by this user', 'chown'],
  ['EACCES', 1e9, 'cannot be opened by this user', 'chown'],
  ['SQLITE_FULL', 1e9, 'is full', 'free some space'],
  ['SQLITE_IOERR_SHMSIZE', 4096, 'is full', 'free some space'],
  ['SQLITE_IOERR_READ', 1e9, 'cannot be read', 'dmesg'],
  ['SQLITE_CORRUPT', 1e9, 'is damaged', 'balcao restore'],
  ['SQLITE_NOTADB', 1e9, 'is damaged', 'balcao restore'],
])('%s with %d bytes free: the database %s, remedy: %s', (code, room, text, remedy) => {
  expect(problem(code, room)).toEqual({ text: expect.stringContaining(text), remedy: expect.stringContaining(remedy) })
})

test('only damage leads to a restore', () => {
  const codes = ['SQLITE_CANTOPEN', 'SQLITE_FULL', 'SQLITE_IOERR_SHMOPEN', 'SQLITE_IOERR_WRITE', 'SQLITE_BUSY', 'EROFS']
  for (const code of codes) for (const room of [0, 1e9]) expect(problem(code, room).remedy).not.toContain('restore')
})
