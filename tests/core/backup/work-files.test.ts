import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { removeAbandoned, workFilesOf } from '../../../src/core/backup/work-files'

const folder = mkdtempSync(join(tmpdir(), 'balcao-work-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('work files of processes that have ended are removed, and no other file', async () => {
  const ended = Bun.spawn(['true'])
  await ended.exited
  const nameOf = (host: string, pid: number, end: string) => `.b-1.balcao-${host}-${pid}.${end}`
  const kept = [
    nameOf(hostname(), process.ppid, 'tar'),
    nameOf('other-host', ended.pid, 'db'),
    `.b.${ended.pid}.tar`,
    'balcao-1.tar',
    `b.balcao-${hostname()}-${ended.pid}.tar`,
  ]
  const old = nameOf('other-host', 7, 'tar')
  const left = [...['tar', 'db', 'db-journal'].map((end) => nameOf(hostname(), ended.pid, end)), old]
  const own = workFilesOf(join(folder, 'b-2')).map((path) => basename(path))
  for (const name of [...kept, ...left, ...own]) writeFileSync(join(folder, name), '')
  utimesSync(join(folder, old), new Date('2026-01-01'), new Date('2026-01-01'))
  removeAbandoned(folder)
  expect(readdirSync(folder).sort()).toEqual(kept.sort())
})
