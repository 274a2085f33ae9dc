import { Database as Sqlite } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { finishRestore, unpackBackup } from '../../../src/core/backup/restore'
import { databaseFile, mediaDirectory } from '../../../src/core/storage/data-directory'
import { cleanUp, executable, serve } from '../../executable/balcao'
import { sizeOf } from '../../size'
import { findLosses, openInstallation } from './find-losses'
import { recorderCommand } from './recorder-command'
import { readRecording } from './recording'
import { countLossesByKind, findUnexplainedFiles, type Loss, type Recording, replay } from './replay'

const cuts = sizeOf({ everyday: 25, full: 100 })

const scratch = mkdtempSync(join(tmpdir(), 'balcao-power-archives-'))
const [old, backup] = [join(scratch, 'old'), join(scratch, 'backup')]
const pathOf = (name: string) => join(scratch, name)
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** Creates a stopped installation with a name and five files. */
async function makeInstallation(directory: string, name: string) {
  const serving = await serve({ BALCAO_DATA_DIR: directory })
  await serving.stop('SIGTERM')
  const sqlite = new Sqlite(databaseFile(directory))
  sqlite.query("insert into installation (key, value) values ('name', ?)").run(name)
  const insert = sqlite.query(
    "insert into media (id, companyId, originalName, mime, size, sha256, path) values (?, 1, 'a', 'image/png', ?, ?, ?)",
  )
  for (let n = 0; n < 5; n++) {
    const bytes = new Uint8Array(crypto.getRandomValues(new Uint8Array(20_000)))
    const id = `${name}${n}`
    const file = join(mediaDirectory(directory), `1/2026/11/${id}`)
    mkdirSync(dirname(file), { recursive: true })
    await Bun.write(file, bytes)
    insert.run(id, bytes.length, Bun.SHA256.hash(bytes, 'hex'), `1/2026/11/${id}`)
  }
  sqlite.close()
}

/** Runs the executable to its end and records its changes below the directory. */
async function recordCommand(args: string[], dataDir: string, directory: string): Promise<Recording> {
  const initial = `${directory}-before`
  cpSync(directory, initial, { recursive: true })
  const log = `${directory}-recording`
  const child = Bun.spawn([...recorderCommand(log, directory), executable, ...args], {
    env: { PATH: process.env.PATH ?? '', BALCAO_DATA_DIR: dataDir },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  expect(await child.exited).toBe(0)
  return { directory, initial, steps: readRecording(log) }
}

beforeAll(async () => {
  await makeInstallation(old, 'old')
  await makeInstallation(pathOf('new'), 'new')
  await cleanUp()
  mkdirSync(backup)
}, 600_000)

test('a power cut during a backup leaves a whole backup or none; a finished backup stays whole', async () => {
  const file = join(backup, 'balcao.tar')
  const recording = await recordCommand(['backup', file], pathOf('new'), backup)
  expect(findUnexplainedFiles(recording, pathOf('backup-all'))).toEqual([])
  const losses = await replay(recording, {
    name: 'power cuts during a backup',
    cuts,
    state: pathOf('state'),
    async findLosses(state, moment) {
      const tar = join(state, 'balcao.tar')
      if (!existsSync(tar)) return moment === null ? ['the backup is lost'] : []
      return unpackBackup({ name: tar, bytes: Bun.file(tar).stream() }, pathOf('unpacked')).then(
        () => [],
        (error): Loss[] => [`the backup is not whole: ${error}`],
      )
    },
  })
  expect(countLossesByKind(losses)).toEqual({})
}, 600_000)

test('a power cut during a restore leaves the old or the new installation whole; a finished restore leaves the new one', async () => {
  const recording = await recordCommand(['restore', join(backup, 'balcao.tar'), '--replace'], old, old)
  expect(findUnexplainedFiles(recording, pathOf('restore-all'))).toEqual([])
  const seen = new Set<string>()
  const losses = await replay(recording, {
    name: 'power cuts during a restore',
    cuts,
    state: pathOf('state'),
    async findLosses(state, moment) {
      finishRestore(state)
      const name = await nameOf(state).catch((error) => String(error))
      seen.add(name)
      const expected = moment === null ? name === 'new' : ['old', 'new'].includes(name)
      return expected ? findLosses(state, []) : [`it is ${name}`]
    },
  })
  expect(countLossesByKind(losses)).toEqual({})
  expect([...seen].sort()).toEqual(['new', 'old'])
}, 600_000)

async function nameOf(directory: string): Promise<string> {
  const store = await openInstallation(directory)
  try {
    return String(
      store.read.statements.sqlite.query("select value from installation where key = 'name'").values()[0]?.[0],
    )
  } finally {
    await store.close()
  }
}
