import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRunDirectory } from '../../scripts/test/run-directory'

test('the directory of a run is empty and open to every user; those of runs that have ended are removed, no other', () => {
  const place = mkdtempSync(join(tmpdir(), 'run-directory-'))
  const ended = Bun.spawnSync(['true']).pid
  for (const name of [`run-${ended}`, `run-${process.pid}`, `run-${process.ppid}`, 'run-once', `walk-${ended}`]) {
    mkdirSync(join(place, name))
    writeFileSync(join(place, name, 'file'), '')
  }
  const directory = createRunDirectory(place, 'run-')
  expect(directory).toBe(join(place, `run-${process.pid}`))
  expect(statSync(directory).mode & 0o7777).toBe(0o1777)
  const remaining = (name: string) => existsSync(join(place, name, 'file'))
  expect([remaining(`run-${ended}`), remaining(`run-${process.pid}`)]).toEqual([false, false])
  expect([`run-${process.ppid}`, 'run-once', `walk-${ended}`].map(remaining)).toEqual([true, true, true])
})
