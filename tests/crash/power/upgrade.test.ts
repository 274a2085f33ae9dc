import { Database as Sqlite } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../../migrations'
import { copiesDirectory, databaseFile } from '../../../src/core/storage/data-directory'
import { migrationsOf } from '../../../src/core/storage/sqlite/open-concurrently'
import { openStore } from '../../../src/core/storage/sqlite/store'
import { formerCount, writeFormerInstallation } from '../../former-version'
import { sizeOf } from '../../size'
import { recorderCommand } from './recorder-command'
import { readRecording } from './recording'
import { countLossesByKind, findUnexplainedFiles, type Loss, type Recording, replay } from './replay'

const cuts = sizeOf({ everyday: 25, full: 60 })
const names = Object.keys(migrations)

const scratch = mkdtempSync(join(tmpdir(), 'balcao-power-upgrade-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
const [directory, initial, state] = ['data', 'initial', 'state'].map((name) => join(scratch, name)) as [
  string,
  string,
  string,
]

/** Records the migration of an installation of the former version, whose database has a write-ahead log. */
async function recordUpgrade(): Promise<Recording> {
  mkdirSync(directory)
  writeFormerInstallation(directory)
  await openStore(databaseFile(directory)).close()
  cpSync(directory, initial, { recursive: true })
  const log = join(scratch, 'recording')
  const command = [process.execPath, join(import.meta.dir, 'migrate-installation.ts'), directory]
  const child = Bun.spawn([...recorderCommand(log, directory), ...command], { stdout: 'ignore', stderr: 'ignore' })
  expect(await child.exited).toBe(0)
  return { directory, initial, steps: readRecording(log) }
}

/** Applied migrations of a database file. @throws Error when the file is damaged */
function readApplied(file: string): string[] {
  const sqlite = new Sqlite(file)
  try {
    expect(sqlite.query('pragma integrity_check').values()).toEqual([['ok']])
    return migrationsOf(sqlite)
  } finally {
    sqlite.close()
  }
}

function findMissingCopy(): Loss[] {
  const copies = existsSync(copiesDirectory(state)) ? readdirSync(copiesDirectory(state)) : []
  const whole = copies.filter((name) => {
    try {
      return readApplied(join(copiesDirectory(state), name)).length === formerCount
    } catch {
      return false
    }
  })
  return whole.length > 0 ? [] : ['the database is migrated and its copy is not whole']
}

test('a power cut during an upgrade leaves the old schema, or the new one beside a whole copy of the old', async () => {
  const recording = await recordUpgrade()
  expect(findUnexplainedFiles(recording, join(scratch, 'all'))).toEqual([])
  const seen = new Set<string>()
  const losses = await replay(recording, {
    name: 'power cuts during an upgrade',
    cuts,
    state,
    findLosses(_, moment) {
      const applied = readApplied(databaseFile(state))
      const isNew = applied.join() === names.join()
      seen.add(isNew ? 'new' : `${applied.length} former`)
      if (moment === null && !isNew) return ['the migration is lost']
      return isNew ? findMissingCopy() : []
    },
  })
  expect(countLossesByKind(losses)).toEqual({})
  expect([...seen].sort()).toEqual([`${formerCount} former`, 'new'])
}, 600_000)
