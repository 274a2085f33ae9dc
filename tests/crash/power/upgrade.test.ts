import { Database as Sqlite } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../../migrations'
import { copiesDirectory, databaseFile } from '../../../src/core/storage/data-directory'
import { openStore } from '../../../src/core/storage/db'
import { type Migrations, migrate } from '../../../src/core/storage/migrate'
import { recorderCommand } from './recorder-command'
import { readRecording } from './recording'
import { countLossesByKind, findUnexplainedFiles, type Loss, type Recording, replay } from './replay'

const cuts = Number(process.env.POWER_CUTS ?? 60)
const all = Object.entries(migrations)
const older = all.length - 1

const scratch = mkdtempSync(join(tmpdir(), 'balcao-power-upgrade-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))
const [directory, initial, state] = ['data', 'initial', 'state'].map((name) => join(scratch, name)) as [
  string,
  string,
  string,
]

/** Records the migration of an installation whose schema lacks the last migration. */
async function recordUpgrade(): Promise<Recording> {
  mkdirSync(directory)
  const store = openStore(databaseFile(directory))
  await migrate(store, Object.fromEntries(all.slice(0, older)) as Migrations)
  await store.close()
  cpSync(directory, initial, { recursive: true })
  const log = join(scratch, 'recording')
  const command = [process.execPath, join(import.meta.dir, 'migrate-installation.ts'), directory]
  const child = Bun.spawn([...recorderCommand(log, directory), ...command], { stdout: 'ignore', stderr: 'ignore' })
  expect(await child.exited).toBe(0)
  return { directory, initial, steps: readRecording(log) }
}

/** Number of applied migrations in a database file. @throws Error when the file is damaged */
function countApplied(file: string): number {
  const sqlite = new Sqlite(file)
  try {
    expect(sqlite.query('pragma integrity_check').values()).toEqual([['ok']])
    return sqlite.query('select name from kysely_migration').all().length
  } finally {
    sqlite.close()
  }
}

function findMissingCopy(): Loss[] {
  const copies = existsSync(copiesDirectory(state)) ? readdirSync(copiesDirectory(state)) : []
  const whole = copies.filter((name) => {
    try {
      return countApplied(join(copiesDirectory(state), name)) === older
    } catch {
      return false
    }
  })
  return whole.length > 0 ? [] : ['the database is migrated and its copy is not whole']
}

test('a power cut during an upgrade leaves the old schema, or the new one beside a whole copy of the old', async () => {
  const recording = await recordUpgrade()
  expect(findUnexplainedFiles(recording, join(scratch, 'all'))).toEqual([])
  const seen = new Set<number>()
  const losses = await replay(recording, {
    name: 'power cuts during an upgrade',
    cuts,
    state,
    findLosses(_, moment) {
      const applied = countApplied(databaseFile(state))
      seen.add(applied)
      if (moment === null && applied !== all.length) return ['the migration is lost']
      return applied === all.length ? findMissingCopy() : []
    },
  })
  expect(countLossesByKind(losses)).toEqual({})
  expect([...seen].sort((one, other) => one - other)).toEqual([older, all.length])
}, 600_000)
